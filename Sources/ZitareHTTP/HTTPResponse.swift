import CCurl
public import ZitareBase

/// A server's answer, whatever its status.
public struct HTTPResponse: Sendable {
  public let status: Int
  public let headers: HTTPHeaders
  /// The unpacked body; of an answer that is not 2xx the first 64 KiB.
  public let body: [UInt8]
  /// Where the answer came from, after any redirects.
  public let url: HTTPURL
  public let receivedAt: Timestamp
  /// What the call took, nil for an answer that no client has made.
  public let metrics: HTTPMetrics?

  public init(
    status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: HTTPURL,
    receivedAt: Timestamp, metrics: HTTPMetrics? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.receivedAt = receivedAt
    self.metrics = metrics
  }

  public var isSuccess: Bool { (200..<300).contains(status) }

  /// The body as UTF-8 text, with replacement characters where it is not.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// How long the server asks to be left alone, at most a day: its clock may be wrong.
  ///
  /// It comes from `Retry-After` in seconds or as a date (RFC 9110 10.2.3), for status 429 else
  /// from `X-RateLimit-Reset` in seconds from now or from 1970.
  public var retryAfter: Duration? {
    if let value = headers["Retry-After"] {
      return Self.seconds(value).map { Self.limited($0) } ?? wait(until: Self.date(value))
    }
    guard status == 429, let reset = headers["X-RateLimit-Reset"].flatMap({ Self.seconds($0) })
    else { return nil }
    return reset < 1_000_000_000 ? Self.limited(reset) : wait(until: Timestamp(seconds: reset))
  }

  /// The wait by the server's own clock, where it tells the time.
  private func wait(until date: Timestamp?) -> Duration? {
    guard let date else { return nil }
    let now = headers["Date"].flatMap { Self.date($0) } ?? receivedAt
    return Self.limited((date - now).components.seconds)
  }

  private static func limited(_ seconds: Int64) -> Duration {
    .seconds(min(max(seconds, 0), 86400))
  }

  private static func seconds(_ value: String) -> Int64? {
    value.utf8.allSatisfy(\.isASCIIDigit) && value.utf8.count <= 12 ? Int64(value) : nil
  }

  /// A date in one of the three forms of RFC 9110 5.6.7.
  private static func date(_ value: String) -> Timestamp? {
    let time = curl_getdate(value, nil)
    return time < 0 ? nil : Timestamp(seconds: Int64(time))
  }
}
