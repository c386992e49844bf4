/// How long a transfer may take; every redirect counts against the same total.
public struct HTTPTimeouts: Sendable, Equatable {
  /// What took too long.
  public enum Phase: String, Sendable {
    case connect, firstByte, idle, total
  }

  /// Until the connection is made and encrypted, the host's name resolved included.
  public var connect: Duration
  /// From then until the answer's first line.
  public var firstByte: Duration
  /// Within any such time, from the first line on, at least 1 KiB must come.
  public var idle: Duration
  public var total: Duration?

  public init(
    connect: Duration = .seconds(10), firstByte: Duration = .seconds(30),
    idle: Duration = .seconds(30), total: Duration? = nil
  ) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }
}

/// One request; a value that may be sent any number of times, unless its body is a stream.
public struct HTTPRequest: Sendable {
  public var url: HTTPURL
  public var method: HTTPMethod
  public var headers: HTTPHeaders
  /// Sent again where a redirect asks for it and it can be; such an answer is returned as it is else.
  public var body: HTTPBody?
  /// Nil for the client's own, which differ for calls and downloads.
  public var timeouts: HTTPTimeouts?
  /// The size, unpacked, from which an answer to a call is refused.
  public var maxResponseBytes = 8 << 20
  /// Whether the answer may come in gzip; it is unpacked as it arrives.
  public var acceptsCompression = true
  /// Told how far the body and its answer have come.
  public var onProgress: HTTPProgress.Observer?

  public init(
    _ url: HTTPURL, method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: HTTPBody? = nil,
    timeouts: HTTPTimeouts? = nil
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.timeouts = timeouts
  }
}

extension HTTPRequest {
  /// Whether sending it again leaves the server as sending it once, and can be done.
  var isRepeatable: Bool { method.isIdempotent && body?.isReplayable != false }

  /// What makes this a request that cannot be sent as it is, nil for nothing.
  var fault: String? {
    if let field = headers.first(where: { !$0.isValid }) {
      return "the header \(field.name.percentEncoded()) holds characters that no header may hold"
    }
    if headers["Content-Length"] != nil || headers["Transfer-Encoding"] != nil {
      return "the body's framing is not the caller's to set"
    }
    if body != nil && (method == .get || method == .head) {
      return "a \(method) request carries no body"
    }
    return nil
  }
}
