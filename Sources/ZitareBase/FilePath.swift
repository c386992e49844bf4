import Glibc

/// A path in the file system, as the text that system calls take.
public struct FilePath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let string: String

  public init(_ string: String) { self.string = string }
  public init(stringLiteral value: String) { string = value }

  public var description: String { string }

  /// The part after the last slash.
  public var lastComponent: String {
    String(
      string[(string.lastIndex(of: "/").map { string.index(after: $0) } ?? string.startIndex)...])
  }

  /// The folder this path lies in; `.` for a bare name, `/` below the root.
  public var parent: FilePath {
    guard let slash = string.lastIndex(of: "/") else { return "." }
    return slash == string.startIndex ? "/" : FilePath(String(string[..<slash]))
  }

  public func appending(_ component: String) -> FilePath {
    FilePath(string.hasSuffix("/") ? string + component : string + "/" + component)
  }

  /// The same path with text added to its last component.
  public func adding(suffix: String) -> FilePath { FilePath(string + suffix) }

  /// The folder that the process works in; `/` where it has been removed.
  public static func workingFolder() -> FilePath {
    let folder = getcwd(nil, 0)
    defer { free(folder) }
    return folder.map { FilePath(String(cString: $0)) } ?? "/"
  }
}
