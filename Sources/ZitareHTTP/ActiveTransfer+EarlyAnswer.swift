import CCurl
import Glibc

/// Answers that are whole while the body of the request, a stream, is still to come.
///
/// libcurl goes on until both have ended, and tells nobody that the answer has; but it no longer
/// waits for bytes from the socket then. Streams have a connection of their own by HTTP/1.1, so there
/// is one socket to look at, where fewer than 1,024 files are open.
extension ActiveTransfer {
  /// Learns of the sockets that are made: one for each address that is tried.
  func watchSockets() throws(EasyHandle.Failure) {
    try easy.set(
      context: Unmanaged.passUnretained(self).toOpaque(),
      socket: { context, socket, _ in
        guard let context else { return CURL_SOCKOPT_ERROR }
        Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue().sockets.append(socket)
        return CURL_SOCKOPT_OK
      })
  }

  /// Keeps the socket that the request goes over, which is known by its port.
  func chooseSocket(localPort: Int32) {
    sockets.removeAll { socket in
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let port = withUnsafeMutableBytes(of: &address) { bytes -> UInt16? in
        guard let start = bytes.baseAddress,
          getsockname(socket, start.assumingMemoryBound(to: sockaddr.self), &length) == 0
        else { return nil }
        // It is at the same place in the addresses of both families.
        return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
      }
      return port.map { Int32($0) } != localPort
    }
  }

  /// Looks whether the answer has ended before its request; true where that is news.
  func noticesAnswer(in multi: UnsafeMutableRawPointer) -> Bool {
    guard earlyAnswer == nil, hasAnswer, pause == nil, let socket = sockets.first,
      isProvenWhole || zitare_waits_for(multi, socket) == 0
    else { return false }
    earlyAnswer = zitare_is_closed(socket) == 1 ? .closed : .open
    return true
  }
}

/// What has become of the connection of an answer that came whole before the request's body.
enum EarlyAnswer {
  case open
  /// It was closed, perhaps amid the answer.
  case closed
}
