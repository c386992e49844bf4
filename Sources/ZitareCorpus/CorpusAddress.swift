/// Something in the corpus, as links to the native app (`zitare://zitat/SLUG`) and to the web
/// (`https://zitare.com/zitate/SLUG`) name it.
public enum CorpusAddress: Sendable, Equatable {
  case quote(String)
  case author(String)
  case theme(String)
  case source(String)
  /// The quotation of the day.
  case today

  /// Nil for everything but exactly such an address: it may come from any program or page.
  public init?(_ text: String) {
    let app = "zitare://"
    let web = Self.site + "/"
    let isApp = text.hasPrefix(app)
    guard isApp || text.hasPrefix(web) else { return nil }
    let path = text.dropFirst(isApp ? app.count : web.count)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if isApp, parts == ["heute"] || parts == ["heute", ""] {
      self = .today
      return
    }
    guard parts.count == 2, Self.isSlug(parts[1]) else { return nil }
    let slug = String(parts[1])
    switch parts[0] {
    case isApp ? "zitat" : "zitate": self = .quote(slug)
    case isApp ? "autor" : "autoren": self = .author(slug)
    case isApp ? "thema" : "themen": self = .theme(slug)
    case isApp ? "quelle" : "quellen": self = .source(slug)
    default: return nil
    }
  }

  /// The page on the web; nil for today's quotation, which has none of its own.
  public var page: String? {
    switch self {
    case .quote(let slug): "\(Self.site)/zitate/\(slug)"
    case .author(let slug): "\(Self.site)/autoren/\(slug)"
    case .theme(let slug): "\(Self.site)/themen/\(slug)"
    case .source(let slug): "\(Self.site)/quellen/\(slug)"
    case .today: nil
    }
  }

  /// The site of these pages, without a slash at its end.
  public static let site = "https://zitare.com"

  private static func isSlug(_ text: Substring) -> Bool {
    let bytes = text.utf8
    return (1...200).contains(bytes.count)
      && bytes.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
      && bytes.first != 0x2d && bytes.last != 0x2d
  }
}
