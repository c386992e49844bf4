import FoundationEssentials
import ZitareBase
import ZitareCorpus

/// A form in which today's quote is handed to a panel.
public enum PayloadFormat: String, Sendable, CaseIterable {
  case payload, text, waybar

  /// The name of the file in the state folder that `render` keeps in this format.
  public var fileName: String {
    switch self {
    case .payload: "payload.json"
    case .text: "today.txt"
    case .waybar: "waybar.json"
    }
  }
}

/// What a panel shows of one day.
public struct PanelQuote: Equatable, Sendable {
  public var quote: Payload.Quote
  /// Marks a day beyond the timeline (`stale`) or a corpus without quotes (`placeholder`).
  public var marks: [String]

  public init(quote: Payload.Quote, marks: [String] = []) {
    self.quote = quote
    self.marks = marks
  }

  /// `„Text“ — Author, Source (1808)` on one line, without control characters.
  public var line: String { QuoteText.line(quote.quoted + attribution) }

  private var attribution: String {
    let parts = [quote.author?.name, quote.source?.title].compactMap { $0 }
    guard !parts.isEmpty else { return "" }
    let year = quote.source?.year.map { " (\($0))" } ?? ""
    return " — " + parts.joined(separator: ", ") + year
  }

  /// The quote for a terminal or a panel without markup: one line and its end.
  public func text() -> String { line + "\n" }

  /// The object that waybar's `custom` module reads with `return-type: json`: one line.
  ///
  /// Text and tooltip are Pango markup and escaped here, so the module's `escape` stays off
  /// (waybar 0.9 does not apply it to the tooltip, later ones would escape twice).
  public func waybar() throws -> String {
    struct Module: Encodable {
      let text: String
      let tooltip: String
      let `class`: [String]
    }
    let author = quote.author.map { " — \($0.name)" } ?? ""
    let module = Module(
      text: Escape.pango(QuoteText.line(quote.textShort + author)),
      tooltip: Escape.pango(QuoteText.line(quote.quoted + attribution)),
      class: ["quote", quote.language] + marks)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(module), as: UTF8.self) + "\n"
  }
}
