import CNetlink
@preconcurrency import Dispatch
import Glibc

/// Hears from the kernel when this machine gets an address or a way out (rtnetlink(7)), for as long
/// as it lives.
final class NetworkWatch: Sendable {
  private let source: any DispatchSourceRead

  /// Nil where the system does not tell.
  ///
  /// `onArrival` may be called more than once for one network.
  init?(onArrival: @escaping @Sendable () -> Void) {
    let socket = network_watch_open()
    guard socket >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: .global())
    source.setEventHandler { if Self.readsArrival(from: socket) { onArrival() } }
    source.setCancelHandler { close(socket) }
    source.activate()
  }
  deinit { source.cancel() }

  /// Whether messages of the kernel, as they come from its socket, tell of a network.
  static func tellsArrival(_ messages: UnsafeRawBufferPointer) -> Bool {
    network_watch_tells_arrival(messages.baseAddress, messages.count)
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
