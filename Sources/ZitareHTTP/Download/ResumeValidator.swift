import CCurl

/// What lets a server tell whether the rest of a file still belongs to its beginning.
enum ResumeValidator: Codable, Equatable {
  case etag(String)
  case date(String)

  /// A strong tag (RFC 9110 13.1.5), or the date of the last change where that lies at least a
  /// second before the answer, so that no second change can hide in it (8.8.2.2); nil for neither.
  init?(_ headers: HTTPHeaders) {
    let validators = Validators(headers)
    if let etag = validators.etag, etag.hasPrefix("\""), etag.hasSuffix("\""), etag.utf8.count > 1 {
      self = .etag(etag)
    } else if let changed = validators.lastModified, let date = headers["Date"],
      case let times = (curl_getdate(changed, nil), curl_getdate(date, nil)), times.0 > 0,
      times.1 > times.0
    {
      self = .date(changed)
    } else {
      return nil
    }
  }

  /// The value of `If-Range`.
  var value: String {
    switch self {
    case .etag(let value), .date(let value): value
    }
  }

  /// Whether an answer speaks of another version; silence is none.
  func isContradicted(by headers: HTTPHeaders) -> Bool {
    switch self {
    case .etag(let tag): headers["ETag"].map { $0 != tag } ?? false
    case .date(let date): headers["Last-Modified"].map { $0 != date } ?? false
    }
  }
}

/// The value of a `Content-Range` (RFC 9110 14.4).
struct ContentRange: Equatable {
  /// Nil for an answer that no range could satisfy.
  let bytes: ClosedRange<Int64>?
  /// Nil for `*`.
  let total: Int64?

  init?(_ value: String) {
    let words = value.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[1] == "*" {
      total = nil
    } else {
      guard let number = Self.number(parts[1]) else { return nil }
      total = number
    }
    if parts[0] == "*" {
      bytes = nil
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
      first <= last, total.map({ last < $0 }) ?? true
    else { return nil }
    bytes = first...last
  }

  private static func number(_ digits: Substring) -> Int64? {
    digits.utf8.allSatisfy(\.isASCIIDigit) ? Int64(digits) : nil
  }
}
