/// Which version of HTTP an answer came in.
public enum HTTPVersion: String, Sendable, CustomStringConvertible {
  case http10 = "HTTP/1.0"
  case http11 = "HTTP/1.1"
  case http2 = "HTTP/2"

  public var description: String { rawValue }
}

/// What a call took: the sums over all its redirects.
public struct HTTPMetrics: Sendable, Equatable {
  /// Until the host's name was resolved; waits for a free connection are in it.
  public internal(set) var nameLookup: Duration = .zero
  /// From then until the connection stood; zero for a kept one.
  public internal(set) var connect: Duration = .zero
  /// From then until it was encrypted; zero without TLS and for a kept one.
  public internal(set) var tls: Duration = .zero
  /// From the moment at which the request could go out until the answer's first byte.
  public internal(set) var firstByte: Duration = .zero
  /// From the call to the end of its answer or its failure.
  public internal(set) var total: Duration = .zero
  /// Heads and bodies, as they went over the wire.
  public internal(set) var sentBytes: Int64 = 0
  public internal(set) var receivedBytes: Int64 = 0
  /// The number of requests: one, and one for each redirect or repetition.
  public internal(set) var requestCount = 0
  /// Whether the last request went over a connection that stood already.
  public internal(set) var isConnectionReused = false
  /// Of the last answer, nil where none came.
  public internal(set) var version: HTTPVersion?
}

extension HTTPMetrics {
  /// Adds what one more request took; its total stays what it is.
  mutating func add(_ other: HTTPMetrics) {
    nameLookup += other.nameLookup
    connect += other.connect
    tls += other.tls
    firstByte += other.firstByte
    sentBytes += other.sentBytes
    receivedBytes += other.receivedBytes
    requestCount += other.requestCount
    isConnectionReused = other.isConnectionReused
    version = other.version
  }
}
