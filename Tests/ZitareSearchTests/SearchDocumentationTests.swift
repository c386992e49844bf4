import Testing
import ZitareBase

@Suite("docs/search.md")
struct SearchDocumentationTests {
  private struct Example {
    let language: String
    let text: String
    let query: String
    let meets: Bool

    init?(row: Substring) {
      let cells = row.split(separator: "|").map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      guard cells.count == 4, cells[3] == "yes" || cells[3] == "no" else { return nil }
      (language, text, query, meets) = (cells[0], cells[1], cells[2], cells[3] == "yes")
    }
  }

  @Test("every row of its table of words is true")
  func words() throws {
    let folder = FilePath("\(#filePath)").parent.parent.parent
    let bytes = try #require(try Files.read(folder.appending("docs/search.md"), limit: 1 << 20))
    let examples = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { Example(row: $0) }
    #expect(examples.count >= 20)
    for example in examples {
      let fixture = try SearchFixture(example.language, [example.text, "Lorem ipsum"])
      #expect(
        try fixture.found(example.query) == (example.meets ? ["0"] : []),
        "\(example.query) in \(example.text)")
    }
  }
}
