extension LoopbackServer {
  /// A request as it came over the wire.
  public struct Request: Sendable {
    public let method: String
    /// Path and query as sent, percent-encoded.
    public let target: String
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]
    /// The number of the connection it came on, from 0.
    public let connection: Int

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }
    /// The target's query without the question mark, nil where there is none.
    public var query: String? {
      target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The first header of this name, whatever its case.
    public subscript(header: String) -> String? {
      headers.first { $0.name.lowercased() == header.lowercased() }?.value
    }
  }
}

extension LoopbackServer.Request {
  /// The parts of a request's head, nil for a malformed one.
  struct Head {
    let method: String
    let target: String
    var headers: [(name: String, value: String)] = []

    init?(_ text: String) {
      var lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
      guard let first = lines.first?.split(separator: " "), first.count == 3 else { return nil }
      method = String(first[0])
      target = String(first[1])
      lines.removeFirst()
      for line in lines {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        headers.append((String(line[..<colon]), String(value)))
      }
    }

    var isChunked: Bool {
      headers.contains {
        $0.name.lowercased() == "transfer-encoding" && $0.value.lowercased() == "chunked"
      }
    }

    /// The length of the body that follows, 0 where none is declared.
    var length: Int {
      headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
    }
  }
}
