import ZitareBase

/// What one exchange with the server says about a submission.
enum DeliveryResult: Equatable, Sendable {
  /// The server has it.
  case stored(status: Int, answer: String)
  /// The server will never take it.
  case refused(status: Int, answer: String)
  /// The server said that it did not take it this time.
  case postponed(status: Int, retryAfter: Duration?)
  /// The server wants a login first.
  case unauthorized(status: Int)
  /// The request may have arrived, and nothing says whether it did.
  case unknown(reason: String, retryAfter: Duration?)
  /// The request cannot have arrived.
  case unreachable(reason: String)

  /// Reads an answer to `POST …/submissions`.
  ///
  /// A 409 answers a key the server has seen: our own earlier attempt. A 5xx may come from a server
  /// that stored the submission before it failed, so it proves nothing.
  init(status: Int, answer: String, retryAfter: Duration?) {
    switch status {
    case 200..<300, 409: self = .stored(status: status, answer: answer)
    case 401: self = .unauthorized(status: status)
    case 408, 425, 429: self = .postponed(status: status, retryAfter: retryAfter)
    case 400..<500: self = .refused(status: status, answer: answer)
    default: self = .unknown(reason: "the server answered \(status)", retryAfter: retryAfter)
    }
  }
}

/// What the server says when it is asked for a submission by its client id.
enum LookupResult: Equatable, Sendable {
  case found
  case notFound
  /// The server has no such request, so it cannot tell.
  case unsupported
  case unauthorized
  /// No usable answer this time.
  case failed(reason: String, retryAfter: Duration?)
}
