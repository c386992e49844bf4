import ZitareCorpus

/// Where everything is on a card, in pixels.
struct CardLayout {
  /// A text, the upper left corner of its lines, and what of the reference size it is set in.
  struct Block {
    let layout: TextLayout
    let x: Double
    let y: Double
    let scale: Double

    var height: Double { layout.extent.height * scale }
  }

  /// The line between quotation and author.
  struct Rule {
    let x, y, width, height: Double
  }

  /// The sizes of the text, as shares of the card's shorter side.
  static let smallest = 0.022
  static let largest = 0.13

  let size: CardSize
  let fit: TextFit
  let quotation: Block
  let rule: Rule?
  /// Author and source, as far as they are known.
  let attribution: [Block]

  var blocks: [Block] { [quotation] + attribution }

  init(_ text: CardText, size: CardSize) {
    let context = TextContext(text)
    let frame = Frame(size)
    let quotation = TextLayout(text.text, in: context)
    let hyphens = Hyphens(language: text.language)
    // Author and source are smaller than the quotation, which is only known once they have a place.
    var caption = Caption(text, in: context, frame, share: Caption.largest)
    var fit = frame.place(above: caption).fit(quotation, hyphens)
    let share = max(Self.smallest, 0.8 * fit.size / frame.side)
    if share < Caption.largest, !caption.isEmpty {
      caption = Caption(text, in: context, frame, share: share)
      quotation.set(text.text)
      fit = frame.place(above: caption).fit(quotation, hyphens)
    }
    self.size = size
    self.fit = fit
    let place = frame.place(above: caption)
    let scale = fit.size / TextContext.referenceSize
    self.quotation = Block(
      layout: quotation, x: frame.left,
      y: frame.top + (place.height - quotation.extent.height * scale) / 2, scale: scale)
    attribution = caption.blocks
    rule = caption.rule(isRightToLeft: context.isRightToLeft)
  }
}

/// A card without its margins.
private struct Frame {
  let left, top, width, bottom: Double
  /// The shorter side of the card.
  let side: Double
  private let margin: Double

  init(_ size: CardSize) {
    side = Double(min(size.width, size.height))
    margin = (0.09 * side).rounded()
    left = (1.4 * margin).rounded()
    top = margin
    bottom = Double(size.height) - margin
    width = Double(size.width) - 2 * left
  }

  func place(above caption: Caption) -> TextPlace {
    TextPlace(
      width: width, height: caption.top - top, slack: margin / 2,
      smallest: Int((2 * CardLayout.smallest * side).rounded(.up)),
      largest: Int(2 * CardLayout.largest * side))
  }
}

/// Author and source at the foot of a card, with a line above.
private struct Caption {
  /// The size of an author's name, as a share of the card's shorter side.
  static let largest = 0.042

  let blocks: [CardLayout.Block]
  /// Where the room for the quotation ends.
  let top: Double
  private let frame: Frame
  private let line: Double

  var isEmpty: Bool { blocks.isEmpty }

  init(_ text: CardText, in context: TextContext, _ frame: Frame, share: Double) {
    let size = share * frame.side
    // Names keep their direction within a line of another.
    func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }
    let parts = [
      (text.author.isEmpty ? "" : "— \(isolated(text.author))", size),
      (
        text.source.isEmpty ? "" : isolated(text.source),
        max(CardLayout.smallest / share, 0.85) * size
      ),
    ]
    var blocks: [CardLayout.Block] = []
    var y = frame.bottom
    for (part, size) in parts.reversed() where !part.isEmpty {
      let scale = size / TextContext.referenceSize
      let layout = TextLayout(part, in: context)
      layout.wrap(at: frame.width / scale, .anywhere)
      layout.cut(afterLines: 2)
      y -= layout.extent.height * scale
      blocks.insert(CardLayout.Block(layout: layout, x: frame.left, y: y, scale: scale), at: 0)
    }
    self.blocks = blocks
    self.frame = frame
    line = size
    top = blocks.isEmpty ? frame.bottom : y - 1.9 * size
  }

  func rule(isRightToLeft: Bool) -> CardLayout.Rule? {
    guard !isEmpty else { return nil }
    let width = 0.12 * frame.width
    return CardLayout.Rule(
      x: isRightToLeft ? frame.left + frame.width - width : frame.left, y: top + 1.1 * line,
      width: width, height: max(1, (0.004 * frame.side).rounded()))
  }
}
