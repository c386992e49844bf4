import Glibc

/// Tells systemd how a service does (sd_notify(3)).
public struct ServiceManager: Sendable {
  public enum State: Sendable, Equatable {
    case ready, reloading, stopping, watchdog
    case status(String)

    var assignment: String {
      switch self {
      case .ready: "READY=1"
      case .reloading: "RELOADING=1"
      case .stopping: "STOPPING=1"
      case .watchdog: "WATCHDOG=1"
      case .status(let text): "STATUS=\(text.singleLine)"
      }
    }
  }

  private let socket: String
  /// How often `.watchdog` is due, half of what systemd allows; nil where it does not watch.
  public let watchdogInterval: Duration?

  /// Nil where no service manager listens.
  public init?(environment: [String: String], processID: Int32? = nil) {
    guard let socket = environment["NOTIFY_SOCKET"], socket.hasPrefix("/") || socket.hasPrefix("@")
    else { return nil }
    self.socket = socket
    let watched = environment["WATCHDOG_PID"].map { Int32($0) == processID ?? getpid() } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap {
      $0 > 0 ? $0 : nil
    }
    watchdogInterval = watched ? microseconds.map { .microseconds($0 / 2) } : nil
  }

  /// Sends the states in one datagram; false where nobody took it, which a service survives.
  @discardableResult
  public func notify(_ states: State...) -> Bool {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let text = states.map(\.assignment).joined(separator: "\n")
    return withAddress { address, length in
      sendto(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL), address, length)
        == text.utf8.count
    }
  }

  private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(socket.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < capacity else { return false }
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }  // the abstract name space, unix(7)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
