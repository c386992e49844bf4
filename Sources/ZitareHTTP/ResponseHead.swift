/// The head of an answer, read line by line.
struct ResponseHead {
  enum Coding {
    case identity, gzip, unknown
  }

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  /// Whether the last line of the final answer's head was read.
  private(set) var hasEnded = false
  /// How the body is packed, known once the head has ended.
  private(set) var coding: Coding = .identity
  private var size = 0

  /// More than any server sends; a line that goes on for ever must not fill the memory.
  private static let limit = 256 << 10

  /// Whether what was read last belongs to an answer before the final one, as 103 is.
  var isInterim: Bool { (100..<200).contains(status) }

  var isSuccess: Bool { (200..<300).contains(status) }

  /// Takes a line with its end; true for the line that ends the final answer's head.
  mutating func read(line: UnsafeRawBufferPointer) throws(Refusal) -> Bool {
    if hasEnded { return false }  // a trailer behind the last chunk
    size += line.count
    guard size <= Self.limit else { throw Refusal(.malformed("its head is too large")) }
    let text = line[...].trimmed
    if text.isEmpty {
      hasEnded = status >= 200  // those below are followed by another head
      coding = readCoding()
    } else if text.starts(with: "HTTP/".utf8) {
      headers = HTTPHeaders()
      let code = text.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix(3)
      status = Int(code.text) ?? 0
    } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      headers.add(text[..<colon].trimmed.text, text[(colon + 1)...].trimmed.text)
    }
    return hasEnded
  }

  /// The body's length as it goes over the wire, nil where another rule ends it (RFC 9112 6.3).
  var contentLength: Int64? {
    if headers["Transfer-Encoding"] != nil || status == 204 { return nil }
    return headers["Content-Length"].flatMap { Int64($0) }
  }

  /// Whether the body's end is told by more than the connection's end.
  var isDelimited: Bool {
    contentLength != nil || status == 204 || isChunked
  }

  private var isChunked: Bool {
    let last = headers.values("Transfer-Encoding").last?.split(separator: ",").last
    return last?.filter { !$0.isWhitespace }.lowercased() == "chunked"
  }

  private func readCoding() -> Coding {
    let codings = headers.values("Content-Encoding").flatMap { $0.split(separator: ",") }
      .map { $0.filter { !$0.isWhitespace }.lowercased() }
      .filter { $0 != "identity" && !$0.isEmpty }
    if codings.isEmpty { return .identity }
    return codings == ["gzip"] || codings == ["x-gzip"] ? .gzip : .unknown
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Without spaces, tabs and line ends around it.
  fileprivate var trimmed: Self {
    func isSpace(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a
    }
    var (start, end) = (startIndex, endIndex)
    while start < end, isSpace(base[start]) { start += 1 }
    while end > start, isSpace(base[end - 1]) { end -= 1 }
    return base[start..<end]
  }

  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
