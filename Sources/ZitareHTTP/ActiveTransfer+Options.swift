import CCurl

extension ActiveTransfer {
  /// Everything libcurl is told about the transfer; what is not named keeps libcurl's default.
  func setOptions() throws(EasyHandle.Failure) {
    try setSafety()
    try setConnection()
    try setTLS()
    try setRequest()
    try setCallbacks()
  }

  private func setCallbacks() throws(EasyHandle.Failure) {
    try easy.set(
      context: Unmanaged.passUnretained(self).toOpaque(),
      header: { bytes, size, count, context in
        ActiveTransfer.call(context, bytes, size * count) {
          $0.receive(headerLine: $1) ? $1.count : 0
        }
      },
      body: { bytes, size, count, context in
        ActiveTransfer.call(context, bytes, size * count) { running, piece in
          if running.mustWait(before: piece.count) { return Int(CURL_WRITEFUNC_PAUSE) }
          return running.receive(body: piece) ? piece.count : 0
        }
      },
      beforeRequest: { context, _, _, _, localPort in
        guard let context else { return CURL_PREREQFUNC_ABORT }
        let running = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
        running.requestBegins(localPort: localPort)
        return CURL_PREREQFUNC_OK
      })
  }

  /// Hands a callback's bytes on; any count but theirs makes libcurl stop, or wait where it is that
  /// of a pause.
  private static func call(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int,
    _ receive: (ActiveTransfer, UnsafeRawBufferPointer) -> Int
  ) -> Int {
    guard let context else { return 0 }
    let running = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
    return receive(running, UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// What libcurl must not do by itself.
  private func setSafety() throws(EasyHandle.Failure) {
    try easy.set(CURLOPT_NOSIGNAL, 1)
    try easy.set(CURLOPT_QUICK_EXIT, 1)  // or removing a handle waits for getaddrinfo
    try easy.set(CURLOPT_NOPROGRESS, 1)
    try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
    try easy.set(CURLOPT_FOLLOWLOCATION, 0)  // it would take headers of ours to any host
    try easy.set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    try easy.set(CURLOPT_UNRESTRICTED_AUTH, 0)
    // An empty text also keeps libcurl from looking into the environment.
    try easy.set(CURLOPT_PROXY, transfer.options.proxy?.string ?? "")
    try easy.set(CURLOPT_NOPROXY, "")
    try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)  // a proxy's answer is not the server's
  }

  private func setConnection() throws(EasyHandle.Failure) {
    try easy.set(CURLOPT_TCP_NODELAY, 1)
    try easy.set(CURLOPT_TCP_KEEPALIVE, 1)
    try easy.set(CURLOPT_TCP_KEEPIDLE, 30)
    try easy.set(CURLOPT_TCP_KEEPINTVL, 15)
    try easy.set(CURLOPT_MAXAGE_CONN, max(1, Int(transfer.options.maxIdle / .seconds(1))))
    try easy.set(
      CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(transfer.timeouts.connect / .milliseconds(1))))
    if let sink = transfer.sink { try easy.set(CURLOPT_BUFFERSIZE, sink.bufferSize) }
    // libcurl sends a request again when a kept connection turns out dead, whatever its method;
    // the server may have acted on the first one (RFC 9110 9.2.2).
    try easy.set(CURLOPT_FRESH_CONNECT, transfer.request.isRepeatable ? 0 : 1)
    if transfer.mayUseHTTP2 {
      try easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
      try easy.set(CURLOPT_PIPEWAIT, 1)
    } else {
      try easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    }
  }

  private func setTLS() throws(EasyHandle.Failure) {
    try easy.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    try easy.set(CURLOPT_SSL_VERIFYPEER, 1)
    try easy.set(CURLOPT_SSL_VERIFYHOST, 2)
    try transfer.options.trust.apply(to: easy)
    if let pins = transfer.options.pins[transfer.request.url.origin.host], !pins.isEmpty {
      try easy.set(CURLOPT_PINNEDPUBLICKEY, pins.map(\.text).joined(separator: ";"))
    }
  }

  private func setRequest() throws(EasyHandle.Failure) {
    let request = transfer.request
    try easy.set(CURLOPT_URL, request.url.string)
    try easy.set(CURLOPT_USERAGENT, transfer.options.userAgent)
    switch request.method {
    case .get: try easy.set(CURLOPT_HTTPGET, 1)
    case .head: try easy.set(CURLOPT_NOBODY, 1)
    case .post, .put, .patch, .delete, .options:
      if request.body != nil || request.method.announcesBody { try setBody() }
      try easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
    var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // A name alone takes out a header that libcurl would add.
    lines.append("Expect:")
    if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    if request.headers["Accept-Encoding"] == nil {
      lines.append(
        request.acceptsCompression ? "Accept-Encoding: gzip" : "Accept-Encoding: identity")
    }
    try easy.set(headers: lines)
  }
}
