import FoundationEssentials
import ZitareCorpus

/// How a card was laid out, for callers and tests; lengths are in pixels.
struct CardReport: Encodable {
  let width: Int
  let height: Int
  let theme: String
  let format: String
  let fontSize: Double
  let smallestFontSize: Double
  let lines: Int
  let isEllipsized: Bool
  let isHyphenated: Bool
  /// Of quotation, author and source.
  let unknownGlyphs: Int
  /// What is drawn on, the quotation's first, then author and source.
  let ink: [Box]

  struct Box: Codable, Equatable {
    let x, y, width, height: Double
  }

  init(_ layout: CardLayout, _ form: CardForm) {
    width = form.size.width
    height = form.size.height
    theme = form.theme.rawValue
    format = form.image.rawValue
    fontSize = layout.fit.size
    smallestFontSize = CardLayout.smallest * Double(min(form.size.width, form.size.height))
    lines = layout.quotation.layout.lineCount
    isEllipsized = layout.quotation.layout.isEllipsized
    isHyphenated = layout.fit.isHyphenated
    unknownGlyphs = layout.blocks.reduce(0) { $0 + $1.layout.unknownGlyphCount }
    ink = layout.blocks.map { block in
      let ink = block.layout.ink
      return Box(
        x: block.x + ink.x * block.scale, y: block.y + ink.y * block.scale,
        width: ink.width * block.scale, height: ink.height * block.scale)
    }
  }

  func line() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
