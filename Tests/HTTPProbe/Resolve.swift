import Glibc
import ZitareBase
import ZitareHTTP

/// Asks a name server that never answers, cancels the call and prints the milliseconds until it
/// ended.
///
/// The name server is this process at 127.0.0.1, which resolv.conf has to name: a namespace of its
/// own with an interface that is still down is expected.
func cancelWhileResolving() async throws {
  let server = try SilentNameServer()
  let client = HTTPClient()
  let request = HTTPRequest(try HTTPURL("http://nowhere.example/"))
  let call = Task { try await client.send(request) }
  await server.question()
  let start = ContinuousClock.now
  call.cancel()
  do {
    _ = try await call.value
    print("answered")
  } catch let error as HTTPError {
    guard case .cancelled = error.reason else { throw error }
    print((ContinuousClock.now - start) / .milliseconds(1))
  }
}

/// Takes questions at port 53 of 127.0.0.1 and leaves them be.
private struct SilentNameServer {
  struct Failure: Error {
    let step: String
    let code = errno
  }

  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    try raiseLoopback()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(53).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure(step: "bind") }
  }

  private func raiseLoopback() throws {
    var interface = ifreq()
    withUnsafeMutableBytes(of: &interface.ifr_ifrn) { $0.copyBytes(from: "lo".utf8) }
    interface.ifr_ifru.ifru_flags = Int16(IFF_UP)
    guard ioctl(descriptor, UInt(SIOCSIFFLAGS), &interface) == 0 else {
      throw Failure(step: "raise lo")
    }
  }

  /// Waits for a question.
  func question() async {
    let descriptor = descriptor
    await blocking {
      var byte: UInt8 = 0
      recv(descriptor, &byte, 1, 0)
    }
  }
}
