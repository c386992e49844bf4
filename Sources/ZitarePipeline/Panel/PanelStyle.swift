/// How much of a quotation a panel has room for.
public enum PanelLength: String, Sendable, CaseIterable {
  /// At most 60 grapheme clusters of the text, and its author.
  case inline
  /// At most 120 grapheme clusters of the text, and its author.
  case short
  /// The whole text, its author, source and year.
  case full
}

/// The reader of a line that takes some characters for commands.
public enum PanelEscape: String, Sendable, CaseIterable {
  case none, pango, tmux, polybar, conky, html

  /// The text in the form that this reader shows as it is.
  func callAsFunction(_ text: String) -> String {
    switch self {
    case .none: text
    case .pango: Escape.pango(text)
    case .tmux: Escape.tmux(text)
    case .polybar: Escape.polybar(text)
    case .conky: Escape.conky(text)
    case .html: Escape.html(text)
    }
  }
}

/// What a caller may choose of a panel's line.
public struct PanelStyle: Sendable, Equatable {
  /// Nil for what suits the format.
  public var length: PanelLength?
  /// The columns after which `text` goes on in a new line; nil for one line.
  public var columns: Int?
  /// For `text`; the other formats have an escape of their own.
  public var escape: PanelEscape

  public init(length: PanelLength? = nil, columns: Int? = nil, escape: PanelEscape = .none) {
    self.length = length
    self.columns = columns
    self.escape = escape
  }
}
