public import ZitareJobs

/// The name under which this machine keeps a login; not the address that logs in.
public struct AccountName: Hashable, Comparable, Sendable, CustomStringConvertible {
  public static let standard = AccountName(stored: "default")

  public let text: String

  /// Nil unless it can name a file: 1 to 64 ASCII letters, digits, `-`, `_` and `.`, the first no
  /// dot.
  public init?(_ text: String) {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard (1...64).contains(text.utf8.count), isName, !text.hasPrefix(".") else { return nil }
    self.text = text
  }

  init(stored text: String) { self.text = text }

  public var description: String { text }

  public static func < (left: AccountName, right: AccountName) -> Bool { left.text < right.text }

  /// What the account's submissions wait for that need a login first.
  public var login: Condition { Condition("login:\(text)") }
}
