public import ZitareBase

/// Why a download came to nothing; what lay at its destination before still does.
public struct DownloadError: Error, Sendable, CustomStringConvertible {
  public enum Reason: Sendable {
    case http(HTTPError)
    /// An answer that does not fit its request, such as another range than the one asked for.
    case answer(String)
    /// More bytes than the caller takes.
    case tooLarge(limit: Int64)
    case size(expected: Int64, found: Int64)
    case digest(expected: String, found: String)
    /// A page, an error text or nothing in place of the file.
    case implausible(String)
    case restartedTooOften(Int, last: String)
    /// The disk is full, or would be; how much is missing, where that is known.
    case outOfSpace(missing: Int64?)
    /// Another download to the same destination runs.
    case busy
    case file(FileError)
    /// The caller's provider or checksum gave nothing.
    case source(String)
    case cancelled
  }

  public let reason: Reason
  public let destination: FilePath
  /// How many bytes lie in `NAME.part` for the next download to go on from; 0 where nothing is left.
  public let kept: Int64

  /// The answer that was refused, where one came.
  public var response: HTTPResponse? {
    if case .http(let error) = reason { error.response } else { nil }
  }

  /// The least time to wait before the next attempt, where the server named one.
  public var retryAfter: Duration? { response?.retryAfter }

  /// Whether a later download may succeed with nothing changed on this side.
  ///
  /// A page in the file's place is among that: networks with a login page put it there.
  public var isTransient: Bool {
    switch reason {
    case .http(let error): error.isTransient
    case .implausible, .outOfSpace, .busy, .source: true
    case .file(let error): error.isOutOfSpace
    case .answer, .tooLarge, .size, .digest, .restartedTooOften, .cancelled: false
    }
  }

  public var description: String {
    switch reason {
    case .busy,
      .cancelled where kept == 0:
      "\(destination): \(reason.text)"
    default: "\(destination): \(reason.text); \(remains)"
    }
  }

  private var remains: String {
    kept == 0
      ? "nothing of it is kept"
      : "\(kept) bytes are kept in \(destination.lastComponent).part, and the next attempt goes on from there"
  }
}

extension DownloadError.Reason {
  var text: String {
    switch self {
    case .http(let error): error.description
    case .answer(let detail): detail
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .size(let expected, let found): "\(found) bytes in place of \(expected)"
    case .digest(let expected, let found): "its digest is \(found) and should be \(expected)"
    case .implausible(let detail): "not the file: \(detail)"
    case .restartedTooOften(let count, let last):
      "it had to begin anew \(count) times, which is too often; the last time, \(last)"
    case .outOfSpace(let missing):
      missing.map { "the disk lacks \($0) bytes" } ?? "the disk is full"
    case .busy: "another download to it is running"
    case .file(let error): error.description
    case .source(let detail): detail
    case .cancelled: "cancelled"
    }
  }
}

/// A reason on its way to becoming an error that also says what is kept.
struct DownloadFault: Error {
  let reason: DownloadError.Reason

  init(_ reason: DownloadError.Reason) { self.reason = reason }

  init(_ error: FileError) {
    reason = error.isOutOfSpace ? .outOfSpace(missing: nil) : .file(error)
  }
}
