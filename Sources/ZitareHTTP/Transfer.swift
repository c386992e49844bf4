import Synchronization
import ZitareBase

/// One exchange with a server, as it is handed to the loop; redirects are exchanges of their own.
final class Transfer: Sendable {
  /// What became of a transfer.
  struct Outcome: Sendable {
    var failure: HTTPError.Reason?
    /// Whether a connection stood and sending had begun.
    var hasBegunRequest = false
    /// Whether it is HTTP/2 that failed: another try by HTTP/1.1 may do better.
    var hasFailedInHTTP2 = false
    var status = 0
    var headers = HTTPHeaders()
    var body: [UInt8] = []
    /// Whether something other than the connection's end told that the body is whole.
    var isDelimited = false
    var metrics = HTTPMetrics()
  }

  let request: HTTPRequest
  let timeouts: HTTPTimeouts
  let end: SuspendingClock.Instant?
  /// Nil for an answer that is kept in memory.
  let sink: (any BodySink)?
  let limit: Int64
  let options: ConnectionOptions
  let mayUseHTTP2: Bool
  /// Set before the loop is told, so that a cancellation may overtake its own transfer.
  let isCancelled = Atomic(false)

  init(
    _ request: HTTPRequest, timeouts: HTTPTimeouts, end: SuspendingClock.Instant?,
    sink: (any BodySink)?, limit: Int64, options: ConnectionOptions,
    mayUseHTTP2: Bool
  ) {
    self.request = request
    self.timeouts = timeouts
    self.end = end
    self.sink = sink
    self.limit = limit
    self.options = options
    self.mayUseHTTP2 = mayUseHTTP2
  }
}

/// What a client's configuration says of every transfer.
struct ConnectionOptions: Sendable {
  let userAgent: String
  let trust: TrustStore
  let pins: [String: [PublicKeyPin]]
  let proxy: HTTPProxy?
  let maxConnections: Int
  let maxConnectionsPerHost: Int
  let maxIdle: Duration

  init(_ configuration: HTTPClient.Configuration) throws(FileError) {
    userAgent = configuration.userAgent
    trust = try TrustStore(extra: configuration.extraAuthorities)
    pins = Dictionary(
      configuration.pins.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: +)
    proxy = configuration.proxy
    maxConnections = configuration.maxConnections
    maxConnectionsPerHost = configuration.maxConnectionsPerHost
    maxIdle = configuration.maxIdle
  }
}
