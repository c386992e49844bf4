import FoundationEssentials
import TestSupport
import Testing
import ZitareBase

@testable import ZitarePipeline

@Suite("A panel format")
struct PanelFormatTests {
  private static func quote(
    _ text: String = "Wer A & B sagt, der muß nicht C sagen.", author: String? = "Erika Beispiel",
    url: String? = "https://zitare.com/zitate/wer-a-sagt", language: String = "de",
    dir: String = "ltr"
  ) -> Payload.Quote {
    Payload.Quote(
      slug: "wer-a-sagt", text: text, textShort: text, quoted: "„\(text)“", language: language,
      dir: dir, author: author.map { Payload.Author(slug: "erika-beispiel", name: $0) },
      source: Payload.Source(title: "Das Buch", year: 1808), themes: ["rat"], url: url, appUrl: nil,
      license: nil, origin: nil)
  }

  private static let long =
    "Ein Wort und noch eins, " + String(repeating: "und noch eins, ", count: 20)

  @Test("text takes as much of a quotation as a panel has room for")
  func lengths() {
    let panel = PanelQuote(quote: Self.quote(Self.long))
    #expect(panel.line().hasSuffix("“ — Erika Beispiel, Das Buch (1808)"))
    #expect(panel.line(.full).count > 300)
    let short = panel.text(.short)
    #expect(short.hasPrefix("„Ein Wort") && short.hasSuffix("…“"))
    #expect((80...122).contains(short.count))
    #expect((35...62).contains(panel.text(.inline).count))
    #expect(panel.line(.inline).hasSuffix("…“ — Erika Beispiel"))
  }

  @Test("text is broken at the columns that are asked for")
  func wrapped() throws {
    let text = try PanelQuote(quote: Self.quote())
      .rendered(.text, PanelStyle(length: .short, columns: 20))
    #expect(text == "„Wer A & B sagt, der\nmuß nicht C sagen.“\n— Erika Beispiel\n")
  }

  @Test("text from right to left keeps its order beside a name from left to right")
  func directions() {
    let hebrew = PanelQuote(quote: Self.quote("שלום", language: "he", dir: "rtl"))
    #expect(hebrew.line(.short).hasPrefix("\u{2067}"))
    #expect(hebrew.line(.short).hasSuffix("\u{2069} — \u{2068}Erika Beispiel\u{2069}"))
    let named = PanelQuote(quote: Self.quote(author: "عمر الخيام"))
    #expect(named.line(.short).hasPrefix("\u{2066}„Wer"))
    #expect(!PanelQuote(quote: Self.quote()).line().contains("\u{2069}"))
  }

  @Test("i3bar gives a bar that is too narrow a short form")
  func i3bar() throws {
    struct Block: Decodable {
      let fullText, shortText, markup, text, state: String
    }
    let line = try PanelQuote(quote: Self.quote(Self.long)).rendered(.i3bar)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let block = try decoder.decode(Block.self, from: Data(line.utf8))
    #expect(block.fullText.count > 300 && block.shortText.count < 90)
    #expect(block.text == block.fullText && block.markup == "pango" && block.state == "Idle")
    #expect(line.hasSuffix("}\n") && line.filter(\.isNewline).count == 1)
  }

  @Test("genmon and argos open the quotation's page, if a shell finds nothing in its address")
  func clicks() throws {
    let panel = PanelQuote(quote: Self.quote())
    #expect(
      try panel.rendered(.genmon)
        .contains("<txtclick>xdg-open 'https://zitare.com/zitate/wer-a-sagt'</txtclick>"))
    #expect(try panel.rendered(.argos).contains("href=https://zitare.com/zitate/wer-a-sagt "))
    for url in ["https://x.org/a?b=$(c)", "https://x.org/'a", "http://x.org/", nil] {
      let panel = PanelQuote(quote: Self.quote(url: url))
      #expect(try !panel.rendered(.genmon).contains("txtclick"), "\(url ?? "-")")
      #expect(try !panel.rendered(.argos).contains("href"), "\(url ?? "-")")
      #expect(try !panel.rendered(.html).contains("<a "), "\(url ?? "-")")
    }
  }

  @Test("fortune is one record that fortune(6) reads by our index")
  func fortune() throws {
    let folder = TemporaryFolder()
    let text = try PanelQuote(quote: Self.quote()).rendered(.fortune)
    #expect(
      text
        == "„Wer A & B sagt, der muß nicht C sagen.“\n\t\t-- Erika Beispiel, Das Buch (1808)\n%\n")
    try folder.write("today", text.utf8)
    try folder.write("today.dat", FortuneIndex.bytes(of: text))
    let result = try ChildProcess(
      "/usr/games/fortune", [folder.appending("today").string],
      environment: ["LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"]
    ).wait()
    #expect(result.output == String(text.dropLast(2)), "\(result.errors)")
  }

  // MARK: Several days

  private static func day(_ date: CivilDate, _ number: Int) -> Payload.Entry {
    let start = "\(date)T00:00:00+01:00"
    return Payload.Entry(
      date: date, validFrom: start, validUntil: start, reason: .rotation, relevance: 0.5,
      quote: quote("Spruch \(number)"))
  }

  private static func feed() throws -> DailyFeed {
    let today = try #require(CivilDate("2026-11-30"))
    return DailyFeed(
      days: (-2...2).map { day(today.adding(days: $0), $0) }, today: today,
      changed: "2026-11-29T23:00:05Z", isGerman: true)
  }

  @Test("a feed holds the days up to today, the newest first, and a calendar those to come too")
  func days() throws {
    let feed = try Self.feed()
    let atom = try feed.rendered(.atom)
    let dates = atom.split(separator: "\n").filter { $0.hasPrefix("<updated>") }.dropFirst()
    #expect(
      dates.map { String($0.dropFirst(9).prefix(10)) } == [
        "2026-11-30", "2026-11-29", "2026-11-28",
      ])
    #expect(atom.contains("<id>tag:zitare.com,2026:2026-11-30/wer-a-sagt</id>"))
    let items = try feed.rendered(.jsonfeed).split(separator: "\n").filter { $0.contains("\"id\"") }
    #expect(items.count == 3)
    let calendar = try feed.rendered(.ical)
    #expect(calendar.split(separator: "\r\n").filter { $0 == "BEGIN:VEVENT" }.count == 5)
    #expect(calendar.contains("DTSTART;VALUE=DATE:20261130\r\nDTEND;VALUE=DATE:20261201\r\n"))
    #expect(calendar.contains("DTSTAMP:20261129T230005Z\r\n"))
  }

  @Test("a calendar breaks long lines between characters, at 75 bytes")
  func folded() throws {
    let today = try #require(CivilDate("2026-11-30"))
    var day = Self.day(today, 0)
    day.quote = Self.quote(String(repeating: "ÄÖÜ, ", count: 40))
    let calendar = try DailyFeed(days: [day], today: today, changed: "-", isGerman: false)
      .rendered(.ical)
    let lines = calendar.components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(lines.contains { $0.utf8.count >= 74 })
    #expect(calendar.replacing("\r\n ", with: "").contains("ÄÖÜ\\, ÄÖÜ\\, ÄÖÜ"))
  }

  @Test("a feed without a quotation is empty, not a placeholder")
  func empty() throws {
    let today = try #require(CivilDate("2026-11-30"))
    var day = Self.day(today, 0)
    day.reason = .fallback
    let feed = DailyFeed(
      days: [day], today: today, changed: "2026-11-29T23:00:05Z", isGerman: false)
    #expect(try !feed.rendered(.atom).contains("<entry"))
    #expect(try !feed.rendered(.ical).contains("VEVENT"))
  }
}
