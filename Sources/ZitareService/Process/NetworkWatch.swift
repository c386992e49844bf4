import CNetlink
import Glibc
import ZitareBase

/// Hears from the kernel when this machine gets an address or a way out (rtnetlink(7)), for as long
/// as it lives.
final class NetworkWatch: Sendable {
  private let watch: ReadWatch

  /// Nil where the system does not tell.
  ///
  /// `onArrival` may be called more than once for one network.
  init?(onArrival: @escaping @Sendable () -> Void) {
    guard let socket = Self.listen() else { return nil }
    watch = ReadWatch(socket) { if Self.readsArrival(from: socket) { onArrival() } }
  }

  /// Whether messages of the kernel, as they come from its socket, tell of a network.
  static func tellsArrival(_ messages: UnsafeRawBufferPointer) -> Bool {
    network_watch_tells_arrival(messages.baseAddress, messages.count)
  }

  /// A socket that hears of new addresses and routes.
  private static func listen() -> Int32? {
    let type = SOCK_RAW.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let watch = socket(AF_NETLINK, Int32(type), NETLINK_ROUTE)
    guard watch >= 0 else { return nil }
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    address.nl_groups = UInt32(
      RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(watch, $0, socklen_t(MemoryLayout<sockaddr_nl>.size)) == 0
      }
    }
    if isBound { return watch }
    close(watch)
    return nil
  }

  /// Reads all that is there; messages that were lost may have told of one.
  private static func readsArrival(from socket: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 32 << 10, alignment: 8) { buffer in
      var isArrival = false
      while true {
        let count = recv(socket, buffer.baseAddress, buffer.count, 0)
        if count > 0 {
          let messages = UnsafeRawBufferPointer(rebasing: buffer[..<count])
          isArrival = tellsArrival(messages) || isArrival
        } else if count < 0 && errno == ENOBUFS {
          isArrival = true
        } else if count == 0 || errno != EINTR {
          return isArrival
        }
      }
    }
  }
}
