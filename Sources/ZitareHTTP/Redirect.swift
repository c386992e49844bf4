/// The rules by which a redirect is followed (RFC 9110 15.4, Fetch standard 4.4).
enum Redirect {
  /// The request to send next, nil where the answer is to be taken as it is.
  ///
  /// - Parameter tokens: of all addresses that were asked for on the way.
  static func next(
    after request: HTTPRequest, status: Int, headers: HTTPHeaders, tokens: TokenQuery
  ) throws(Refusal) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(status), let location = headers["Location"] else {
      return nil
    }
    var next = request
    do throws(HTTPURLError) {
      next.url = try request.url.resolving(location)
    } catch {
      throw Refusal(.redirect(.badTarget(error.description)))
    }
    if request.url.origin.isSecure && !next.url.origin.isSecure {
      throw Refusal(.redirect(.insecure))
    }
    let becomesGet =
      status == 303 ? request.method != .head : status < 303 && request.method == .post
    if becomesGet {
      next.method = .get
      next.body = nil
      next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    if next.body?.isReplayable == false { return nil }
    if next.url.origin != request.url.origin {
      next.headers.removeAll { !harmless.contains($0.name.lowercased()) }
      next.url = try stripped(next.url, of: tokens)
    }
    return next
  }

  private static func stripped(_ target: HTTPURL, of tokens: TokenQuery) throws(Refusal) -> HTTPURL
  {
    if tokens.isInPath(of: target) { throw Refusal(.redirect(.tokenInPath)) }
    do throws(HTTPURLError) {
      return try tokens.stripped(from: target)
    } catch {
      throw Refusal(.redirect(.badTarget(error.description)))
    }
  }

  /// The headers that may go to another origin: any other might hold a credential.
  private static let harmless: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control",
    "content-encoding", "content-language", "content-type", "idempotency-key", "if-match",
    "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "range",
    "user-agent",
  ]
}

/// A reason on its way to becoming an error with an address.
struct Refusal: Error {
  let reason: HTTPError.Reason

  init(_ reason: HTTPError.Reason) { self.reason = reason }
}
