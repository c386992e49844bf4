import ZitareCorpus

/// The colours of a card; each text has a contrast of at least 4.5 to its ground (WCAG 2.1, 1.4.3).
struct CardPalette: Equatable {
  /// Red, green and blue, each 0 to 255.
  struct Colour: Equatable {
    let red, green, blue: Int

    init(_ rgb: Int) { (red, green, blue) = (rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255) }
  }

  let ground: Colour
  /// The quotation and its author.
  let ink: Colour
  /// The source.
  let dim: Colour
  /// The line between them.
  let rule: Colour

  init(_ theme: CardTheme, isGrey: Bool) {
    switch (theme, isGrey) {
    case (.light, false): self.init(0xf6f1e3, 0x2b2620, 0x6b614c, 0xcbbf9f)
    case (.dark, false): self.init(0x23201a, 0xece5d3, 0xb5a98a, 0x6b614c)
    case (.light, true): self.init(0xffffff, 0x000000, 0x505050, 0xa0a0a0)
    case (.dark, true): self.init(0x000000, 0xffffff, 0xb0b0b0, 0x606060)
    }
  }

  private init(_ ground: Int, _ ink: Int, _ dim: Int, _ rule: Int) {
    self.ground = Colour(ground)
    self.ink = Colour(ink)
    self.dim = Colour(dim)
    self.rule = Colour(rule)
  }
}
