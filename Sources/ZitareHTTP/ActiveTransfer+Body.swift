import CCurl

/// How a request's body goes out.
extension ActiveTransfer {
  /// Tells libcurl how to send a body, an empty one where the request has none.
  func setBody() throws(EasyHandle.Failure) {
    try easy.set(CURLOPT_UPLOAD, 1)
    if transfer.request.body?.isReplayable == false { try watchSockets() }
    try easy.set(CURLOPT_INFILESIZE_LARGE, offset: reader.map { $0.length ?? -1 } ?? 0)
    try easy.set(
      context: Unmanaged.passUnretained(self).toOpaque(),
      read: { bytes, size, count, context in
        guard let context else { return Int(CURL_READFUNC_ABORT) }
        let running = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
        return running.send(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
      },
      seek: { context, offset, origin in
        guard let context, offset == 0, origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
        let running = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
        return running.rewind() ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
      })
  }

  /// Fills libcurl's buffer; what it takes for a count may also say to wait or to stop.
  private func send(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let reader else { return 0 }
    if isRefused || earlyAnswer != nil { return stop() }
    do throws(Refusal) {
      guard let count = try reader.read(into: buffer) else {
        isWaitingForBody = true
        deadlines.pauses()
        return Int(CURL_READFUNC_PAUSE)
      }
      isWaitingForBody = false
      deadlines.sent(count, isLast: count == 0 || reader.position == reader.length, at: .now)
      report.update {
        $0.sent = max($0.sent, reader.position)
        $0.toSend = reader.length
      }
      return count
    } catch {
      refusal = error.reason
      return Int(CURL_READFUNC_ABORT)
    }
  }

  /// Sends no more of the body, so that the server never takes it for a whole one.
  private func stop() -> Int {
    if earlyAnswer != nil || easy.long(CURLINFO_HTTP_VERSION) == CURL_HTTP_VERSION_2_0 {
      return Int(CURL_READFUNC_ABORT)
    }
    // libcurl goes on to read the answer. Fewer bytes than announced tell that the body is not whole;
    // one in chunks has to wait, since its end would be sent.
    if transfer.request.body?.isReplayable == true { return 0 }
    guard let socket = sockets.first, zitare_can_watch(socket) == 1 else {
      return Int(CURL_READFUNC_ABORT)
    }
    isWaitingForBody = true
    return Int(CURL_READFUNC_PAUSE)
  }

  private func rewind() -> Bool { reader?.rewind() ?? true }
}
