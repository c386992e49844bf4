/// How large a card is, in pixels: by a name or as `WIDTHxHEIGHT`, with `-grey` for a display without
/// colours.
public struct CardSize: Sendable, Hashable, CustomStringConvertible {
  public let width: Int
  public let height: Int
  /// Whether it is drawn in shades of grey.
  public let isGrey: Bool
  private let name: String

  /// Those that have a name.
  public static let named = [
    CardSize("small", 600, 340), CardSize("social", 1200, 630),
    CardSize("eink", 800, 480, isGrey: true),
  ]
  public static let standard = named[1]

  /// The pixels that a side may have.
  public static let sides = 120...4096
  /// How many times longer one side may be than the other.
  public static let longest = 4

  private init(_ name: String, _ width: Int, _ height: Int, isGrey: Bool = false) {
    self.name = name
    self.width = width
    self.height = height
    self.isGrey = isGrey
  }

  /// Nil where it is no known name and has not the form or the proportions of a card.
  public init?(_ text: String) {
    if let size = Self.named.first(where: { $0.name == text }) {
      self = size
      return
    }
    let isGrey = text.hasSuffix("-grey")
    let sides = text.dropLast(isGrey ? 5 : 0).split(
      separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Self.side(sides[0]), let height = Self.side(sides[1]),
      max(width, height) <= Self.longest * min(width, height)
    else { return nil }
    self.init("\(width)x\(height)\(isGrey ? "-grey" : "")", width, height, isGrey: isGrey)
  }

  private static func side(_ digits: Substring) -> Int? {
    guard digits.utf8.count <= 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let side = Int(digits), sides.contains(side)
    else { return nil }
    return side
  }

  public var description: String { name }
}
