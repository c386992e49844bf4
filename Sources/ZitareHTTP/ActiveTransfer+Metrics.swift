import CCurl

extension ActiveTransfer {
  /// What the transfer has taken so far, its total left out.
  var metrics: HTTPMetrics {
    let lookedUp = easy.offset(CURLINFO_NAMELOOKUP_TIME_T)
    let connected = max(lookedUp, easy.offset(CURLINFO_CONNECT_TIME_T))
    let encrypted = max(connected, easy.offset(CURLINFO_APPCONNECT_TIME_T))
    let ready = easy.offset(CURLINFO_PRETRANSFER_TIME_T)
    let started = max(ready, easy.offset(CURLINFO_STARTTRANSFER_TIME_T))
    var metrics = HTTPMetrics()
    metrics.nameLookup = .microseconds(lookedUp)
    metrics.connect = .microseconds(connected - lookedUp)
    metrics.tls = .microseconds(encrypted - connected)
    metrics.firstByte = .microseconds(started - ready)
    metrics.sentBytes =
      Int64(easy.long(CURLINFO_REQUEST_SIZE)) + easy.offset(CURLINFO_SIZE_UPLOAD_T)
    metrics.receivedBytes =
      Int64(easy.long(CURLINFO_HEADER_SIZE)) + easy.offset(CURLINFO_SIZE_DOWNLOAD_T)
    metrics.requestCount = 1
    metrics.isConnectionReused = ready > 0 && easy.long(CURLINFO_NUM_CONNECTS) == 0
    metrics.version =
      switch easy.long(CURLINFO_HTTP_VERSION) {
      case CURL_HTTP_VERSION_1_0: .http10
      case CURL_HTTP_VERSION_1_1: .http11
      case CURL_HTTP_VERSION_2_0: .http2
      default: nil
      }
    return metrics
  }
}
