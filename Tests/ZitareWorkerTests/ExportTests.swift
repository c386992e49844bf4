import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("zitare export")
struct ExportTests {
  private static let targets = ["xapian", "recoll", "omega", "html"]
  private static let later = "2026-05-02T00:00:00Z"

  @Test(
    "an export that is current is not touched, one of another corpus is replaced",
    arguments: targets)
  func current(target: String) throws {
    let home = try Home.withQuotes()
    let place = try home.export(target)
    let before = try FileIdentity.all(below: place)
    try home.export(target)
    #expect(try FileIdentity.all(below: place) == before)
    #expect(try Manifest(place).count == 4)
    try home.publish([DesktopQuotes.wisdom], generatedAt: Self.later)
    try home.export(target)
    #expect(try FileIdentity.all(below: place) != before)
    #expect(try Manifest(place).count == 1)
    #expect(try Files.names(in: place.parent) == [target])
  }

  @Test(
    "the difference gives the documents that a new export gives", arguments: ["recoll", "omega"])
  func difference(target: String) throws {
    let home = try Home.withQuotes(DesktopQuotes.all + Self.others)
    let place = try home.export(target)
    let changed = DesktopQuotes.wisdom.replacing("in der Wahrheit", with: "in der Klarheit")
    try home.publish(
      [changed, DesktopQuotes.truths, DesktopQuotes.hostile] + Self.others,
      generatedAt: Self.later)
    try home.export(target)
    #expect(try Manifest(place).changes == 2)
    let updated = try Self.dump(place)
    #expect(!updated.contains("truths\"") && updated.contains("klarheit"))
    Files.removeAll(place)
    try home.export(target)
    #expect(try Manifest(place).changes == 0)
    #expect(try Self.dump(place) == updated)
  }

  @Test("pages that did not change stay the files they were, removed quotations vanish")
  func pages() throws {
    let home = try Home.withQuotes(DesktopQuotes.all + Self.others)
    let place = try home.export("html")
    let before = try Self.identities(in: place)
    #expect(before.count == 24)
    let changed = DesktopQuotes.wisdom.replacing("in der Wahrheit", with: "in der Klarheit")
    try home.publish(
      [changed, DesktopQuotes.truths, DesktopQuotes.hostile] + Self.others,
      generatedAt: Self.later)
    try home.export("html")
    let after = try Self.identities(in: place)
    #expect(after.count == 23)
    #expect(after.count { before[$0.key] == $0.value } == 22)
    #expect(after.keys.allSatisfy { before[$0] != nil })
  }

  @Test(
    "a page has text, author, themes and address, escaped")
  func page() throws {
    let home = try Home.withQuotes()
    let place = try home.export("html")
    let pages = try Self.identities(in: place).keys.sorted().map { path in
      String(decoding: try #require(try Files.read(FilePath(path))), as: UTF8.self)
    }
    let wisdom = try #require(pages.first { $0.contains("Die Weisheit ist") })
    for part in [
      #"<html lang="de" dir="ltr">"#, #"<meta name="author" content="Johann Wolfgang von Goethe">"#,
      #"<meta name="keywords" content="Weisheit, Liebe und Tod">"#,
      #"<link rel="canonical" href="https://zitare.com/zitate/weisheit">"#,
    ] {
      #expect(wisdom.contains(part), "\(wisdom)")
    }
    let truths = try #require(pages.first { $0.contains("Alle Wahrheiten") })
    #expect(truths.contains("&lt;b&gt;Straße&lt;/b&gt;: &quot;daß&quot; \\ zählt.<br>\nZweite"))
    #expect(pages.allSatisfy { !$0.contains("<script>") && !$0.contains("\u{1b}") })
  }

  /// A folder for temporary files whose file system keeps attributes of users, nil where there is none.
  private static let attributed: FilePath? = [FilePath("/tmp"), FilePath("/var/tmp")].first {
    guard let folder = try? Files.makeTemporaryFolder("zitare-test", in: $0) else { return false }
    defer { Files.removeAll(folder) }
    return (try? Files.setAttribute("user.xdg.tags", to: "x", of: folder)) == true
  }

  @Test(
    "a page's tags and author are attributes of its file, too",
    .enabled(if: attributed != nil, "neither /tmp nor /var/tmp keeps attributes of users"))
  func attributes() throws {
    let folder = try Files.makeTemporaryFolder(
      "zitare-test", in: try #require(Self.attributed))
    defer { Files.removeAll(folder) }
    let place = folder.appending("html")
    let home = try Home.withQuotes()
    let exported = try home.run("export", "html", "--output", place.string)
    #expect(exported.status == 0, "\(exported.errors)")
    let script = """
      import os, sys
      for folder, _, names in os.walk(sys.argv[1]):
          for name in names:
              for key in os.listxattr(os.path.join(folder, name)):
                  print(key, os.getxattr(os.path.join(folder, name), key).decode())
      """
    let attributes = try run("/usr/bin/python3", "-c", script, place.string)
    #expect(attributes.status == 0, "\(attributes.errors)")
    let lines = attributes.output.split(separator: "\n")
    #expect(lines.contains("user.xdg.tags Weisheit,Liebe und Tod"))
    #expect(lines.contains("user.xdg.comment Johann Wolfgang von Goethe"))
  }

  @Test("a folder with anything else in it is refused, with its name, and stays as it is")
  func foreign() throws {
    let home = try Home.withQuotes()
    let place = home.folder.appending("mine")
    func refusal(_ target: String, _ variables: [String: String] = [:]) throws -> String {
      var home = home
      home.variables = variables
      let result = try home.run("export", target, "--output", place.string)
      #expect(result.status == 73, "\(result.errors)")
      return result.errors
    }
    try home.folder.write("mine/letter.txt", "Dear".utf8)
    #expect(try refusal("recoll").contains("\(place) holds letter.txt, which is no part of"))
    #expect(
      try refusal("html", ["LANG": "de_DE.UTF-8"]).contains("enthält letter.txt, das zu keinem"))
    #expect(try home.folder.read("mine/letter.txt") == Array("Dear".utf8))
    unlink(place.appending("letter.txt").string)
    #expect(try home.run("export", "recoll", "--output", place.string).status == 0)
    #expect(try refusal("omega").contains("holds the export recoll"))
    try home.folder.write("mine/default/letter.txt", "Dear".utf8)
    #expect(try refusal("recoll").contains("holds default/letter.txt"))
    #expect(try home.folder.read("mine/default/letter.txt") == Array("Dear".utf8))
    Files.removeAll(place)
    try Files.replace(place, with: "a file".utf8)
    #expect(try refusal("recoll").contains("\(place) is no folder"))
  }

  @Test(
    "an export with damaged or missing files is made anew", arguments: ["recoll", "xapian", "html"])
  func damaged(target: String) throws {
    let home = try Home.withQuotes(DesktopQuotes.all + Self.others)
    let place = try home.export(target)
    let victim = try #require(try Manifest(place).files.map(\.path).first { $0 != "README" })
    // One that is missing or has another size is seen at once.
    try Files.replace(place.appending(victim), with: [1, 2, 3])
    try home.export(target)
    #expect(try Self.isSound(place))
    guard target == "recoll" else { return }
    // One bit is seen before anything is built on it.
    let postings = place.appending("default/postlist.glass")
    var bytes = try #require(try Files.read(postings))
    bytes[bytes.count / 2] ^= 1
    try Files.replace(postings, with: bytes)
    try home.publish(
      Array(DesktopQuotes.all.dropLast()) + Self.others, generatedAt: Self.later)
    try home.export(target)
    #expect(try Self.isSound(place) && Manifest(place).changes == 0)
  }

  @Test(
    "those that the configuration names follow every change, also beside each other; no others are made"
  )
  func configured() throws {
    let home = try Home.withQuotes()
    #expect(try home.run("export", "omega").errors.contains("export.omega in the configuration"))
    let places = Self.targets.map { home.folder.appending("kept/\($0)") }
    let keys = zip(Self.targets, places).map { "\($0) = \"\($1)\"\n" }.joined()
    try home.configure("[export]\n" + keys)
    try home.publish([DesktopQuotes.wisdom, DesktopQuotes.english], generatedAt: Self.later)
    for place in places {
      #expect(try Manifest(place).count == 2)
      #expect(try Self.isSound(place))
    }
    #expect(try Files.names(in: home.folder.appending("kept")) == Self.targets.sorted())
    let told = try home.run("export", "omega", "--json")
    #expect(told.output.contains(#""count":2"#), "\(told.output)\(told.errors)")
  }

  @Test("what a killed run left beside it is removed, and a link leads to the folder itself")
  func leftovers() throws {
    let home = try Home.withQuotes()
    let place = home.folder.appending("real/index")
    try home.folder.write("real/.index.zitare-export/half", [1])
    symlink("real/index", home.folder.appending("link").string)
    for folder in [place.string + "/", home.folder.appending("link").string] {
      let result = try home.run("export", "recoll", "--output", folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try Files.names(in: place.parent) == ["index"])
    }
    #expect(try !Files.isFolder(home.folder.appending("link")))
  }

  /// Whether this process may mount a file system of its own.
  private static let canMount: Bool =
    (try? run("/usr/bin/unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt").status) == 0

  @Test(
    "a full disk leaves the old export and no litter, and with space again the next run succeeds",
    .enabled(if: canMount, "a file system of a few megabytes cannot be mounted here"),
    arguments: targets)
  func fullDisk(target: String) throws {
    let home = try Home.withQuotes(DesktopQuotes.all + Self.others)
    let more = (0..<2000).map { number in
      let words = (0..<40).map { "wort\((number * 40 + $0) % 5003)" }.joined(separator: " ")
      return #"{"slug":"m\#(number)","text":"\#(words)","language":"de"}"#
    }
    let place = home.folder.appending("disk")
    try Files.makeFolder(place)
    let program = [Home.program.string] + home.origins.flatMap { ["--origin", $0] }
    let export = program + ["export", target, "--output", place.appending("it").string]
    // All in one mount namespace: the disk is gone with its last process.
    let script = """
      set -e
      mount -t tmpfs -o size=1600k,nr_inodes=200 tmpfs '\(place)'
      \(Self.quoted(export))
      sha256sum $(find '\(place)' -type f) >'\(home.folder.appending("before"))'
      cp '\(home.folder.appending("many.json"))' '\(home.folder.appending("index-full.json"))'
      \(Self.quoted(program + ["--set", "refresh.allowed_shrink=100", "run"]))
      status=0; \(Self.quoted(export)) || status=$?
      echo "status $status"
      sha256sum --quiet -c '\(home.folder.appending("before"))'
      ls -A '\(place)'
      mount -o remount,size=64m,nr_inodes=10000 '\(place)'
      \(Self.quoted(export))
      cat '\(place)/it/zitare-export.json'
      """
    try home.folder.write(
      "many.json",
      DesktopQuotes.snapshot(DesktopQuotes.all + Self.others + more, generatedAt: Self.later).utf8)
    let result = try ChildProcess(
      "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", script], environment: home.environment
    ).wait()
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("status 75\nit\n"), "\(result.output)\(result.errors)")
    #expect(result.errors.contains("no space left, the export stays as it was"))
    #expect(result.output.contains("\"count\":2024"))
  }

  private static func quoted(_ words: [String]) -> String {
    words.map(DesktopSession.quoted).joined(separator: " ")
  }

  @Test(
    "where folders cannot change places the old export stays, and what helps is said",
    .enabled(if: canTrace))
  func noExchange() throws {
    let home = try Home.withQuotes()
    let place = try home.export("recoll")
    let before = try FileIdentity.all(below: place)
    try home.publish([DesktopQuotes.wisdom], generatedAt: Self.later)
    let strace = [
      "/usr/bin/strace", "-f", "-qq", "-e", "trace=renameat2", "-e",
      "inject=renameat2:error=EINVAL", "-o", "/dev/null",
    ]
    let result = try home.start(under: strace, ["export", "recoll", "--output", place.string])
      .wait()
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("cannot exchange two folders"), "\(result.errors)")
    #expect(try FileIdentity.all(below: place) == before)
    #expect(try Files.names(in: place.parent) == ["recoll"])
    // The way out that the message names.
    Files.removeAll(place)
    try home.export("recoll")
    #expect(try Manifest(place).count == 1)
  }

  @Test("without a corpus there is nothing to export")
  func nothing() throws {
    let home = try Home()
    let result = try home.run("export", "html", "--output", home.folder.appending("x").string)
    #expect(result.status == 75)
    #expect(try Files.size(of: home.folder.appending("x")) == nil)
    #expect(try home.run("export", "pdf", "--output", "x").status == 64)
  }

  /// Twenty more, so that a difference of two is a small one.
  private static let others = (1...20).map {
    #"{"slug":"s\#($0)","text":"Der \#($0). Gedanke.","language":"de","authorSlug":"jemand"}"#
  }

  /// The pages of an export.
  private static func identities(in place: FilePath) throws -> [String: FileIdentity] {
    try FileIdentity.all(below: place).filter { $0.key.hasSuffix(".html") }
  }

  /// Whether all files are what the manifest says.
  static func isSound(_ place: FilePath) throws -> Bool {
    try Manifest(place).files.allSatisfy { file in
      let bytes = try Files.read(place.appending(file.path), limit: 1 << 30)
      return bytes.map { SHA256.digest($0).hexadecimal == file.sha256 } ?? false
    }
  }

  /// Everything that a database holds of its documents, whatever their numbers.
  private static func dump(_ place: FilePath) throws -> String {
    let script = """
      import sys, zlib, xapian
      database = xapian.Database(sys.argv[1] + '/default')
      documents = []
      for posting in database.postlist(b''):
          document = database.get_document(posting.docid)
          terms = [(t.term, t.wdf, list(t.positer)) for t in document.termlist()]
          values = [(v.num, v.value) for v in document.values()]
          text = zlib.decompress(database.get_metadata(b'%010d' % posting.docid))
          documents.append(repr((terms, values, document.get_data(), text)))
      print(database.get_doccount(), len([k for k in database.metadata_keys(b'0')]))
      print('\\n'.join(sorted(documents)))
      """
    let result = try run("/usr/bin/python3", "-c", script, place.string)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }
}
