import Glibc

/// A socket that listens on a free port of 127.0.0.1, and that port.
public func listenOnLoopback() -> (descriptor: Int32, port: UInt16) {
  let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let bound = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(listener, $0, length) == 0 && listen(listener, 128) == 0
        && getsockname(listener, $0, &length) == 0
    }
  }
  guard listener >= 0, bound else { fatalError("cannot listen on 127.0.0.1: errno \(errno)") }
  return (listener, UInt16(bigEndian: address.sin_port))
}

/// A socket connected to a port of 127.0.0.1, -1 where nobody listens there.
func connectToLoopback(_ port: UInt16) -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  address.sin_port = port.bigEndian
  let isConnected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  if isConnected { return descriptor }
  close(descriptor)
  return -1
}
