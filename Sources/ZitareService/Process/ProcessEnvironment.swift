import Glibc
public import ZitareBase

/// What a process was started with and in.
public struct ProcessEnvironment: Sendable {
  public var variables: [String: String]
  public var userID: UInt32
  public var home: FilePath?

  public init(variables: [String: String], userID: UInt32, home: FilePath?) {
    self.variables = variables
    self.userID = userID
    self.home = home
  }

  /// This process's own.
  public static func current() -> ProcessEnvironment {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    let user = getuid()
    let home = variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return ProcessEnvironment(
      variables: variables, userID: user,
      home: (home ?? passwordHome(of: user)).map { FilePath($0) })
  }

  private static func passwordHome(of user: uid_t) -> String? {
    guard let entry = getpwuid(user), let folder = entry.pointee.pw_dir else { return nil }
    return String(cString: folder)
  }
}
