import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("The history of what was shown")
struct HistoryFileTests {
  private let folder = TemporaryFolder()
  private var file: HistoryFile { HistoryFile(folder.appending("history.jsonl")) }

  @Test("a missing file is an empty history")
  func missing() throws {
    #expect(try file.read() == HistoryFile.Content())
  }

  @Test("what was appended is read again")
  func roundTrip() throws {
    let entries = [entry(0), entry(1, blocked: 3), entry(2, slug: "größe", author: 0)]
    #expect(try file.append(entries) == 3)
    #expect(try file.read().entries == entries)
  }

  @Test("corrections of earlier days are read as they were written")
  func corrections() throws {
    let line = HistoryEntry(
      date: CivilDate(daysSinceEpoch: 20_500), deck: "pool-1", slug: "q", author: 7, cycle: 2,
      blocked: nil, reason: .rotation,
      corrections: [
        CivilDate(daysSinceEpoch: 20_490): "größe", CivilDate(daysSinceEpoch: 20_491): "o:q",
      ])
    try file.append([line])
    #expect(try file.read().entries == [line])
    let text = String(decoding: try #require(try folder.read("history.jsonl")), as: UTF8.self)
    #expect(text.contains(#""corrections":{"2026-02-06":"größe","2026-02-07":"o:q"}"#))
  }

  @Test("a day is never rewritten, and appending it again writes nothing")
  func pastStays() throws {
    try file.append([entry(0), entry(1)])
    let before = try folder.read("history.jsonl")
    #expect(try file.append([entry(0, slug: "other"), entry(1)]) == 0)
    #expect(try folder.read("history.jsonl") == before)
    #expect(try file.append([entry(0, slug: "other", deck: "pool-1;languages=de")]) == 1)
    #expect(try file.read().entries.map(\.slug) == ["q", "q", "other"])
  }

  @Test("a torn last line counts as not written and is removed by the next append")
  func torn() throws {
    try file.append([entry(0), entry(1)])
    let whole = try #require(try folder.read("history.jsonl"))
    for cut in 1..<40 {
      try folder.write("history.jsonl", whole.dropLast(cut))
      #expect(try file.read().entries == [entry(0)])
      #expect(try file.append([entry(1)]) == 1)
      #expect(try folder.read("history.jsonl") == whole)
    }
  }

  @Test("a damaged line in the middle is counted and passed over")
  func damaged() throws {
    try file.append([entry(0), entry(1)])
    let whole = try #require(try folder.read("history.jsonl"))
    try folder.write("history.jsonl", Array("{\"date\":\n\u{0}\n".utf8) + whole)
    let content = try file.read()
    #expect(content.entries == [entry(0), entry(1)])
    #expect(content.unreadable == 2)
  }

  private func entry(
    _ day: Int, slug: String = "q", author: UInt64 = 7, deck: String = "pool-1",
    blocked: Int? = nil
  ) -> HistoryEntry {
    HistoryEntry(
      date: CivilDate(daysSinceEpoch: 20_454 + day), deck: deck, slug: slug, author: author,
      cycle: 2, blocked: blocked, reason: .rotation)
  }
}
