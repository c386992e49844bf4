import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZitareBase

/// What is exported, read by the programs that it is for.
@Suite("zitare export, read by others")
struct ExportReadersTests {
  // MARK: xapian

  @Test("quest, xapian-delve, xapian-check and sha256sum read the file, and nobody can write to it")
  func xapian() throws {
    let home = try Home.withQuotes()
    let place = try home.export("xapian")
    let file = place.appending("quotations.xapian").string
    #expect(try Files.names(in: place) == ["README", "quotations.xapian", "zitare-export.json"])
    #expect(try Self.quest(file, "Wahrheiten").contains(":wahrheiten"))
    #expect(try Self.quest(file, "author:abelard").contains(":wahrheiten"))
    let delve = try run("/usr/bin/xapian-delve", file).output
    #expect(delve.contains("number of documents = 4"))
    let check = try run("/usr/bin/xapian-check", file)
    #expect(check.status == 0 && check.output.contains("No errors found"), "\(check.output)")
    let manifest = try Manifest(place)
    let digests = try manifest.files.map { file in
      let sum = try run("/usr/bin/sha256sum", place.appending(file.path).string).output
      return String(sum.prefix { $0 != " " })
    }
    #expect(manifest.files.map(\.sha256) == digests)
    #expect(manifest.count == 4 && manifest.target == "xapian")
    let script = "import xapian, sys; xapian.WritableDatabase(sys.argv[1], xapian.DB_OPEN)"
    #expect(try run("/usr/bin/python3", "-c", script, file).status != 0)
  }

  @Test("a document's data is read as the README says: digest, length of the key, colon, key")
  func data() throws {
    let home = try Home.withQuotes(DesktopQuotes.all + [DesktopQuotes.accented])
    let place = try home.export("xapian")
    let script = """
      import re, sys, xapian
      database = xapian.Database(sys.argv[1])
      for posting in database.postlist(b''):
          data = database.get_document(posting.docid).get_data()
          digest, length, rest = re.fullmatch(rb'([0-9a-f]{16})(\\d+):(.*)', data, re.S).groups()
          print(rest[:int(length)].decode(), len(rest) - int(length))
      """
    let result = try run(
      "/usr/bin/python3", "-c", script, place.appending("quotations.xapian").string)
    #expect(result.status == 0, "\(result.errors)")
    let keys = result.output.split(separator: "\n").map { $0.split(separator: ":").last ?? "" }
    #expect(
      Set(keys) == ["weisheit 0", "wahrheiten 0", "truths 0", "boese 0", "größe 0"],
      "\(result.output)")
    let guide = String(
      decoding: try #require(try Files.read(place.appending("README"))), as: UTF8.self)
    #expect(guide.contains("a digest of 16 hexadecimal") && guide.contains("16 Hexadezimalziffern"))
  }

  @Test("quest stems words in small letters alone, as the README says")
  func questCapitals() throws {
    let home = try Home.withQuotes()
    let place = try home.export("xapian")
    func hits(_ word: String) throws -> Int {
      let file = place.appending("quotations.xapian").string
      let result = try run("/usr/bin/quest", "-d", file, "-s", "german2", word)
      #expect(result.status == 0, "\(result.errors)")
      return result.output.split(separator: "\n").count { $0.contains(":") && $0.contains("[") }
    }
    #expect(try hits("wahrheit") > hits("Wahrheit"))
    let guide = String(
      decoding: try #require(try Files.read(place.appending("README"))), as: UTF8.self)
    #expect(guide.contains("write nouns small"))
  }

  @Test("a text that does not say its language has the stems of the one it is in, for all readers")
  func undetermined() throws {
    let home = try Home.withQuotes([DesktopQuotes.undetermined, DesktopQuotes.english])
    let omega = try Omega(home)
    #expect(
      try omega.xml("gasse", "xml").values("hit/url").map(Self.slug) == ["unbestimmt"])
    #expect(
      try omega.xml("sprache:de", "xml").values("hit/url").map(Self.slug) == ["unbestimmt"])
    #expect(try Recoll(home).slugs("language:de") == ["unbestimmt"])
    let file = try home.export("xapian").appending("quotations.xapian").string
    #expect(try Self.quest(file, "gasse").contains(":unbestimmt"))
  }

  // MARK: recoll

  @Test("recollq finds by words, stems, fields and dates, and shows what is stored")
  func recoll() throws {
    let recoll = try Recoll(try Home.withQuotes())
    let cases: [(query: String, slugs: Set<String>)] = [
      ("weisheit", ["weisheit", "wahrheiten"]), ("wahrheit", ["weisheit", "wahrheiten", "boese"]),
      ("wahrheiten", ["weisheit", "wahrheiten", "boese"]), ("truth", ["truths"]),
      ("größe", ["wahrheiten"]), ("strasse", ["wahrheiten"]), ("dass", ["wahrheiten"]),
      ("\"nur in der wahrheit\"", ["weisheit"]), ("\"in nur der\"", []),
      ("author:goethe", ["weisheit"]), ("theme:liebe", ["weisheit"]),
      ("theme:weisheit", ["weisheit", "wahrheiten"]), ("language:en", ["truths"]),
      ("weisheit theme:liebe language:de", ["weisheit"]), ("date:2026-03", ["weisheit"]),
      ("date:2025", ["truths"]), ("title:abelard", ["wahrheiten"]),
    ]
    for item in cases {
      #expect(try recoll.slugs(item.query) == item.slugs, "\(item.query)")
    }
    let record = try #require(try recoll.fields("json", of: "goethe").first)
    let quote = try decode([String: Record].self, "{\"quote\":\(record)}")["quote"]
    #expect(quote?.slug == "weisheit" && quote?.text == "Die Weisheit ist nur in der Wahrheit.")
    #expect(try recoll.fields("title", of: "goethe").first?.hasPrefix("Johann Wolfgang") == true)
    #expect(try recoll.query(["-A", "-p", "3"], "wahrheit").output.contains("in der Wahrheit"))
  }

  @Test("a preview is made by zitare itself")
  func preview() throws {
    let recoll = try Recoll(try Home.withQuotes())
    let shown = try recoll.query(["-d"], "author:abelard").output
    #expect(shown.contains("Zweite Zeile."), "\(shown)")
  }

  @Test("Recoll refuses it as its main index, and leaves it as it is")
  func recollMain() throws {
    let recoll = try Recoll(try Home.withQuotes())
    let place = recoll.place
    let before = try Manifest(place).files
    try Files.replace(
      recoll.folder.appending("recoll.conf"),
      with: "topdirs = \(recoll.documents)\ndbdir = \(place.appending("default"))\n".utf8)
    let indexed = try recoll.run("/usr/bin/recollindex", [])
    #expect(indexed.status != 0, "\(indexed.output)")
    for file in before {
      let digest = try run("/usr/bin/sha256sum", place.appending(file.path).string).output
      #expect(digest.hasPrefix(file.sha256), "\(file.path)")
    }
    let guide = String(
      decoding: try #require(try Files.read(place.appending("README"))), as: UTF8.self)
    #expect(guide.contains("recollq -i \(place.appending("default"))"))
    #expect(guide.contains("Never make it Recoll's main index"))
  }

  // MARK: omega

  @Test("Omega's query, xml and opensearch answer, German nouns and their plurals included")
  func omega() throws {
    let omega = try Omega(try Home.withQuotes())
    let cases: [(query: String, slugs: Set<String>)] = [
      ("Wahrheiten", ["weisheit", "wahrheiten", "boese"]),
      ("WAHRHEIT", ["weisheit", "wahrheiten", "boese"]),
      ("Größe", ["wahrheiten"]), ("\"nur in der Wahrheit\"", ["weisheit"]),
      ("autor:Goethe", ["weisheit"]), ("thema:liebe", ["weisheit"]), ("sprache:en", ["truths"]),
      ("Nirgendwo", []),
    ]
    for item in cases {
      let answer = try omega.xml(item.query, "xml")
      #expect(Set(answer.values("hit/url").map(Self.slug)) == item.slugs, "\(item.query)")
    }
    let feed = try omega.xml("Wahrheiten", "opensearch")
    #expect(feed.values("channel/totalResults") == ["3"])
    // Escaped once: what a reader shows has the mark and no entity of ours.
    let descriptions = feed.values("channel/item/description")
    #expect(descriptions.contains { $0.contains("<strong>Wahrheit</strong>") }, "\(descriptions)")
    #expect(descriptions.contains { $0.contains("Größe &amp; &lt;b&gt;Straße") }, "\(descriptions)")
    #expect(try omega.page("Truths", "LANG=en").contains("desire to know <strong>truths</strong>"))
    #expect(try omega.page("Wahrheiten").contains("1–3 von 3"))
    #expect(try omega.xml("", "description").values("ShortName") == ["Zitate"])
  }

  @Test("nothing that a person typed or an origin sent leaves Omega unescaped")
  func omegaEscapes() throws {
    let omega = try Omega(try Home.withQuotes())
    let page = try omega.page("\"><script>alert(1)</script> wahrheit")
    #expect(!page.contains("<script>"), "\(page)")
    #expect(page.contains("&lt;script&gt;alert(1)"))
    for query in [
      "<&\"'>", "a\u{1}b\u{8}", "]]>", "wahrheit", "\u{1F642}", "((", "AND", "größe*", "caf\u{e9}",
    ] {
      for format in ["xml", "opensearch", "description"] {
        _ = try omega.xml(query, format)  // a parser reads it to its end
      }
    }
    for format in ["xml", "opensearch"] {
      _ = try omega.xml("a\u{fffe}", format, "P=%ff%ed%a0%80b")
    }
  }

  private static func quest(_ database: String, _ query: String) throws -> String {
    let result = try run(
      "/usr/bin/quest", "-d", database, "-s", "german2", "--prefix=author:A", "-f",
      "default,cjk_ngram", query.lowercased())
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  /// The last part of `https://…/zitate/SLUG` or `zitare://zitat/SLUG`.
  fileprivate static func slug(_ url: String) -> String {
    String(url.split(separator: "/").last ?? "")
  }
}

private struct Record: Decodable {
  let slug: String
  let text: String
}

/// `zitare-export.json`, as far as tests look at it.
struct Manifest: Decodable {
  struct File: Decodable {
    let path: String
    let sha256: String
  }
  let target: String
  let count: Int
  let changes: Int
  let files: [File]

  init(_ place: FilePath) throws {
    let bytes = try #require(try Files.read(place.appending("zitare-export.json")))
    self = try decode(Manifest.self, String(decoding: bytes, as: UTF8.self))
  }
}

/// Recoll with an index of its own that holds nothing, beside which ours is asked.
private struct Recoll {
  let home: Home
  let folder: FilePath
  let documents: FilePath
  let place: FilePath

  init(_ home: Home) throws {
    self.home = home
    folder = home.folder.appending("recoll")
    documents = home.folder.appending("documents")
    place = try home.export("recoll")
    for folder in [folder, documents] { try Files.makeFolder(folder) }
    try Files.replace(folder.appending("recoll.conf"), with: "topdirs = \(documents)\n".utf8)
    for name in ["fields", "backends"] {
      let bytes = try #require(try Files.read(place.appending(name)))
      try Files.replace(folder.appending(name), with: bytes)
    }
    let indexed = try run("/usr/bin/recollindex", [])
    #expect(indexed.status == 0, "\(indexed.errors)")
  }

  func run(_ program: String, _ words: [String]) throws -> ChildProcess.Result {
    var environment = home.environment
    environment["PATH"] = "\(Home.program.parent):/usr/bin:/bin"
    environment["LANG"] = "C.UTF-8"
    return try ChildProcess(
      FilePath(program), ["-c", folder.string] + words, environment: environment
    ).wait()
  }

  func query(_ options: [String], _ query: String) throws -> ChildProcess.Result {
    let result = try run(
      "/usr/bin/recollq",
      options + ["-i", place.appending("default").string, "-s", "german", "-q", query])
    #expect(result.status == 0, "\(query): \(result.errors)")
    return result
  }

  /// The values of one field, of all hits.
  func fields(_ name: String, of text: String) throws -> [String] {
    try query(["-F", name], text).output.split(separator: "\n").dropFirst(2).compactMap { line in
      Data(base64Encoded: String(line.split(separator: " ").first ?? ""))
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  func slugs(_ query: String) throws -> Set<String> {
    Set(try fields("url", of: query).map(ExportReadersTests.slug))
  }
}

/// The Omega CGI, called as a web server calls it.
private struct Omega {
  let home: Home
  let place: FilePath

  init(_ home: Home) throws {
    self.home = home
    place = try home.export("omega")
  }

  func page(_ query: String, _ more: String...) throws -> String {
    try answer(query, more).body
  }

  /// The answer as read by an XML parser.
  func xml(_ query: String, _ format: String, _ more: String...) throws -> XMLValues {
    let answer = try answer(query, ["FMT=\(format)"] + more)
    #expect(answer.head.contains("xml"))
    return try XMLValues(answer.body)
  }

  private func answer(_ query: String, _ more: [String]) throws -> (head: String, body: String) {
    let encoded = query.utf8.map { "%" + [$0].hexadecimal }.joined()
    let result = try run(
      "/usr/lib/cgi-bin/omega/omega",
      environment: [
        "OMEGA_CONFIG_FILE": place.appending("omega.conf").string, "REQUEST_METHOD": "GET",
        "QUERY_STRING": (["P=\(encoded)"] + more).joined(separator: "&"),
        "SCRIPT_NAME": "/omega", "HTTP_HOST": "localhost",
      ])
    #expect(result.status == 0, "\(result.errors)")
    let parts = result.output.split(separator: "\n\n", maxSplits: 1)
    try #require(parts.count == 2, "\(result.output)")
    return (String(parts[0]), String(parts[1]))
  }
}

/// The texts of an XML document, by the names of the elements they are in without the outermost.
private struct XMLValues {
  private let texts: [[String]]

  init(_ document: String) throws {
    let script = """
      import sys, json, xml.etree.ElementTree as tree
      found = []
      def walk(element, path):
          for child in element:
              name = path + [child.tag.split('}')[-1]]
              found.append(['/'.join(name), child.text or ''])
              walk(child, name)
      walk(tree.fromstring(sys.stdin.buffer.read()), [])
      print(json.dumps(found))
      """
    let result = try run("/usr/bin/python3", "-c", script, input: document)
    try #require(result.status == 0, "\(result.errors)\(document)")
    texts = try decode([[String]].self, result.output)
  }

  func values(_ path: String) -> [String] { texts.filter { $0[0] == path }.map { $0[1] } }
}
