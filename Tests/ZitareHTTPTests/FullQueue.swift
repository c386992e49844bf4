import Glibc
import TestSupport
import ZitareBase

/// A port that listens and takes nobody in: its queue is full, so that the kernel drops each further
/// knock.
final class FullQueue {
  let port: UInt16
  private var sockets: [Int32] = []

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    sockets.append(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 0) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { throw FileError("listen", "127.0.0.1", code: errno) }
    for _ in 0..<2 {
      let caller = socket(
        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      sockets.append(caller)
      _ = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(caller, $0, length) }
      }
    }
  }

  deinit { for socket in sockets { close(socket) } }

  /// Waits until a call beside our own has knocked, as the kernel's table of sockets tells.
  func isKnockedAt() async {
    while knocks() < sockets.count - 1 { try? await Task.sleep(for: .milliseconds(1)) }
  }

  /// Connections to the port that were asked for, answered or not.
  private func knocks() -> Int {
    let table = (try? Files.read("/proc/net/tcp")) ?? nil
    let digits = String(port, radix: 16, uppercase: true)
    let remote = "0100007F:" + String(repeating: "0", count: 4 - digits.count) + digits
    return String(decoding: table ?? [], as: UTF8.self).split(separator: "\n").count { line in
      let words = line.split(separator: " ")
      return words.count > 3 && words[2] == remote && ["01", "02"].contains(words[3])
    }
  }
}
