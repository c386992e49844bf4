import CUTF8Proc

extension String {
  /// The form in which texts are compared and indexed: NFKC, case folded (ß becomes ss), without
  /// diacritics, soft hyphens and other ignorable characters; ligatures are resolved.
  ///
  /// Umlauts lose their dots (`größe` becomes `grosse`); what `groesse` has in common with it is
  /// left to a stemmer. Control characters stay.
  public var folded: String {
    mapped(
      UTF8PROC_STABLE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_COMPOSE.rawValue
        | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_STRIPMARK.rawValue | UTF8PROC_IGNORE.rawValue)
  }

  /// Unicode normalization form C.
  public var composed: String { mapped(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue) }

  private func mapped(_ options: UInt32) -> String {
    var text = self
    return text.withUTF8 { bytes in
      if bytes.allSatisfy({ $0 < 0x80 }) && options & UTF8PROC_CASEFOLD.rawValue == 0 {
        return String(decoding: bytes, as: UTF8.self)
      }
      var result: UnsafeMutablePointer<utf8proc_uint8_t>?
      let length = utf8proc_map(
        bytes.baseAddress, bytes.count, &result, utf8proc_option_t(rawValue: options))
      // Swift strings are valid UTF-8, so the only failure left is a lack of memory.
      guard length >= 0, let result else { fatalError("utf8proc: \(length)") }
      defer { result.deallocate() }
      return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
    }
  }
}
