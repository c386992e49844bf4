import Synchronization

/// One exchange with a server, as it is handed to the loop; redirects are exchanges of their own.
final class Transfer: Sendable {
  /// What became of a transfer.
  struct Outcome: Sendable {
    var failure: HTTPError.Reason?
    /// Whether a connection stood and sending had begun.
    var hasBegunRequest = false
    var status = 0
    var headers = HTTPHeaders()
    var body: [UInt8] = []
    /// Whether something other than the connection's end told that the body is whole.
    var isDelimited = false
  }

  let request: HTTPRequest
  let timeouts: HTTPTimeouts
  let end: SuspendingClock.Instant?
  /// Nil for an answer that is kept in memory.
  let sink: (any BodySink)?
  let limit: Int64
  let userAgent: String
  /// Set before the loop is told, so that a cancellation may overtake its own transfer.
  let isCancelled = Atomic(false)

  init(
    _ request: HTTPRequest, timeouts: HTTPTimeouts, end: SuspendingClock.Instant?,
    sink: (any BodySink)?, limit: Int64, userAgent: String
  ) {
    self.request = request
    self.timeouts = timeouts
    self.end = end
    self.sink = sink
    self.limit = limit
    self.userAgent = userAgent
  }
}
