import CCurl

/// libcurl's handle of one transfer, with the memory that must live as long as it.
final class EasyHandle {
  let handle: UnsafeMutableRawPointer
  private let message: UnsafeMutablePointer<CChar>
  private var headers: UnsafeMutablePointer<curl_slist>?

  /// A call on the handle that libcurl refused.
  struct Failure: Error {
    let code: CURLcode
  }

  init() {
    guard let handle = curl_easy_init() else { fatalError("out of memory") }
    self.handle = handle
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    zitare_set_error_buffer(handle, message)
  }

  /// Forgets all options of a transfer that has ended, so that another one may use it.
  func reset() {
    curl_easy_reset(handle)
    curl_slist_free_all(headers)
    headers = nil
    message[0] = 0
    zitare_set_error_buffer(handle, message)
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(headers)
    message.deallocate()
  }

  func set(_ option: CURLoption, _ value: Int) throws(Failure) {
    try check(zitare_set_long(handle, option, value))
  }

  func set(_ option: CURLoption, _ value: String) throws(Failure) {
    try check(zitare_set_text(handle, option, value))
  }

  /// Sets an option that takes bytes.
  func set(_ option: CURLoption, copying bytes: [UInt8]) throws(Failure) {
    try check(zitare_set_blob(handle, option, bytes, bytes.count))
  }

  /// Takes a text option's default away.
  func clear(_ option: CURLoption) throws(Failure) {
    try check(zitare_set_text(handle, option, nil))
  }

  func set(_ option: CURLoption, offset: Int64) throws(Failure) {
    try check(zitare_set_offset(handle, option, curl_off_t(offset)))
  }

  func set(headers lines: [String]) throws(Failure) {
    for line in lines { headers = curl_slist_append(headers, line) }
    try check(zitare_set_headers(handle, headers))
  }

  /// The context is not retained: it must live until the handle has left the multi handle.
  func set(
    context: UnsafeMutableRawPointer, header: curl_write_callback, body: curl_write_callback,
    beforeRequest: curl_prereq_callback
  ) throws(Failure) {
    try check(zitare_set_callbacks(handle, context, header, body, beforeRequest))
  }

  /// Lets libcurl read the request's body; the context is as with the other callbacks.
  func set(
    context: UnsafeMutableRawPointer, read: curl_read_callback, seek: curl_seek_callback
  ) throws(Failure) {
    try check(zitare_set_body_callbacks(handle, context, read, seek))
  }

  /// Has the sockets told that are made for the transfer; the context is as with the other callbacks.
  func set(
    context: UnsafeMutableRawPointer, socket: curl_sockopt_callback
  ) throws(Failure) {
    try check(zitare_set_socket_callback(handle, context, socket))
  }

  func long(_ info: CURLINFO) -> Int { zitare_get_long(handle, info) }

  func offset(_ info: CURLINFO) -> Int64 { Int64(zitare_get_offset(handle, info)) }

  /// What libcurl says of a failure, in more words than the code has where there are any.
  func explanation(of code: CURLcode) -> String {
    let words = String(cString: message)
    return words.isEmpty ? String(cString: curl_easy_strerror(code)) : words
  }

  private func check(_ code: CURLcode) throws(Failure) {
    guard code == CURLE_OK else { throw Failure(code: code) }
  }
}
