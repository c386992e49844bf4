import TestSupport
import Testing
import ZitareBase
import ZitarePipeline

@testable import ZitareWorker

@Suite("Submitting")
struct SubmissionCommandsTests {
  private let server = ScriptedServer(needsLogin: false)

  private func home() throws -> Home {
    let home = try Home.withFortunes(Home.texts)
    try home.configure("[submit]\napi = \"\(server.address)\"\nsettling = \"0s\"\n")
    return home
  }

  @Test("text from standard input, a file or an editor is a draft until somebody sends it")
  func drafts() throws {
    var home = try home()
    home.variables["EDITOR"] = "sh -c 'printf \"author: Ich\\n\\nVon Hand\" > \"$1\"' sh"
    let file = try home.folder.write("texts", "Aus der Datei".utf8).string
    #expect(try home.run("submit", "-", input: "Ein Kennwort?").status == 0)
    #expect(try home.run("submit", "--file", file).status == 0)
    #expect(try home.run("submit", "--edit").status == 0)
    #expect(try home.submissions().map(\.state) == ["draft", "draft", "draft"])
    #expect(try home.run("run").status == 0)
    #expect(server.requests.isEmpty)
    #expect(try home.run("submissions", "send", home.submissions()[2].id).status == 0)
    #expect(try home.submissions().map(\.state) == ["draft", "draft", "sent"])
    #expect(try home.submissions()[2].body.contains(#""author":"Ich""#))
    #expect(try home.run("submit", "-", "--send", input: "Gleich").status == 0)
    #expect(server.counts.count == 2)
  }

  @Test("every entry of a file becomes a draft, or none if one is bad, which is named")
  func file() throws {
    let home = try home()
    let good = "Eins\n\t\t-- Rosa Luxemburg, Briefe\n%\nZwei\n%\nDrei, und\nnoch eine Zeile\n"
    let path = try home.folder.write("texts", good.utf8).string
    let kept = try home.run("submit", "--file", path, "--json", "--language", "de")
    #expect(kept.status == 0, "\(kept.errors)")
    let drafts = try lines(SubmissionEntry.self, kept.output)
    #expect(drafts.map(\.state) == ["draft", "draft", "draft"])
    #expect(drafts[0].body.contains(#""author":"Rosa Luxemburg","#))
    #expect(drafts.allSatisfy { $0.body.contains(#""language":"de""#) })
    let long = good + "%\n" + String(repeating: "lang ", count: 1200)
    try home.folder.write("texts", long.utf8)
    let refused = try home.run("submit", "--file", path)
    #expect(refused.status == 65 && refused.errors.contains("entry 4 (“lang"), "\(refused.errors)")
    #expect(try home.submissions().count == 3)
  }

  @Test(
    "what is wrong with a text is said in German, too",
    arguments: [
      (["submit", "--text", " "], "", "der Text ist leer"),
      (["submit", "--text", "x", "--language", "d"], "", "d ist keine Sprache"),
      (["submit", "--text", "x", "--account", "ä"], "", "Ziffern, -, _ und ."),
    ])
  func german(words: [String], input: String, expected: String) throws {
    var home = try home()
    home.variables["LANG"] = "de_DE.UTF-8"
    let result = try home.start(words, input: input).wait()
    #expect(result.status != 0 && result.errors.contains(expected), "\(result.errors)")
  }

  @Test("orders to many ask, and need --yes where nobody can be asked")
  func bulk() throws {
    let home = try home()
    for text in ["Eins", "Zwei", "Drei"] {
      #expect(try home.run("submit", "--draft", "--text", text).status == 0)
    }
    #expect(try home.run("submissions", "send", "--state", "draft").status == 64)
    #expect(server.requests.isEmpty)
    let send = try home.run("submissions", "send", "--state", "draft", "--yes", "--json")
    #expect(send.status == 0, "\(send.errors)")
    #expect(try lines(SubmissionEntry.self, send.output).map(\.state) == ["sent", "sent", "sent"])
    #expect(server.books.stored == (try home.submissions().map(\.id)))
    #expect(try home.run("submissions", "list", "--state", "draft").output.isEmpty)
    #expect(try home.run("submissions", "discard", home.submissions()[0].id).status == 65)
  }

  @Test("what was refused is edited or sent again; an edited one has a new id")
  func refused() throws {
    let refusing = LoopbackServer { request in
      .json(#"{"error":"no"}"#, status: request.text.contains("falsch") ? 422 : 201)
    }
    var home = try home()
    try home.configure("[submit]\napi = \"\(refusing.url(""))\"\n")
    let result = try home.run("submit", "--text", "Ganz falsch")
    #expect(result.status == 1 && result.output.contains("retry"), "\(result.output)")
    let old = try #require(try home.submissions().first)
    #expect(old.state == "refused" && old.answerStatus == 422)
    #expect(
      try home.run("submissions", "show", old.id).output.contains(#"answer 422: {"error":"no"}"#))
    #expect(try home.run("submissions", "retry", old.id).status == 1)
    #expect(refusing.requests.count == 2)
    home.variables["VISUAL"] = "sed -i s/falsch/richtig/"
    #expect(try home.run("submissions", "edit", old.id, "--send").status == 0)
    let both = try home.submissions()
    #expect(both.map(\.state) == ["discarded", "sent"] && both[1].id != old.id)
    #expect(refusing.requests.last?["Idempotency-Key"] == both[1].id)
  }

  @Test("what may have arrived waits for a person's word")
  func resolve() throws {
    let blind = ScriptedServer(hasLookup: false, needsLogin: false)
    let home = try home()
    try home.configure("[submit]\napi = \"\(blind.address)\"\nsettling = \"0s\"\n")
    for text in ["Eins", "Zwei"] {
      blind.change { $0.faults = [.dropped] }
      #expect(try home.run("submit", "--text", text).status == 75)
      #expect(try home.run("deliver").status == 1)
    }
    let open = try home.submissions()
    #expect(open.map(\.state) == ["maybe-sent", "maybe-sent"])
    #expect(try home.run("submissions", "retry", open[0].id).status == 65)
    #expect(try home.run("submissions", "resolve", open[0].id, "--sent").status == 0)
    #expect(try home.run("submissions", "resolve", open[1].id, "--not-sent").status == 0)
    #expect(try home.submissions().map(\.state) == ["sent", "sent"])
    #expect(blind.counts == [open[1].id: 1])
    #expect(try home.run("submissions", "resolve", open[1].id, "--sent").status == 65)
  }

  @Test("tells of a quotation that says nearly the same, and of the same text sent before")
  func similar() throws {
    let home = try home()
    #expect(try home.run("run").status == 0)
    let text = "Edel sei der Mensch, hilfreich und gut"
    let first = try home.run("submit", "--draft", "--json", "--text", text)
    #expect(first.status == 0 && first.errors.contains("nearly the same is there already"))
    #expect(try decode(SubmissionEntry.self, first.output).similar?.count == 1)
    let id = try home.submissions()[0].id
    let second = try home.run("submit", "--draft", "--text", text)
    #expect(second.errors.contains("submission \(id), which is draft"), "\(second.errors)")
    #expect(try home.run("submit", "--draft", "--text", "Etwas ganz anderes").errors.isEmpty)
  }

  @Test("an editor that fails loses nothing: the text stays and is gone on with")
  func editor() throws {
    var home = try home()
    home.variables["EDITOR"] =
      "sh -c 'printf \"author: Ich\\nunsinn\\n\\nMein Text\" > \"$1\"; exit 1' sh"
    let failed = try home.run("submit", "--edit")
    #expect(failed.status == 1 && failed.errors.contains("zitare submit --edit --file"))
    let name = try #require(try Files.names(in: home.state).first { $0.hasPrefix("edit-") })
    let path = home.state.appending(name).string
    home.variables["EDITOR"] = "true"
    let bad = try home.run("submit", "--edit", "--file", path)
    #expect(bad.status == 65 && bad.errors.contains("line 2"), "\(bad.errors)")
    #expect(bad.errors.contains("an unfinished text lies in \(path)"))
    home.variables["EDITOR"] = "sed -i /unsinn/d"
    #expect(try home.run("submit", "--edit", "--file", path).status == 0)
    #expect(try home.submissions()[0].body.contains("Mein Text"))
    home.variables["EDITOR"] = "true"
    let empty = try home.run("submit", "--edit", "--author", "Ich")
    #expect(empty.status == 1 && empty.errors.contains("nothing was kept"))
  }

  @Test("a text that an earlier process of the same number left is named, and stays as it was")
  func sameProcess() throws {
    var home = try home()
    try Files.makeFolder(home.state, mode: 0o700)
    home.variables["EDITOR"] = "sh -c 'printf Neues > \"$1\"' sh"
    let leave = "printf 'Altes' > \(home.state)/edit-$$.txt; exec \"$@\""
    let result = try home.start(under: ["/bin/sh", "-c", leave, "sh"], ["submit", "--edit"]).wait()
    #expect(result.status == 0, "\(result.errors)")
    let left = try Files.names(in: home.state).filter { $0.hasPrefix("edit-") }
    let name = try #require(left.first)
    #expect(left.count == 1 && result.errors.contains(name), "\(left): \(result.errors)")
    #expect(try Files.read(home.state.appending(name)) == Array("Altes".utf8))
    #expect(try home.submissions().count == 1)
  }

  @Test("more than the limit lets out at once are sent all the same, a little later")
  func limit() throws {
    let home = try home()
    #expect(
      try home.run("jobs", "limit", "--key", "submissions", "--rate", "20/1s", "--burst", "2")
        .status == 0)
    let texts = (0..<4).map { "Einsendung \($0)" }.joined(separator: "\n%\n")
    let path = try home.folder.write("texts", texts.utf8).string
    #expect(try home.run("submit", "--file", path, "--send").status == 0)
    #expect(server.counts.count == 4)
  }
}

@Suite("A sheet")
struct SubmissionSheetTests {
  @Test(
    "has a head, an empty line and the text; one without a head is all text",
    arguments: [
      (
        "author: Ich\nyear: 1999\n\nText\n",
        SubmissionSheet(text: "\nText\n", author: "Ich", source: nil, language: nil, year: 1999)
      ),
      (
        "# hallo\n\nAuthor:  Ich \nsource:\n\nText",
        SubmissionSheet(text: "\nText", author: "Ich", source: nil, language: nil, year: nil)
      ),
      (
        "Nur Text: mit Doppelpunkt\n\nzwei",
        SubmissionSheet(
          text: "Nur Text: mit Doppelpunkt\n\nzwei", author: nil, source: nil, language: nil,
          year: nil)
      ),
      ("", SubmissionSheet(author: nil, source: nil, language: nil, year: nil)),
    ])
  func reading(text: String, sheet: SubmissionSheet) throws {
    #expect(try SubmissionSheet(reading: text) == sheet)
  }

  @Test("reads what it wrote")
  func round() throws {
    let sheet = SubmissionSheet(
      text: "Zeile\n\n# keine Bemerkung", author: "A: B", source: nil, language: "de", year: -44)
    let form = try SubmissionSheet(reading: sheet.sheet(headedBy: "# Kopf")).form()
    #expect(form.text == sheet.text && form.author == "A: B" && form.year == -44)
    #expect(form.source == nil && form.language == "de")
  }

  @Test("names the line of a head that is none")
  func badLine() {
    #expect(throws: SubmissionSheet.BadLine(number: 2, text: "autor: Ich")) {
      try SubmissionSheet(reading: "year: 1\nautor: Ich\n\nText")
    }
  }
}

@Suite("Completion")
struct CompletionTests {
  @Test(
    "lists names of which a word begins like the prefix, whatever its case, and opens no socket",
    .enabled(if: canTrace),
    arguments: [
      (["author", "goe"], ["Johann Wolfgang von Goethe"]),
      (["author", "JOH"], ["Johann Wolfgang von Goethe"]),
      (["author", "x"], []), (["theme"], []),
    ])
  func names(words: [String], expected: [String]) throws {
    let home = try Home.withFortunes(Home.texts)
    #expect(try home.start(["complete"] + words).wait().output == "")
    #expect(try home.run("run").status == 0)
    let result = try home.start(
      under: ["/usr/bin/strace", "-f", "-qq", "-e", "trace=socket"], ["complete"] + words
    ).wait()
    #expect(result.output.split(separator: "\n").map(String.init) == expected)
    #expect(result.status == 0 && !result.errors.contains("socket("), "\(result.errors)")
  }
}
