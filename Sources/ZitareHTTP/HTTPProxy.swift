import CCurl

/// A proxy that every request of a client goes through; its description shows no password.
///
/// What the environment says of proxies is never used: a program's traffic goes where its own
/// configuration says.
public struct HTTPProxy: Sendable, CustomStringConvertible {
  let string: String
  public let description: String

  /// Takes `http://`, `socks5://` or `socks5h://`, a host and a port, and perhaps user and password.
  ///
  /// Names are resolved by the proxy, except with `socks5`.
  public init(_ string: String) throws(HTTPURLError) {
    let parsed = try ParsedURL(string, CURLU_NON_SUPPORT_SCHEME)
    guard let scheme = parsed.part(CURLUPART_SCHEME),
      ["http", "socks5", "socks5h"].contains(scheme), let host = parsed.part(CURLUPART_HOST)
    else { throw HTTPURLError(reason: "a proxy starts with http, socks5 or socks5h") }
    guard let port = parsed.part(CURLUPART_PORT) else {
      throw HTTPURLError(reason: "the proxy's port is missing")
    }
    self.string = string
    description = "\(scheme)://\(host):\(port)"
  }
}
