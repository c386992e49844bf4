import FoundationEssentials
import ZitareBase
import ZitareCorpus

/// Several days, for readers that keep them: feeds and calendars.
struct DailyFeed {
  /// How many of the days that have passed are in it.
  static let past = 13

  /// In their order, with days to come; only a calendar shows those.
  let days: [Payload.Entry]
  let today: CivilDate
  /// When the timeline last changed, as the payload has it.
  let changed: String
  let isGerman: Bool

  /// - Parameter days: of the timeline and before it; placeholders are left out.
  init(days: [Payload.Entry], today: CivilDate, changed: String, isGerman: Bool) {
    self.days = days.filter { $0.reason != .fallback }
    self.today = today
    self.changed = changed
    self.isGerman = isGerman
  }

  func rendered(_ format: PanelFormat) throws -> String {
    switch format {
    case .atom: atom()
    case .jsonfeed: try jsonFeed()
    case .ical: calendar()
    case .payload, .text, .waybar, .i3bar, .genmon, .argos, .html, .fortune, .card:
      preconditionFailure("\(format) shows one day")
    }
  }

  private var title: String { isGerman ? "Zitat des Tages" : "Quote of the day" }

  /// The newest first.
  private var published: [Payload.Entry] { days.filter { $0.date <= today }.reversed() }

  /// RFC 4287.
  private func atom() -> String {
    let entries = published.map { day in
      let panel = PanelQuote(quote: day.quote)
      let link = panel.page.map { "\n<link href=\"\($0)\"/>" } ?? ""
      let author =
        panel.author.isEmpty ? "" : "\n<author><name>\(Escape.html(panel.author))</name></author>"
      return """
        <entry xml:lang="\(Escape.html(QuoteText.line(day.quote.language)))">
        <id>\(Self.id(of: day))</id>
        <title>\(Escape.html(panel.line(.inline)))</title>
        <updated>\(day.validFrom)</updated>\(link)\(author)
        <content type="text">\(Escape.html(panel.line()))</content>
        </entry>

        """
    }
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(isGerman ? "de" : "en")">
      <id>tag:zitare.com,2026:today</id>
      <title>\(title)</title>
      <updated>\(published.first?.validFrom ?? changed)</updated>
      <author><name>Zitare</name></author>
      \(entries.joined())</feed>

      """
  }

  /// JSON Feed 1.1 (jsonfeed.org).
  private func jsonFeed() throws -> String {
    struct Feed: Encodable {
      struct Author: Encodable { let name: String }
      struct Item: Encodable {
        let id: String
        let url: String?
        let title: String
        let contentText: String
        let datePublished: String
        let authors: [Author]?
        let language: String
        let tags: [String]
      }
      let version = "https://jsonfeed.org/version/1.1"
      let title: String
      let language: String
      let items: [Item]
    }
    let items = published.map { day in
      let panel = PanelQuote(quote: day.quote)
      return Feed.Item(
        id: Self.id(of: day), url: panel.page, title: panel.line(.inline),
        contentText: panel.line(), datePublished: day.validFrom,
        authors: panel.author.isEmpty ? nil : [Feed.Author(name: panel.author)],
        language: QuoteText.line(day.quote.language), tags: day.quote.themes.map(QuoteText.line))
    }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    let feed = Feed(title: title, language: isGerman ? "de" : "en", items: items)
    return String(decoding: try encoder.encode(feed), as: UTF8.self) + "\n"
  }

  /// RFC 5545: each day an event that lasts all day and takes no time.
  private func calendar() -> String {
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//mana.ev//zitare//\(isGerman ? "DE" : "EN")",
      "CALSCALE:GREGORIAN", "X-WR-CALNAME:\(title)", "REFRESH-INTERVAL;VALUE=DURATION:P1D",
    ]
    let stamp = Self.stamp(changed)
    for day in days {
      let panel = PanelQuote(quote: day.quote)
      lines += [
        "BEGIN:VEVENT", "UID:\(day.date)-today@zitare.com", "DTSTAMP:\(stamp)",
        "DTSTART;VALUE=DATE:\(Self.compact(day.date))",
        "DTEND;VALUE=DATE:\(Self.compact(day.date.adding(days: 1)))",
        "SUMMARY:\(Escape.calendar(panel.line(.short)))",
        "DESCRIPTION:\(Escape.calendar(panel.line()))",
      ]
      if let page = panel.page { lines.append("URL:\(page)") }
      lines += ["TRANSP:TRANSPARENT", "END:VEVENT"]
    }
    lines.append("END:VCALENDAR")
    return lines.map { Self.folded($0) + "\r\n" }.joined()
  }

  /// The same for as long as a day shows the same quotation.
  private static func id(of day: Payload.Entry) -> String {
    "tag:zitare.com,2026:\(day.date)/\(day.quote.slug.percentEncoded)"
  }

  private static func compact(_ date: CivilDate) -> String {
    date.description.filter { $0 != "-" }
  }

  /// An instant of RFC 3339 in UTC, as calendars write it.
  private static func stamp(_ instant: String) -> String {
    let time = Timestamp(iso8601: instant) ?? Timestamp(milliseconds: 0)
    return time.iso8601.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  /// A line in parts of at most 75 bytes, of which all but the first begin with a space.
  private static func folded(_ line: String) -> String {
    var result = ""
    var used = 0
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if used + size > 75 {
        result += "\r\n "
        used = 1
      }
      result.unicodeScalars.append(scalar)
      used += size
    }
    return result
  }
}
