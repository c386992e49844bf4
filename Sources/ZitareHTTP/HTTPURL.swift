import CCurl

/// An address that is not one of http or https, or not one at all.
///
/// The address itself is left out, since it may hold a secret.
public struct HTTPURLError: Error, Equatable, CustomStringConvertible {
  public let reason: String

  public var description: String { "not an http or https address: \(reason)" }
}

/// An http or https address; its description shows neither user, password nor query values.
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  /// Who answers: two addresses with equal origins may share credentials (RFC 6454).
  public struct Origin: Sendable, Hashable {
    public let isSecure: Bool
    public let host: String
    public let port: Int
  }

  /// The whole address without a fragment, secrets included.
  public let string: String
  public let origin: Origin
  /// What may be shown: query values are replaced by `…`, user and password left out.
  public let description: String

  public init(_ string: String) throws(HTTPURLError) {
    try self.init(ParsedURL(string))
  }

  private init(_ parsed: borrowing ParsedURL) throws(HTTPURLError) {
    try parsed.set(CURLUPART_FRAGMENT, nil)
    let scheme = parsed.part(CURLUPART_SCHEME)
    guard scheme == "http" || scheme == "https" else {
      throw HTTPURLError(reason: "its scheme is \(scheme ?? "missing")")
    }
    guard
      let string = parsed.part(CURLUPART_URL), let host = parsed.part(CURLUPART_HOST),
      let port = parsed.part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap({ Int($0) })
    else { throw HTTPURLError(reason: "it names no host") }
    self.string = string
    origin = Origin(isSecure: scheme == "https", host: host.lowercased(), port: port)
    let shownPort = parsed.part(CURLUPART_PORT, CURLU_NO_DEFAULT_PORT).map { ":\($0)" } ?? ""
    description =
      "\(scheme ?? "")://\(host)\(shownPort)\(parsed.part(CURLUPART_PATH) ?? "")"
      + (parsed.part(CURLUPART_QUERY).map { "?" + Self.redacted(query: $0) } ?? "")
  }

  /// This address with a path added below its own and a query after its own.
  ///
  /// The path is plain text: all but slashes and what a path segment may hold is encoded.
  public func appending(path: String, query: HTTPQuery = [:]) throws(HTTPURLError) -> HTTPURL {
    let parts = string.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var base = String(parts[0])
    let added = path.percentEncoded(except: Self.pathCharacters).drop { $0 == "/" }
    if !added.isEmpty { base += (base.hasSuffix("/") ? "" : "/") + added }
    let queries = [parts.dropFirst().first.map { String($0) }, query.encoded]
    let joined = queries.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "&")
    return try HTTPURL(joined.isEmpty ? base : base + "?" + joined)
  }

  /// The address that a reference found at this one means (RFC 3986 section 5).
  ///
  /// User and password stay behind when it leads to another origin.
  public func resolving(_ reference: String) throws(HTTPURLError) -> HTTPURL {
    let parsed = try ParsedURL(string)
    try parsed.resolve(reference)
    let target = try HTTPURL(parsed)
    if target.origin == origin { return target }
    try parsed.set(CURLUPART_USER, nil)
    try parsed.set(CURLUPART_PASSWORD, nil)
    return try HTTPURL(parsed)
  }

  /// The query as it is, empty where there is none.
  var query: Substring {
    string.firstIndex(of: "?").map { string[string.index(after: $0)...] } ?? ""
  }

  /// This address with another query, none for an empty one.
  func replacing(query: String) throws(HTTPURLError) -> HTTPURL {
    try HTTPURL(string.prefix { $0 != "?" } + (query.isEmpty ? "" : "?" + query))
  }

  /// What RFC 3986 3.3 allows in a path besides the unreserved characters.
  private static let pathCharacters = Set("/!$&'()*+,;=:@".utf8)

  private static func redacted(query: String) -> String {
    query.split(separator: "&").map { item in
      item.firstIndex(of: "=").map { "\(item[..<$0])=…" } ?? "…"
    }.joined(separator: "&")
  }
}
