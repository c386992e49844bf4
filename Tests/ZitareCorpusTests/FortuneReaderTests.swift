import Glibc
import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

struct FortuneReaderTests {
  private let folder = TemporaryFolder()

  private func read(
    _ path: FilePath, language: String? = nil, batchesOf size: Int = 500
  ) throws -> (records: [QuoteRecord], summary: FortuneReader.Summary) {
    var records: [QuoteRecord] = []
    let summary = try FortuneReader([path], language: language).read(batchesOf: size) {
      #expect(!$0.isEmpty && $0.count <= size)
      records += $0
    }
    return (records, summary)
  }

  @Test("a record becomes a quotation with author, source, year and note")
  func record() throws {
    let path = try folder.write(
      "mine", "Messen heißt wissen.\n\t\t-- A. Lovelace (Notes, 1843)\n%\n".utf8)
    let (records, summary) = try read(path)
    #expect(
      records == [
        QuoteRecord(
          slug: Slug.quote("Messen heißt wissen.", by: "a-lovelace"), text: "Messen heißt wissen.",
          language: "de", authorSlug: "a-lovelace", authorName: "A. Lovelace", sourceSlug: "notes",
          sourceTitle: "Notes", year: 1843)
      ])
    #expect(summary.records == 1 && summary.attributed == 1 && summary.skipped == 0)
  }

  struct Hostile: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let texts: [String]

    init(_ description: String, _ bytes: some Sequence<UInt8>, _ texts: [String]) {
      testDescription = description
      self.bytes = Array(bytes)
      self.texts = texts
    }
  }

  static let hostile: [Hostile] = [
    Hostile("an empty file holds nothing", [], []),
    Hostile("separators alone hold nothing", "%\n%\n\n%\n%".utf8, []),
    Hostile("the last record needs no separator", "a\n%\nb".utf8, ["a", "b"]),
    Hostile("nor does the last separator need a line end", "a\n%".utf8, ["a"]),
    Hostile("lines may end as on Windows", "a\r\n%\r\nb\r\n%\r\n".utf8, ["a", "b"]),
    Hostile(
      "only a line of one percent sign separates", "a\n% \n%x\n %\nb\n".utf8, ["a\n%\n%x\n %\nb"]),
    Hostile("lines with two percent signs are comments", "%% by me\na\n%%\nb\n".utf8, ["a\nb"]),
    Hostile("a byte order mark is dropped", [0xef, 0xbb, 0xbf] + Array("a\n%\n".utf8), ["a"]),
    Hostile("what is not UTF-8 is read as Latin-1", [0x67, 0x72, 0xfc, 0x6e, 0x0a], ["grün"]),
    Hostile(
      "one bad record leaves the others alone", Array("grün\n%\n".utf8) + [0xff, 0x0a],
      ["grün", "ÿ"]),
    Hostile("an attribution without a text is no quotation", "\t\t-- Ada\n%\na\n".utf8, ["a"]),
    Hostile("punctuation is no text", "?!...\n%\na\n".utf8, ["a"]),
    Hostile(
      "equal texts are one record", "Größe\n%\nGRÖSSE\n%\nGröße\n-- Ada\n%\n".utf8,
      ["Größe", "Größe"]),
    Hostile(
      "a record above the limit is skipped",
      Array(repeating: UInt8(ascii: "x"), count: FortuneFile.recordLimit) + Array("\n%\na\n".utf8),
      ["a"]),
    Hostile(
      "so is one of many lines",
      Array("x\n".utf8) + Array(repeatElement(Array("yy\n".utf8), count: 30_000).joined())
        + Array("%\na\n".utf8), ["a"]),
    Hostile("a megabyte of line ends is nothing", Array(repeating: 10, count: 1 << 20), []),
    Hostile(
      "backspaces beyond the line's start are harmless",
      Array(repeating: 8, count: 5000) + [0x61, 0x0a], ["a"]),
  ]

  @Test("hostile files are read as far as they go", arguments: hostile)
  func hostileFile(file: Hostile) throws {
    #expect(try read(folder.write("f", file.bytes)).records.map(\.text) == file.texts)
  }

  @Test("random bytes never stop the reader")
  func random() throws {
    var state: UInt64 = 42
    let alphabet = Array("%%\n\n\n-- (),;:\"äß\t\u{8}aB1\r<>[]#.".utf8) + [0xff, 0x00, 0xc3]
    for _ in 0..<200 {
      let bytes = (0..<2000).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(state >> 33) % alphabet.count]
      }
      _ = try read(folder.write("f", bytes))
    }
  }

  @Test("skipped records are counted and named by file and line")
  func skipped() throws {
    let path = try folder.write("f", "gut\n%\n...\n%\n\t\t-- Ada\n%\n".utf8)
    let summary = try read(path).summary
    #expect(summary.skipped == 2)
    #expect(summary.skippedNames == ["\(path):3: no text", "\(path):5: no text"])
  }

  @Test("no more than a hundred skipped records are named")
  func manySkipped() throws {
    let file = String(repeating: "?\n%\n", count: 150)
    let summary = try read(folder.write("f", file.utf8)).summary
    #expect(summary.skipped == 150 && summary.skippedNames.count == 100)
  }

  @Test("a folder is read file by file in byte order, without what is no fortune file")
  func folders() throws {
    for name in ["b", "a", "Z", ".hidden", "a.dat", "rot-o", "copy~"] {
      try folder.write("f/\(name)", "\(name) x\n%\n".utf8)
    }
    try folder.write("f/binary", [0x61, 0, 0x62])
    try folder.write("f/sub/deep", "deep\n".utf8)
    try folder.write("f/rotated", "ebg\n%\n".utf8)
    try folder.write("f/rotated.dat", Array(repeating: 0, count: 19) + [4, 0x25, 0, 0, 0])
    let path = folder.appending("f")
    symlink("a", path.appending("a.u8").string)
    symlink("a", path.appending("0-link").string)
    symlink("gone", path.appending("dangling").string)
    mkfifo(path.appending("pipe").string, 0o600)
    #expect(try read(path).records.map(\.text) == ["Z x", "a x", "b x"])
  }

  @Test("a duplicate in another file of the origin is left out")
  func duplicates() throws {
    for name in ["f/a", "f/b"] { try folder.write(name, "gleich\n-- Ada\n%\n".utf8) }
    let (records, summary) = try read(folder.appending("f"))
    #expect(records.count == 1 && summary.duplicates == 1)
  }

  @Test("batches hold as many records as asked for, in the order of the file")
  func batches() throws {
    let file = (1...25).map { "Satz \($0)\n%\n" }.joined()
    let path = try folder.write("f", file.utf8)
    #expect(try read(path, batchesOf: 10).records.map(\.text) == (1...25).map { "Satz \($0)" })
  }

  @Test(
    "the folders' names tell the language, the words of each record where they do not",
    arguments: [
      ("fortunes/de/zitate", nil, ["de", "de"]),
      ("fortunes/literature", nil, ["en", "en"]),
      ("fr/fortunes/de/x/f", nil, ["de", "de"]),
      ("mine", nil, ["de", "en"]),
      ("de/mine", "nl", ["nl", "nl"]),
    ] as [(String, String?, [String])])
  func language(name: String, language: String?, expected: [String]) throws {
    let path = try folder.write(name, "Das ist gut.\n%\nThis is good.\n%\n".utf8)
    #expect(try read(path, language: language).records.map(\.language) == expected)
  }

  @Test("a path without fortune files is refused with its name")
  func refused() throws {
    let missing = folder.appending("missing")
    #expect(throws: FortuneError.missing(missing)) { try FortuneReader([missing]) }
    try Files.makeFolder(folder.appending("empty"))
    #expect(throws: FortuneError.empty(folder.appending("empty"))) {
      try FortuneReader([folder.appending("empty")])
    }
    let pipe = folder.appending("pipe")
    mkfifo(pipe.string, 0o600)
    #expect(throws: FortuneError.notAFile(pipe)) { try FortuneReader([pipe]) }
  }

  @Test("the fingerprint changes with the contents, its cheap half also with a touched file")
  func fingerprint() throws {
    let path = try folder.write("f", "eins\n".utf8)
    let first = try FortuneReader([path]).fingerprint()
    #expect(try FortuneReader([path]).fingerprint().stat == first.stat)
    let content = try first.content()

    try folder.write("f", "eins\n".utf8)  // another inode
    let second = try FortuneReader([path]).fingerprint()
    #expect(second.stat != first.stat)
    #expect(try second.content() == content)

    try folder.write("f", "zwei\n".utf8)
    #expect(try FortuneReader([path]).fingerprint().content() != content)
    #expect(try FortuneReader([path], language: "en").fingerprint().content() != content)
  }
}
