/// A request method (RFC 9110 section 9, RFC 5789).
public enum HTTPMethod: String, Sendable, CaseIterable, CustomStringConvertible {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"

  public var description: String { rawValue }

  /// Whether repeating the request leaves the server as one of them does (RFC 9110 9.2.2).
  public var isIdempotent: Bool { self != .post && self != .patch }

  /// Whether a request without a body says so, for servers that wait for one (RFC 9110 8.6).
  var announcesBody: Bool { self == .post || self == .put || self == .patch }
}
