import Synchronization
import ZitareBase

/// One exchange with a server, as it is handed to the loop; redirects are exchanges of their own.
final class Transfer: Sendable {
  /// Where the body of a good answer goes.
  enum Destination: Sendable {
    case memory
    case file(FilePath, progress: Progress?)
  }
  /// Told the bytes so far and the announced total, on the loop's thread.
  typealias Progress = @Sendable (_ done: Int64, _ total: Int64?) -> Void

  /// What became of a transfer.
  struct Outcome: Sendable {
    var failure: HTTPError.Reason?
    /// Whether a connection stood and sending had begun.
    var hasBegunRequest = false
    var status = 0
    var headers = HTTPHeaders()
    var body: [UInt8] = []
    var file: StoredFile?
    /// Whether something other than the connection's end told that the body is whole.
    var isDelimited = false
  }

  /// A file as the loop leaves it, not yet synced.
  struct StoredFile: Sendable {
    let descriptor: Descriptor
    let size: Int64
    let sha256: [UInt8]
  }

  let request: HTTPRequest
  let timeouts: HTTPTimeouts
  let end: SuspendingClock.Instant?
  let destination: Destination
  let limit: Int64
  let userAgent: String
  /// Set before the loop is told, so that a cancellation may overtake its own transfer.
  let isCancelled = Atomic(false)

  init(
    _ request: HTTPRequest, timeouts: HTTPTimeouts, end: SuspendingClock.Instant?,
    destination: Destination, limit: Int64, userAgent: String
  ) {
    self.request = request
    self.timeouts = timeouts
    self.end = end
    self.destination = destination
    self.limit = limit
    self.userAgent = userAgent
  }
}
