extension LoopbackServer {
  /// An answer, and the ways in which a server may fail to give it.
  public struct Response: Sendable {
    /// How the end of the body is told.
    public enum Framing: Sendable {
      /// Content-Length, as it is or with a false number.
      case length
      case wrongLength(Int)
      /// Chunks of so many bytes, with or without the closing one.
      case chunked(Int)
      case chunkedWithoutEnd(Int)
      /// The connection's end.
      case close
    }

    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    public var framing: Framing
    /// Closes the connection after so many bytes of the framed body.
    public var cutAfter: Int?
    /// Answers like 103 that go before this one.
    public var interim: [Int] = []
    /// Stops before the head is sent, after those of `interim`.
    public var gateBeforeHead: Gate?
    /// Stops after the head and so many bytes of the framed body.
    public var gateInBody: (gate: Gate, after: Int)?
    /// Closes the connection without a byte of answer.
    public var isDropped = false

    public init(
      _ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
      framing: Framing = .length, cutAfter: Int? = nil, gateBeforeHead: Gate? = nil,
      gateInBody: (gate: Gate, after: Int)? = nil
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.framing = framing
      self.cutAfter = cutAfter
      self.gateBeforeHead = gateBeforeHead
      self.gateInBody = gateInBody
    }

    public init(
      _ status: Int = 200, headers: [(name: String, value: String)] = [], text: String,
      type: String = "text/plain; charset=utf-8"
    ) {
      self.init(status, headers: headers + [("Content-Type", type)], body: Array(text.utf8))
    }

    public static func json(_ text: String, status: Int = 200) -> Response {
      Response(status, text: text, type: "application/json")
    }

    /// The bytes of a gzip file, announced as the encoding of what they unpack to.
    public static func gzip(_ compressed: [UInt8], type: String = "application/json") -> Response {
      Response(
        headers: [("Content-Encoding", "gzip"), ("Content-Type", type)], body: compressed)
    }

    public static func redirect(_ status: Int = 302, to location: String) -> Response {
      Response(status, headers: [("Location", location)])
    }

    /// The request is read, then the connection closed.
    public static var dropped: Response {
      var response = Response()
      response.isDropped = true
      return response
    }
  }
}

extension LoopbackServer.Response {
  private var hasBody: Bool { status != 204 && status != 304 && status >= 200 }

  /// The status line and headers, the framing's own among them.
  var head: [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(status < 400 ? "Fine" : "Refused")"]
    lines += headers.map { "\($0.name): \($0.value)" }
    if hasBody {
      switch framing {
      case .length: lines.append("Content-Length: \(body.count)")
      case .wrongLength(let length): lines.append("Content-Length: \(length)")
      case .chunked, .chunkedWithoutEnd: lines.append("Transfer-Encoding: chunked")
      case .close: lines.append("Connection: close")
      }
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// The body's bytes as they go over the wire.
  func framedBody(of method: String) -> [UInt8] {
    guard hasBody, method != "HEAD" else { return [] }
    switch framing {
    case .length, .wrongLength, .close: return body
    case .chunked(let size): return chunks(of: size) + Array("0\r\n\r\n".utf8)
    case .chunkedWithoutEnd(let size): return chunks(of: size)
    }
  }

  private func chunks(of size: Int) -> [UInt8] {
    var framed: [UInt8] = []
    for start in stride(from: 0, to: body.count, by: size) {
      let chunk = body[start..<min(start + size, body.count)]
      framed += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
    }
    return framed
  }

  /// Whether the connection cannot carry another request after this answer.
  var endsConnection: Bool {
    if cutAfter != nil { return true }
    switch framing {
    case .length, .chunked: return false
    case .wrongLength, .chunkedWithoutEnd, .close: return true
    }
  }
}
