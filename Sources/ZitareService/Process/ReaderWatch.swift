import Glibc
import ZitareBase

/// Tells when whoever reads the standard output has gone, for as long as it lives.
public final class ReaderWatch: Sendable {
  private let watch: ReadWatch

  /// Nil where the output is no pipe: nobody can go.
  public init?(onEnd: @escaping @Sendable () -> Void) {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    let end = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard end >= 0 else { return nil }
    // The writing end of a pipe has nothing to read: what it reports is that there is no reader.
    watch = ReadWatch(end, onReadable: onEnd)
  }
}
