/// Whether a card is dark on light or light on dark.
public enum CardTheme: String, Sendable, CaseIterable {
  case light, dark
}

/// The kind of picture a card is.
public enum CardImage: String, Sendable, CaseIterable {
  case png, svg
}

/// A card as it is asked for, written as `social.png` or `800x480-grey-dark.svg`.
public struct CardForm: Sendable, Hashable, CustomStringConvertible {
  public var size: CardSize
  public var theme: CardTheme
  public var image: CardImage

  public init(
    size: CardSize = .standard, theme: CardTheme = .light, image: CardImage = .png
  ) {
    self.size = size
    self.theme = theme
    self.image = image
  }

  /// Nil where a part of it is not known.
  public init?(_ text: String) {
    guard let dot = text.lastIndex(of: "."),
      let image = CardImage(rawValue: String(text[text.index(after: dot)...]))
    else { return nil }
    let name = text[..<dot]
    let isDark = name.hasSuffix("-dark")
    guard let size = CardSize(String(name.dropLast(isDark ? 5 : 0))) else { return nil }
    self.init(size: size, theme: isDark ? .dark : .light, image: image)
  }

  public var description: String {
    "\(size)\(theme == .dark ? "-dark" : "").\(image.rawValue)"
  }
}
