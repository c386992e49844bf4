import Glibc

/// What stands behind one of the standard streams.
public struct Terminal: Sendable {
  /// Whether a person looks at it.
  public let isTerminal: Bool
  /// Whether it shows colours and redraws lines: no for `TERM=dumb` (and colours for `NO_COLOR`).
  public let isCapable: Bool
  public let showsColor: Bool

  public init(isTerminal: Bool, environment: [String: String]) {
    self.isTerminal = isTerminal
    isCapable = isTerminal && environment["TERM"] != "dumb" && environment["TERM"] != nil
    showsColor = isCapable && (environment["NO_COLOR"] ?? "").isEmpty
  }

  public init(descriptor: Int32, environment: [String: String]) {
    self.init(isTerminal: isatty(descriptor) == 1, environment: environment)
  }

  /// The columns of the terminal behind a descriptor; 80 where it does not say.
  public static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
