import FoundationEssentials
import ZitareBase
import ZitareCorpus

extension PanelQuote {
  /// The quotation in a format that shows one day.
  public func rendered(_ format: PanelFormat, _ style: PanelStyle = PanelStyle()) throws -> String {
    switch format {
    case .text: text(style)
    case .waybar: try waybar(style.length ?? .short)
    case .i3bar: try i3bar(style.length ?? .full)
    case .genmon: genmon(style.length ?? .short)
    case .argos: argos(style.length ?? .short)
    case .html: html()
    case .fortune: fortune()
    case .payload, .atom, .jsonfeed, .ical: preconditionFailure("\(format) shows several days")
    case .card: preconditionFailure("a card is a picture")
    }
  }

  /// For a terminal, or for a reader with an escape: one line, or several of so many columns.
  private func text(_ style: PanelStyle) -> String {
    let length = style.length ?? .full
    let lines = style.columns.map { self.lines(columns: $0, length) } ?? [line(length)]
    return lines.map { style.escape($0) + "\n" }.joined()
  }

  /// The object that waybar's `custom` module reads with `return-type: json`: one line.
  ///
  /// Text and tooltip are Pango markup and escaped here, so the module's `escape` stays off
  /// (waybar 0.9 does not apply it to the tooltip, later ones would escape twice).
  private func waybar(_ length: PanelLength) throws -> String {
    struct Module: Encodable {
      let text: String
      let tooltip: String
      let `class`: [String]
    }
    return try Self.json(
      Module(
        text: Escape.pango(line(length)), tooltip: Escape.pango(tooltip),
        class: ["quote", quote.language] + marks))
  }

  /// The object that i3blocks (`format=json`) and i3status-rust (`json = true`) read: one line.
  private func i3bar(_ length: PanelLength) throws -> String {
    struct Block: Encodable {
      let fullText: String
      let shortText: String
      let markup = "pango"
      /// What i3status-rust calls `full_text`.
      let text: String
      let state = "Idle"

      enum CodingKeys: String, CodingKey {
        case fullText = "full_text"
        case shortText = "short_text"
        case markup, text, state
      }
    }
    let full = Escape.pango(line(length))
    return try Self.json(
      Block(fullText: full, shortText: Escape.pango(line(.inline)), text: full))
  }

  /// The tags of xfce4-genmon; a click opens the quotation's page.
  private func genmon(_ length: PanelLength) -> String {
    var text = "<txt>\(Escape.pango(line(length)))</txt>\n<tool>\(Escape.pango(tooltip))</tool>\n"
    if let page { text += "<txtclick>xdg-open '\(page)'</txtclick>\n" }
    return text
  }

  /// A button of Argos with a menu: the whole quotation, and the way to its page.
  private func argos(_ length: PanelLength) -> String {
    let plain = "useMarkup=false unescape=false emojize=false ansi=false"
    var lines = ["\(Escape.argos(line(length))) | \(plain)", "---"]
    lines += self.lines(columns: 72).map { "\(Escape.argos($0)) | \(plain)" }
    if let page { lines.append("\(page) | href=\(page) \(plain)") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A page for a frame; it asks for itself anew every quarter of an hour.
  private func html() -> String {
    let text = Escape.html(self.text(.full))
    let words = page.map { "<a href=\"\($0)\">\(text)</a>" } ?? text
    let cite = attribution.isEmpty ? "" : "\n<p>— <cite>\(Escape.html(attribution))</cite></p>"
    return """
      <!DOCTYPE html>
      <html lang="\(Escape.html(QuoteText.line(quote.language)))" dir="\(quote.dir == "rtl" ? "rtl" : "ltr")">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="refresh" content="900">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(Escape.html(line(.inline)))</title>
      <style>
      :root { color-scheme: light dark; }
      body { margin: 0; padding: 1.5rem; font: 1.25rem/1.5 serif; color: #2b2620; background: #f6f1e3; }
      blockquote { margin: 0; overflow-wrap: anywhere; }
      p { margin: 0.75rem 0 0; font-size: 0.85em; color: #6b614c; }
      a { color: inherit; text-decoration: none; }
      @media (prefers-color-scheme: dark) {
        body { color: #ece5d3; background: #23201a; }
        p { color: #b5a98a; }
      }
      </style>
      </head>
      <body>
      <blockquote>\(words)</blockquote>\(cite)
      </body>
      </html>

      """
  }

  /// One record of a fortune file.
  private func fortune() -> String {
    let text = self.text(.full).wrapped(columns: 76).map(Escape.fortune)
    let attribution = self.attribution
    let lines = text + (attribution.isEmpty ? [] : ["\t\t-- \(attribution)"])
    return lines.map { $0 + "\n" }.joined() + "%\n"
  }

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
