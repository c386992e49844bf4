import Glibc
import ZitareBase

extension LoopbackServer {
  /// One connection, served by its own thread until either side ends it.
  struct Connection {
    let descriptor: Int32
    let number: Int
    let core: Core
    private var buffer: [UInt8] = []

    init(descriptor: Int32, number: Int, core: Core) {
      self.descriptor = descriptor
      self.number = number
      self.core = core
    }

    func serve() {
      var connection = self
      let gone = Latch()
      while let request = connection.read() {
        let response = core.answer(to: request)
        if case .drained = core.bodies { drain(gone) }
        guard connection.send(response, to: request), !response.endsConnection else { return }
        if case .ignored = core.bodies { return }
        if case .drained = core.bodies { return gone.block() }
      }
    }

    private mutating func read() -> Request? {
      let end = Array("\r\n\r\n".utf8)
      while true {
        if let start = buffer.firstRange(of: end)?.lowerBound {
          guard let head = Request.Head(String(decoding: buffer[..<start], as: UTF8.self)) else {
            return nil
          }
          buffer.removeFirst(start + end.count)
          guard let body = readBody(head) else { return nil }
          return Request(
            method: head.method, target: head.target, headers: head.headers, body: body,
            connection: number)
        }
        guard fill() else { return nil }
      }
    }

    /// The body that follows a head, nil where the connection ends in it.
    private mutating func readBody(_ head: Request.Head) -> [UInt8]? {
      switch core.bodies {
      case .read: break
      case .held(let gate): gate.pass()
      case .drained, .ignored: return []
      }
      if !head.isChunked { return take(head.length) }
      var body: [UInt8] = []
      while let line = readLine(), let size = Int(line, radix: 16) {
        guard let chunk = take(size), readLine() == "" else { return nil }
        if size == 0 { return body }
        body += chunk
      }
      return nil
    }

    /// Reads until the client closes the connection.
    private func drain(_ gone: Latch) {
      startThread { [descriptor] in
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while recv(descriptor, &chunk, chunk.count, 0) > 0 {}
        gone.open()
      }
    }

    private mutating func readLine() -> String? {
      let end = Array("\r\n".utf8)
      while true {
        if let start = buffer.firstRange(of: end)?.lowerBound {
          return take(start + end.count).map { String(decoding: $0.dropLast(2), as: UTF8.self) }
        }
        guard fill() else { return nil }
      }
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
      while buffer.count < count {
        guard fill() else { return nil }
      }
      defer { buffer.removeFirst(count) }
      return Array(buffer.prefix(count))
    }

    private mutating func fill() -> Bool {
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        buffer.append(contentsOf: chunk[..<count])
        return true
      }
    }

    private func send(_ response: Response, to request: Request) -> Bool {
      for status in response.interim {
        guard send(Array("HTTP/1.1 \(status) Wait\r\n\r\n".utf8)[...]) else { return false }
      }
      response.gateBeforeHead?.pass()
      guard !response.isDropped, send(response.head[...]) else { return false }
      var body = response.framedBody(of: request.method)[...]
      if let limit = response.cutAfter { body = body.prefix(limit) }
      if let (gate, after) = response.gateInBody {
        guard send(body.prefix(after)) else { return false }
        gate.pass()
        body = body.dropFirst(after)
      }
      return send(body)
    }

    private func send(_ bytes: ArraySlice<UInt8>) -> Bool {
      var rest = bytes
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
