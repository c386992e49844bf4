import TestSupport
import Testing
import ZitareBase

@Suite("zitare-search-provider")
struct SearchProviderTests {
  private typealias Session = DesktopSession

  /// The ids that a search gives.
  private static func ids(_ text: String) throws -> [String] {
    try BusAnswer<[String]>(text).data[0]
  }

  @Test("the bus starts it, and every method of both interfaces answers in its type")
  func allMethods() throws {
    let session = try Session(try Home.withQuotes())
    let outputs = try session.run([
      Session.provider("GetInitialResultSet", "as", Session.texts("weisheit")),
      Session.provider("GetSubsearchResultSet", "asas", "0", Session.texts("weisheit")),
      Session.provider("GetResultMetas", "as", Session.texts("nobody:knows")),
      Session.provider("ActivateResult", "sasu", "nobody:knows", Session.texts("x"), "0"),
      Session.provider("LaunchSearch", "asu", Session.texts("weisheit"), "0"),
      Session.runner("Match", "s", "weisheit"),
      Session.runner("Actions"),
      Session.runner("Run", "ss", "nobody:knows", "''"),
      Session.runner("Config"),
      Session.runner("Teardown"),
    ])
    let types = outputs.map { output in
      output.firstRange(of: "\"type\":\"").map { output[$0.upperBound...].prefix { $0 != "\"" } }
    }
    #expect(
      types == ["as", "as", "aa{sv}", nil, nil, "a(sssida{sv})", "a(sss)", nil, "a{sv}", nil],
      "\(outputs)")
    #expect(outputs.allSatisfy { !$0.contains("failed") }, "\(outputs)")
    #expect(outputs[8].contains(#""MinLetterCount":{"type":"i","data":3}"#), "\(outputs[8])")
  }

  @Test("gdbus calls every method, too, each interface at its own object and nowhere else")
  func gdbus() throws {
    let session = try Session(try Home.withQuotes())
    let call = "gdbus call --session --dest ev.mana.zitare.Search --object-path /ev/mana/zitare/"
    let shell = "\(call)SearchProvider --method org.gnome.Shell.SearchProvider2."
    let runner = "\(call)Runner --method org.kde.krunner1."
    let look = "busctl --user introspect ev.mana.zitare.Search"
    let outputs = try session.run([
      "\(shell)GetInitialResultSet \"['weisheit']\"",
      "\(shell)GetSubsearchResultSet \"['nobody:knows']\" \"['weisheit']\"",
      "\(shell)GetResultMetas \"['nobody:knows']\"",
      "\(shell)ActivateResult nobody:knows \"['x']\" 0",
      "\(shell)LaunchSearch \"['weisheit']\" 0",
      "\(runner)Match weisheit", "\(runner)Actions", "\(runner)Run nobody:knows \"''\"",
      "\(runner)Config", "\(runner)Teardown",
      "\(look) /ev/mana/zitare/SearchProvider", "\(look) /ev/mana/zitare/Runner",
    ])
    #expect(outputs[0].hasPrefix("(['") && outputs[0].contains(":weisheit'"), "\(outputs[0])")
    #expect(outputs[1] == "(@as [],)")
    #expect(outputs[2].contains("'name': <'This quotation is not there any more'>"))
    #expect([outputs[3], outputs[4], outputs[7], outputs[9]] == ["()", "()", "()", "()"])
    #expect(outputs[5].hasPrefix("([('") && outputs[5].contains("Goethe"), "\(outputs[5])")
    #expect(outputs[6].hasPrefix("([('copy', '"), "\(outputs[6])")
    #expect(outputs[8].contains("'MinLetterCount': <3>"), "\(outputs[8])")
    #expect(outputs[10].contains("org.gnome.Shell.SearchProvider2"))
    #expect(!outputs[10].contains("krunner1"))
    #expect(outputs[11].contains("org.kde.krunner1") && !outputs[11].contains("SearchProvider2"))
  }

  @Test("KRunner's copy hands text and author to Klipper, and without Klipper nothing fails")
  func copy() throws {
    let session = try Session(try Home.withQuotes())
    let found = try session.run([
      Session.provider("GetInitialResultSet", "as", Session.texts("goethe"))
    ])
    let id = Session.quoted(try #require(try Self.ids(found[0]).first))
    let script = try session.home.folder.write("klipper.py", Self.klipper.utf8)
    let outputs = try session.run([
      Session.runner("Run", "ss", id, "copy"), Session.runner("Match", "s", "weisheit"),
      "python3 '\(script)' & klipper=$!\n"
        + "until busctl --user status org.kde.klipper >/dev/null 2>&1; do :; done\n"
        + Session.runner("Run", "ss", id, "copy") + "; wait $klipper",
    ])
    #expect(!outputs[0].contains("failed") && outputs[1].contains("Goethe"), "\(outputs)")
    #expect(
      outputs[2].hasSuffix(
        "„Die Weisheit ist nur in der Wahrheit.“ — Johann Wolfgang von Goethe"), "\(outputs[2])")
    #expect(try session.openings().isEmpty)
  }

  /// A clipboard that prints what it is first given, and ends.
  private static let klipper = """
    from gi.repository import Gio, GLib
    xml = "<node><interface name='org.kde.klipper.klipper'><method name='setClipboardContents'>" \\
        "<arg type='s' direction='in'/></method></interface></node>"
    loop = GLib.MainLoop()
    def called(bus, sender, path, interface, method, arguments, call):
        print(arguments.unpack()[0], flush=True)
        call.return_value(None)
        loop.quit()
    def named(bus, name):
        node = Gio.DBusNodeInfo.new_for_xml(xml)
        bus.register_object('/klipper', node.interfaces[0], called, None, None)
    Gio.bus_own_name(Gio.BusType.SESSION, 'org.kde.klipper', 0, named, None, None)
    loop.run()
    """

  @Test("all words must be there, the last one perhaps as a beginning, and no text is an error")
  func terms() throws {
    let session = try Session(try Home.withQuotes())
    let cases: [(terms: [String], slugs: Set<String>)] = [
      (["wahrheit"], ["weisheit", "wahrheiten", "boese"]), (["weisheit"], ["weisheit"]),
      (["WAHRHEITEN", "große"], ["wahrheiten"]), (["wahrheit", "nirgendwo"], []),
      (["goethe", "weish"], ["weisheit"]), (["strasse"], ["wahrheiten"]),
      (["abelard"], ["wahrheiten"]), (["truth"], ["truths"]),
      (["AND"], []), (["\""], []), (["*"], []), (["x:"], []), (["(", ")"], []), ([], []),
      (["-weisheit", "NOT"], []), (["author:goethe"], []),
    ]
    let outputs = try session.run(
      cases.map { item in
        let words = [String(item.terms.count)] + item.terms.map(Session.quoted)
        return Session.provider("GetInitialResultSet", "as", words.joined(separator: " "))
      })
    for (item, output) in zip(cases, outputs) {
      let slugs = try Self.ids(output).map { String($0.split(separator: ":").last ?? "") }
      #expect(Set(slugs) == item.slugs && slugs.count == item.slugs.count, "\(item.terms)")
    }
  }

  @Test("there is one description for each id that was asked for, also for one that is gone")
  func metas() throws {
    let home = try Home.withQuotes()
    let session = try Session(home)
    let first = try session.run([
      Session.provider("GetInitialResultSet", "as", Session.texts("goethe")),
      Session.provider("GetInitialResultSet", "as", Session.texts("abelard")),
      Session.provider("GetInitialResultSet", "as", Session.texts("gefährlich")),
    ])
    let ids = try first.flatMap(Self.ids)
    try #require(ids.count == 3)
    try home.publish(
      [DesktopQuotes.truths, DesktopQuotes.hostile], generatedAt: "2026-05-02T00:00:00Z")
    let asked = [ids[2], "no id", ids[0], ids[1], ids[0], ""]
    let words = [String(asked.count)] + asked.map(Session.quoted)
    let output = try session.run([
      Session.provider("GetResultMetas", "as", words.joined(separator: " "))
    ])[0]
    let metas = try BusAnswer<[[String: BusVariant]]>(output).data[0]
    #expect(metas.map { $0["id"]?.text } == asked)
    #expect(metas.allSatisfy { $0["name"]?.text?.isEmpty == false })
    let gone = metas.map { $0["name"]?.text == "This quotation is not there any more" }
    #expect(gone == [false, true, true, false, true, true])
    // What came over the bus is what a terminal or a label may show.
    let hostile = try #require(metas[0]["name"]?.text)
    #expect(hostile.hasPrefix("Gefährlich[31m ]]> <script>"))
    #expect(!hostile.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202e })
    #expect(metas[3]["description"]?.text == "Petrus Abelard")
    let copied = metas[3]["clipboardText"]?.text ?? ""
    #expect(copied.hasPrefix("„Alle Wahrheiten") && copied.hasSuffix("“ — Petrus Abelard"))
  }

  @Test("a narrower search keeps what still matches, in its order, and adds nothing")
  func subsearch() throws {
    let session = try Session(try Home.withQuotes())
    let all = try Self.ids(
      session.run([
        Session.provider("GetInitialResultSet", "as", Session.texts("wahrheit"))
      ])[0])
    try #require(all.count == 3)
    let reversed = [String(3)] + all.reversed().map(Session.quoted)
    let earlier = reversed.joined(separator: " ")
    let outputs = try session.run([
      Session.provider("GetSubsearchResultSet", "asas", earlier, Session.texts("wahrheit")),
      Session.provider("GetSubsearchResultSet", "asas", earlier, Session.texts("wahrheit", "goe")),
      Session.provider("GetSubsearchResultSet", "asas", earlier, Session.texts("truths")),
      Session.provider(
        "GetSubsearchResultSet", "asas", "1 gone:quotation", Session.texts("wahrheit")),
    ])
    #expect(try Self.ids(outputs[0]) == all.reversed())
    #expect(try Self.ids(outputs[1]).map { $0.hasSuffix(":weisheit") } == [true])
    #expect(try Self.ids(outputs[2]) == [])
    #expect(try Self.ids(outputs[3]) == [])
  }

  @Test("twenty queries at once are each answered with what they asked for")
  func overlapping() throws {
    let session = try Session(try Home.withQuotes())
    let words = ["weisheit", "truths", "nirgendwo", "strasse"]
    let calls = (0..<20).map { number in
      Session.runner("Match", "s", words[number % 4]) + " >\"$HOME/answer-\(number)\" &"
    }
    _ = try session.run([(calls + ["wait"]).joined(separator: "\n")])
    let answers = try (0..<20).map { number in
      String(decoding: try session.home.folder.read("answer-\(number)") ?? [], as: UTF8.self)
    }
    for (number, answer) in answers.enumerated() {
      #expect(answer == answers[number % 4], "\(answer)")
      #expect(answer.contains("a(sssida{sv})"))
    }
    #expect(Set(answers).count == 4)
    #expect(
      answers[0].contains(#""urls":{"type":"as","data":["https://zitare.com/zitate/weisheit"]}"#))
    #expect(answers[0].contains(#""subtext":{"type":"s","data":"Johann Wolfgang von Goethe"}"#))
  }

  @Test("a quotation opens its page, one without a page a file that is made for it")
  func activation() throws {
    let session = try Session(try Home.withQuotes())
    func id(_ word: String) throws -> String {
      try Self.ids(
        session.run([Session.provider("GetInitialResultSet", "as", Session.texts(word))])[0])[0]
    }
    let (paged, plain) = (try id("goethe"), try id("gefährlich"))
    let wait = "while [ $(wc -l <'\(session.opened)' || echo 0) -lt 4 ]; do :; done"
    _ = try session.run([
      ": >'\(session.opened)'",
      Session.provider("ActivateResult", "sasu", Session.quoted(paged), Session.texts("x"), "0"),
      Session.runner("Run", "ss", Session.quoted(plain), "''"),
      Session.runner("Run", "ss", Session.quoted(paged), "''"),
      Session.provider("LaunchSearch", "asu", Session.texts("<weisheit>"), "0"), wait,
    ])
    let opened = try session.openings()
    #expect(opened.count { $0 == "https://zitare.com/zitate/weisheit" } == 2)
    let files = opened.filter { $0.hasPrefix("file:///") }
    #expect(files.count == 2 && files.allSatisfy { $0.hasSuffix(".html") })
    var pages: [String] = []
    for file in files {
      let path = FilePath(String(file.dropFirst(7)))
      pages.append(String(decoding: try #require(try Files.read(path)), as: UTF8.self))
    }
    #expect(pages.contains { $0.contains("&lt;script&gt;alert(1)&lt;/script&gt;") })
    #expect(pages.contains { $0.contains("<h1>Quotations: &lt;weisheit&gt;</h1>") })
    #expect(pages.allSatisfy { !$0.contains("<script>") })
  }

  @Test("it ends when nobody asks, and the bus starts it again")
  func idle() throws {
    let session = try Session(try Home.withQuotes())
    let match = Session.runner("Match", "s", "weisheit")
    let outputs = try session.run([
      "'\(session.provider)' --idle 300ms & provider=$!\n"
        + "until busctl --user status ev.mana.zitare.Search >/dev/null 2>&1; do :; done\n"
        + "\(match); wait $provider; echo ended with $?", match,
    ])
    #expect(outputs[0].contains("Goethe") && outputs[0].hasSuffix("ended with 0"), "\(outputs)")
    #expect(outputs[1].contains("Goethe"))
  }

  @Test("a second one is refused, and a wrong word named")
  func refusals() throws {
    let session = try Session(try Home.withQuotes())
    let outputs = try session.run([
      Session.runner("Teardown"), "'\(session.provider)'; echo $?",
      "'\(session.provider)' --idle soon; echo $?", "'\(session.provider)' --help",
      "LANG=de_DE.UTF-8 '\(session.provider)' --help",
    ])
    #expect(outputs[1].contains("another process answers") && outputs[1].hasSuffix("1"))
    #expect(outputs[2].hasSuffix("64"), "\(outputs[2])")
    #expect(outputs[3].contains("answers the searches"))
    #expect(outputs[4].contains("beantwortet die Suchen"))
  }

  @Test(
    "without corpus and index nothing is found and nothing is said; keys of others are no fault")
  func nothingThere() throws {
    let session = try Session(try Home())
    try session.home.configure("origins = []\n[search]\nremote = false\n[export]\nhtml = \"/x\"\n")
    let outputs = try session.run([
      Session.provider("GetInitialResultSet", "as", Session.texts("weisheit")),
      Session.runner("Match", "s", "weisheit"),
      Session.provider("GetResultMetas", "as", Session.texts("a:b")),
    ])
    #expect(try Self.ids(outputs[0]) == [])
    #expect(outputs[1] == #"{"type":"a(sssida{sv})","data":[[]]}"#)
    #expect(outputs[2].contains("not there any more"))
  }

  @Test("it opens no socket but that of the bus", .enabled(if: canTrace))
  func noNetwork() throws {
    let session = try Session(try Home.withQuotes())
    let trace = session.home.folder.appending("trace")
    let outputs = try session.run([
      "strace -f -e trace=network -o '\(trace)' '\(session.provider)' --idle 300ms & provider=$!\n"
        + "until busctl --user status ev.mana.zitare.Search >/dev/null 2>&1; do :; done\n"
        + Session.runner("Match", "s", "nirgendwo") + "\n"
        + Session.runner("Match", "s", "weisheit") + "\nwait $provider; echo $?"
    ])
    #expect(outputs[0].hasSuffix("\n0"), "\(outputs)")
    let sockets = String(decoding: try #require(try Files.read(trace)), as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("socket(") }
    #expect(!sockets.isEmpty && sockets.allSatisfy { $0.contains("AF_UNIX") }, "\(sockets)")
  }

  @Test("the main program loads nothing of systemd, the provider does")
  func libraries() throws {
    let session = try Session(try Home())
    let main = try run("/usr/bin/readelf", "-d", session.prefix.appending("bin/zitare").string)
    #expect(main.status == 0 && main.output.contains("libxapian"))
    #expect(!main.output.contains("libsystemd"))
    #expect(try run("/usr/bin/readelf", "-d", session.provider).output.contains("libsystemd"))
  }
}
