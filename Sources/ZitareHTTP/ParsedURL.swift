import CCurl

/// An address taken apart by the parser that also makes the connection, so that they agree.
struct ParsedURL: ~Copyable {
  private let handle: OpaquePointer

  init(_ string: String, _ flags: Int32 = 0) throws(HTTPURLError) {
    guard let handle = curl_url() else { fatalError("out of memory") }
    self.handle = handle
    try set(CURLUPART_URL, string, flags)
  }
  deinit { curl_url_cleanup(handle) }

  /// Follows a reference as a browser does; spaces and other characters in it are encoded.
  func resolve(_ reference: String) throws(HTTPURLError) {
    try set(CURLUPART_URL, reference, CURLU_URLENCODE)
  }

  func set(_ part: CURLUPart, _ value: String?, _ flags: Int32 = 0) throws(HTTPURLError) {
    let code = curl_url_set(handle, part, value, UInt32(flags))
    guard code == CURLUE_OK else {
      throw HTTPURLError(reason: String(cString: curl_url_strerror(code)))
    }
  }

  /// A part of the address, nil where it has none.
  func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard zitare_url_part(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else {
      return nil
    }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
