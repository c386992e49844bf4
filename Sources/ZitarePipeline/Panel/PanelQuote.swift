import ZitareBase
public import ZitareCorpus

/// What a panel shows of one day.
public struct PanelQuote: Equatable, Sendable {
  public var quote: Payload.Quote
  /// Marks a day beyond the timeline (`stale`) or a corpus without quotes (`placeholder`).
  public var marks: [String]

  public init(quote: Payload.Quote, marks: [String] = []) {
    self.quote = quote
    self.marks = marks
  }

  /// Whether there was no quotation to show.
  public var isPlaceholder: Bool { marks.contains("placeholder") }

  /// `„Text“ — Author, Source (1808)` on one line, without control characters.
  public func line(_ length: PanelLength = .full) -> String {
    let text = text(length)
    let attribution = length == .full ? attribution : author
    guard !attribution.isEmpty else { return text }
    let isMixed = quote.dir == "rtl" || attribution.unicodeScalars.contains(where: \.isRightToLeft)
    guard isMixed else { return "\(text) — \(attribution)" }
    // Each part keeps its own direction, whatever the panel's is.
    let isolate = quote.dir == "rtl" ? "\u{2067}" : "\u{2066}"
    return "\(isolate)\(text)\u{2069} — \u{2068}\(attribution)\u{2069}"
  }

  /// All that is known, for a box that breaks lines where it likes: the attribution begins one, and in
  /// brackets stands what else is to be said of where it comes from.
  var tooltip: String {
    let attribution = attribution.isEmpty ? "" : "\n— \(attribution)"
    let note = QuoteText.name(quote.note).map { " (\($0))" } ?? ""
    return text(.full) + attribution + note
  }

  /// What `zitare-card` draws of it.
  public var cardRequest: CardRequest {
    CardRequest(
      quote: CardRequest.Quote(quote), placeholder: isPlaceholder ? true : nil)
  }

  /// The text in the quotation marks of its language; a placeholder has none.
  func text(_ length: PanelLength) -> String {
    let limit: Int
    switch length {
    case .full: return QuoteText.line(quote.quoted)
    case .short: limit = QuoteText.shortLimit
    case .inline: limit = 60
    }
    let short = QuoteText.short(quote.text, limit: limit)
    return isPlaceholder ? short : QuoteText.quoted(short, language: quote.language)
  }

  var author: String { QuoteText.name(quote.author?.name) ?? "" }

  /// Author, source and year as far as they are known.
  var attribution: String {
    let parts = [author, QuoteText.name(quote.source?.title) ?? ""].filter { !$0.isEmpty }
    guard !parts.isEmpty else { return "" }
    let year = quote.source?.year.map { " (\($0))" } ?? ""
    return parts.joined(separator: ", ") + year
  }

  /// The whole quotation in lines of so many columns, the attribution on a line of its own.
  func lines(columns: Int, _ length: PanelLength = .full) -> [String] {
    let attribution = length == .full ? attribution : author
    return text(length).wrapped(columns: columns)
      + (attribution.isEmpty ? [] : "— \(attribution)".wrapped(columns: columns))
  }

  /// The quotation's page, if a shell, a browser and a panel read nothing but an address in it.
  var page: String? {
    guard let url = quote.url, url.hasPrefix("https://"),
      url.utf8.dropFirst(8).allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
          || (0x61...0x7a).contains(byte) || "/_.~%-".utf8.contains(byte)
      })
    else { return nil }
    return url
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to a script written from right to left (blocks of Unicode's Bidi_Class R and
  /// AL).
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: true
    default: false
    }
  }
}
