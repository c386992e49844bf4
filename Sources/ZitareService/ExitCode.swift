/// What a program tells its caller when it ends (sysexits.h).
public enum ExitCode: Int32, Sendable {
  case success = 0
  /// Something failed for good, such as a job that died.
  case failure = 1
  case usage = 64
  case badData = 65
  case unavailable = 69
  /// A programmer's mistake.
  case internalError = 70
  case cannotCreate = 73
  case inputOutput = 74
  /// It may well work later.
  case tryLater = 75
  case noPermission = 77
  case configuration = 78
}

/// An error that knows the exit code of the program it ends.
public protocol ExitCodeProviding: Error {
  var exitCode: ExitCode { get }
}
