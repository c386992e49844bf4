import Glibc
import ZitareBase

/// An HTTP/1.1 server on a free port of 127.0.0.1 that answers by a closure and records requests.
///
/// It lives as long as this value; connections are then closed. The closure runs on the
/// connection's own thread and may be called by several at a time.
public final class LoopbackServer: Sendable {
  public typealias Handler = @Sendable (Request) -> Response

  /// What becomes of the bodies of requests.
  public enum Bodies: Sendable {
    case read
    /// Read after the gate.
    case held(Gate)
    /// Thrown away while the answer is given; the connection then stays until the client closes it.
    case drained
    /// Not read: the answer follows the head, then the connection is closed.
    case ignored
  }

  public let port: UInt16
  private let core: Core

  /// Starts serving.
  ///
  /// - Parameter dropping: how many connections, from the first, are closed before a byte is read.
  public init(dropping: Int = 0, bodies: Bodies = .read, _ handler: @escaping Handler) {
    let listener: Int32
    (listener, port) = listenOnLoopback()
    core = Core(listener: listener, dropping: dropping, bodies: bodies, handler: handler)
    startThread { [core] in core.accept() }
  }

  deinit { core.stop() }

  /// `http://127.0.0.1:PORT` and the path, which starts with a slash.
  public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The requests read so far, in the order of their arrival.
  public var requests: [Request] { core.record.withLock { $0.requests } }

  /// The number of connections accepted so far.
  public var connectionCount: Int { core.record.withLock { $0.connectionCount } }

  /// The largest number of connections that were open at the same time.
  public var mostConnections: Int { core.record.withLock { $0.mostConnections } }

  /// Waits until a request with this number, from 0, has been read.
  public func request(_ number: Int) async -> Request {
    await core.arrival(of: .request(number)).opened()
    return requests[number]
  }

  /// Waits until a connection with this number, from 0, has been accepted.
  public func connection(_ number: Int) async {
    await core.arrival(of: .connection(number)).opened()
  }

  /// Waits until the client has closed the connection with this number, from 0.
  public func closed(_ number: Int) async {
    await core.arrival(of: .closed(number)).opened()
  }
}

extension LoopbackServer {
  enum Arrival: Hashable {
    case connection(Int)
    case request(Int)
    case closed(Int)
  }

  struct Record {
    var requests: [Request] = []
    var connectionCount = 0
    var mostConnections = 0
    var descriptors: [Int: Int32] = [:]
    var latches: [Arrival: Latch] = [:]
    var isStopped = false
  }

  /// What the threads of a server share; they outlive the server by moments.
  final class Core: Sendable {
    let record = Mutex(Record())
    private let listener: Int32
    private let dropping: Int
    let bodies: Bodies
    private let handler: Handler

    init(listener: Int32, dropping: Int, bodies: Bodies, handler: @escaping Handler) {
      self.listener = listener
      self.dropping = dropping
      self.bodies = bodies
      self.handler = handler
    }

    func arrival(of event: Arrival) -> Latch {
      record.withLock { $0.latch(event) }
    }

    func stop() {
      record.withLock {
        $0.isStopped = true
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in $0.descriptors.values { shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
    }

    func accept() {
      defer { close(listener) }
      while true {
        let descriptor = Glibc.accept(listener, nil, nil)
        if descriptor < 0 && (errno == EINTR || errno == ECONNABORTED) { continue }
        guard descriptor >= 0 else { return }
        let number: Int? = record.withLock {
          if $0.isStopped { return nil }
          let number = $0.connectionCount
          $0.connectionCount += 1
          $0.descriptors[number] = descriptor
          $0.mostConnections = max($0.mostConnections, $0.descriptors.count)
          $0.latch(.connection(number)).open()
          return number
        }
        guard let number else {
          close(descriptor)
          return
        }
        startThread { [self] in
          if number >= dropping {
            Connection(descriptor: descriptor, number: number, core: self).serve()
          }
          record.withLock { $0.descriptors[number] = nil }
          // A process that another test has started meanwhile may hold a copy.
          shutdown(descriptor, Int32(SHUT_RDWR))
          close(descriptor)
          arrival(of: .closed(number)).open()
        }
      }
    }

    func answer(to request: Request) -> Response {
      record.withLock {
        $0.requests.append(request)
        $0.latch(.request($0.requests.count - 1)).open()
      }
      return handler(request)
    }
  }
}

extension LoopbackServer.Record {
  fileprivate mutating func latch(_ event: LoopbackServer.Arrival) -> Latch {
    if let latch = latches[event] { return latch }
    let latch = Latch()
    latches[event] = latch
    return latch
  }
}
