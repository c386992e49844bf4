public import ZitareBase

/// Where a configuration value comes from.
public enum ConfigurationSource: Sendable, Equatable, CustomStringConvertible {
  case standard
  case file(FilePath, line: Int)
  /// An option of the command line, such as `--set`.
  case option(String)

  public var description: String {
    switch self {
    case .standard: "default"
    case .file(let path, let line): "\(path):\(line)"
    case .option(let name): name
    }
  }
}

/// A configuration that cannot be used; nothing of it is.
public struct ConfigurationError: ExitCodeProviding, Equatable, CustomStringConvertible {
  public enum Fault: Sendable, Equatable {
    case unreadable(reason: String)
    case tooLarge(limit: Int)
    case syntax(column: Int, reason: String)
    case unknownKey(String, nearest: String?)
    case wrongType(key: String, expected: String, found: String)
    case badValue(key: String, value: String, reason: String)
  }

  public let source: ConfigurationSource
  public let fault: Fault

  public var exitCode: ExitCode { .configuration }

  public var description: String {
    switch fault {
    case .unreadable(let reason): "\(source): \(reason)"
    case .tooLarge(let limit): "\(source): the file is larger than \(limit) bytes"
    case .syntax(let column, let reason): "\(source):\(column): \(reason)"
    case .unknownKey(let key, let nearest):
      "\(source): unknown key \(key)" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .wrongType(let key, let expected, let found):
      "\(source): \(key) takes \(expected), not \(found)"
    case .badValue(let key, let value, let reason): "\(source): \(key): “\(value)” \(reason)"
    }
  }
}
