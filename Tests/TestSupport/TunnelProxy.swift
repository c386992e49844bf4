import Glibc
import ZitareBase

/// A proxy on a free port of 127.0.0.1 that makes tunnels, asked by SOCKS 5 (RFC 1928, 1929) or by
/// CONNECT (RFC 9110 9.3.6); both end with this value.
///
/// Whatever it is asked for, its tunnels lead to one port of 127.0.0.1.
public final class TunnelProxy: Sendable {
  public let port: UInt16
  private let core: Core

  /// - Parameter refusing: makes no tunnel, but says that it may not.
  public init(to target: UInt16, refusing: Bool = false) {
    let listener: Int32
    (listener, port) = listenOnLoopback()
    core = Core(listener: listener, target: target, isRefusing: refusing)
    startThread { [core] in core.accept() }
  }

  deinit { core.stop() }

  /// What it was asked for, in order: `socks 4 HOST:PORT USER:PASSWORD`, the number of the kind of
  /// address and the words as far as they were told, or the head of a CONNECT.
  public var asked: [String] { core.state.withLock { $0.asked } }
}

extension TunnelProxy {
  fileprivate struct State {
    var asked: [String] = []
    var descriptors: Set<Int32> = []
    var isStopped = false
  }

  fileprivate final class Core: Sendable {
    let state = Mutex(State())
    private let listener: Int32
    private let target: UInt16
    private let isRefusing: Bool

    init(listener: Int32, target: UInt16, isRefusing: Bool) {
      self.listener = listener
      self.target = target
      self.isRefusing = isRefusing
    }

    func stop() {
      state.withLock {
        $0.isStopped = true
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in $0.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
    }

    func accept() {
      defer { close(listener) }
      while true {
        let client = Glibc.accept(listener, nil, nil)
        if client < 0 && (errno == EINTR || errno == ECONNABORTED) { continue }
        guard client >= 0, keep(client) else { return }
        startThread { [self] in
          serve(client)
          drop(client)
        }
      }
    }

    /// False, and closed, where the proxy has ended.
    private func keep(_ descriptor: Int32) -> Bool {
      let isKept = state.withLock { state in
        if !state.isStopped { state.descriptors.insert(descriptor) }
        return !state.isStopped
      }
      if !isKept { close(descriptor) }
      return isKept
    }

    private func drop(_ descriptor: Int32) {
      _ = state.withLock { $0.descriptors.remove(descriptor) }
      shutdown(descriptor, Int32(SHUT_RDWR))
      close(descriptor)
    }

    private func serve(_ client: Int32) {
      guard let first = read(1, from: client)?.first else { return }
      guard let yes = first == 5 ? socks(client) : connect(client, first) else { return }
      let server = connectToLoopback(target)
      guard server >= 0, keep(server) else { return }
      defer { drop(server) }
      guard send(yes, to: client) else { return }
      startThread { relay(from: client, to: server) }
      relay(from: server, to: client)
    }

    private func record(_ words: String) { state.withLock { $0.asked.append(words) } }

    /// Takes a question by SOCKS; the answer that says yes, nil where it was refused or cut.
    private func socks(_ client: Int32) -> [UInt8]? {
      guard let count = read(1, from: client)?.first,
        let methods = read(Int(count), from: client)
      else { return nil }
      var user = ""
      if methods.contains(2) {
        guard send([5, 2], to: client), read(1, from: client) == [1], let name = readText(client),
          let password = readText(client), send([1, 0], to: client)
        else { return nil }
        user = " \(name):\(password)"
      } else {
        guard send([5, 0], to: client) else { return nil }
      }
      guard let head = read(4, from: client) else { return nil }
      let host = head[3] == 3 ? readText(client) : readAddress(head[3] == 4 ? 16 : 4, client)
      guard let host, let port = read(2, from: client) else { return nil }
      record("socks \(head[3]) \(host):\(Int(port[0]) << 8 | Int(port[1]))\(user)")
      let answer: [UInt8] = [5, isRefusing ? 2 : 0, 0, 1, 0, 0, 0, 0, 0, 0]
      if !isRefusing { return answer }
      _ = send(answer, to: client)
      return nil
    }

    private func connect(_ client: Int32, _ first: UInt8) -> [UInt8]? {
      var head = [first]
      while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
        guard let byte = read(1, from: client) else { return nil }
        head += byte
      }
      record(String(decoding: head, as: UTF8.self))
      if !isRefusing { return Array("HTTP/1.1 200 Made\r\nX-Proxy: 1\r\n\r\n".utf8) }
      _ = send(Array("HTTP/1.1 403 Not here\r\nContent-Length: 0\r\n\r\n".utf8), to: client)
      return nil
    }
  }
}

private func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: count)
  return recv(descriptor, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
}

/// A text behind its length.
private func readText(_ descriptor: Int32) -> String? {
  read(1, from: descriptor).flatMap { read(Int($0[0]), from: descriptor) }
    .map { String(decoding: $0, as: UTF8.self) }
}

private func readAddress(_ count: Int, _ descriptor: Int32) -> String? {
  read(count, from: descriptor).map { $0.map { String($0) }.joined(separator: ".") }
}

private func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
}

/// Hands bytes on until one side ends.
private func relay(from source: Int32, to target: Int32) {
  var bytes = [UInt8](repeating: 0, count: 64 << 10)
  while true {
    let count = recv(source, &bytes, bytes.count, 0)
    guard count > 0, send(Array(bytes.prefix(count)), to: target) else { break }
  }
  shutdown(target, Int32(SHUT_WR))
}
