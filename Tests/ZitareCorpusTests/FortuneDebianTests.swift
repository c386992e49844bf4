import FoundationEssentials
import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

/// The files of Debian's packages `fortunes` and `fortunes-de`, which these tests need.
struct FortuneDebianTests {
  private static let folder: FilePath = "/usr/share/games/fortunes"

  private static func reader(_ name: String) throws -> FortuneReader {
    do {
      return try FortuneReader([folder.appending(name)])
    } catch {
      Issue.record("\(error); install the Debian packages fortunes and fortunes-de")
      throw error
    }
  }

  private static func read(_ name: String) throws -> FortuneReader.Summary {
    try reader(name).read { _ in }
  }

  @Test("all of fortunes and fortunes-de is read: some 34,000 quotations in 92 files")
  func everything() throws {
    let english = try Self.reader("")
    let german = try Self.reader("de")
    #expect(english.files.count + german.files.count >= 90)
    #expect(english.files.allSatisfy { $0.language == "en" })
    #expect(german.files.allSatisfy { $0.language == "de" })
    var slugs: Set<String> = []
    var count = 0
    for reader in [english, german] {
      let summary = try reader.read { batch in
        for record in batch {
          #expect(!record.text.isEmpty && record.text.utf8.count < FortuneFile.recordLimit)
          #expect(record.authorName != "" && record.sourceTitle != "" && record.attribution != "")
          #expect((record.authorSlug?.utf8.count ?? 1) <= 80)
          slugs.insert(record.slug)
        }
        count += batch.count
      }
      #expect(summary.records + summary.duplicates > 15_000)
      #expect(summary.skipped < 10, "\(summary.skippedNames)")
    }
    #expect(count > 33_000)
    // Slugs are unique within each origin; few texts are in both.
    #expect(slugs.count > count - 50)
  }

  @Test("at least 11,000 quotations of de/zitate have an author")
  func attributed() throws {
    let summary = try Self.read("de/zitate")
    #expect(summary.records > 11_400)
    #expect(summary.attributed > 11_350)
    #expect(summary.skipped == 0, "\(summary.skippedNames)")
  }

  @Test(
    "each file yields as many records as fortune-mod counts in it, and finds their authors",
    arguments: [
      ("de/fussball", 274, 272), ("de/sprichworte", 100, 0), ("de/linuxtag", 614, 400),
      ("literature", 262, 240), ("startrek", 227, 200), ("zippy", 548, 0), ("perl", 273, 250),
    ])
  func counts(name: String, records: Int, attributed: Int) throws {
    let summary = try Self.read(name)
    #expect(summary.records + summary.duplicates + summary.skipped == records)
    #expect(summary.attributed >= attributed)
  }

  /// One line of the golden file.
  struct Golden: Decodable {
    /// The number of the line with the dash.
    let line: Int
    let author: String?
    let slug: String?
    let source: String?
    let year: Int?
  }
  private struct Header: Decodable {
    let package: String
    let version: String
  }

  @Test("200 attributions of de/zitate are read as a person reads them")
  func golden() throws {
    let lines = try fixtureBytes("fortune-zitate-golden.jsonl").split(separator: 10)
    let header = try JSONDecoder().decode(Header.self, from: Data(try #require(lines.first)))
    let expected = try lines.dropFirst().map {
      try JSONDecoder().decode(Golden.self, from: Data($0))
    }
    #expect(expected.count == 200)

    var found: [Int: QuoteRecord] = [:]
    var attributions = FortuneAttributions()
    for file in try Self.reader("de/zitate").files {
      try file.forEachRecord { record in
        guard let tail = FortuneTail(of: record.lines) else { return }
        found[record.line + tail.index] = FortuneReader.quote(
          record, of: file, &attributions)
      }
    }
    for golden in expected {
      let place = "zitate:\(golden.line) of \(header.package) \(header.version)"
      guard let record = found[golden.line] else {
        Issue.record("\(place): no attribution; is another version installed?")
        continue
      }
      #expect(record.authorName == golden.author, "\(place)")
      #expect(record.authorSlug == golden.slug, "\(place)")
      #expect(record.sourceTitle == golden.source, "\(place)")
      #expect(record.year == golden.year, "\(place)")
    }
  }
}
