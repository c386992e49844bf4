/// A form in which the quotation of the day is handed out.
public enum PanelFormat: String, Sendable, CaseIterable {
  case payload, text, waybar, i3bar, genmon, argos, html, fortune, atom, jsonfeed, ical, card

  /// What `render` keeps where the configuration does not say otherwise.
  public static let standard: [PanelFormat] = [.payload, .text, .waybar]

  /// The name of the file in the state folder that `render` keeps in this format; of cards, that of
  /// their folder in the cache.
  public var fileName: String {
    switch self {
    case .payload: "payload.json"
    case .text: "today.txt"
    case .waybar: "waybar.json"
    case .i3bar: "i3bar.json"
    case .genmon: "genmon.txt"
    case .argos: "argos.txt"
    case .html: "today.html"
    case .fortune: "fortune"
    case .atom: "feed.atom"
    case .jsonfeed: "feed.json"
    case .ical: "calendar.ics"
    case .card: "cards"
    }
  }

  /// Whether it shows several days, for readers that keep them.
  public var isFeed: Bool {
    switch self {
    case .atom, .jsonfeed, .ical: true
    case .payload, .text, .waybar, .i3bar, .genmon, .argos, .html, .fortune, .card: false
    }
  }

  /// Whether it is one line that a panel can show in place of the one before.
  public var isLine: Bool {
    switch self {
    case .text, .waybar, .i3bar: true
    case .payload, .genmon, .argos, .html, .fortune, .atom, .jsonfeed, .ical, .card: false
    }
  }

  /// Whether it has a place for a short form of the quotation.
  public var hasLength: Bool {
    switch self {
    case .text, .waybar, .i3bar, .genmon, .argos: true
    case .payload, .html, .fortune, .atom, .jsonfeed, .ical, .card: false
    }
  }
}
