import CCurl

/// How a request's body goes out.
extension ActiveTransfer {
  /// Tells libcurl how to send a body, an empty one where the request has none.
  func setBody() throws(EasyHandle.Failure) {
    try easy.set(CURLOPT_UPLOAD, 1)
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
    guard let reader, !isRefused else { return isRefused ? Int(CURL_READFUNC_ABORT) : 0 }
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

  private func rewind() -> Bool { reader?.rewind() ?? true }
}
