import FoundationEssentials
import ZitareBase
import ZitareHTTP

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

  /// So much of an answer is kept, in characters.
  private static let answerLimit = 16384

  /// Reads an answer to `POST …/submissions`.
  ///
  /// A 409 answers a key the server has seen: our own earlier attempt, unless the answer names another
  /// submission. A 5xx may come from a server that stored the submission before it failed, so it
  /// proves nothing; nor does a page for people.
  init(_ response: HTTPResponse, to id: SubmissionID) {
    let (status, answer) = (response.status, String(response.text.prefix(Self.answerLimit)))
    switch status {
    case 200..<300:
      self =
        response.isPage
        ? .unknown(reason: "the server answered \(status) with a page", retryAfter: nil)
        : .stored(status: status, answer: answer)
    case 409:
      self =
        response.namesOther(than: id)
        ? .refused(status: status, answer: answer) : .stored(status: status, answer: answer)
    case 401: self = .unauthorized(status: status)
    case 408, 425, 429: self = .postponed(status: status, retryAfter: response.retryAfter)
    case 400..<500: self = .refused(status: status, answer: answer)
    default:
      self = .unknown(
        reason: "the server answered \(status)", retryAfter: response.retryAfter)
    }
  }
}

extension HTTPResponse {
  /// Whether it is HTML, as of a network's login page.
  fileprivate var isPage: Bool {
    headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true
  }

  /// Whether the body is an object with the id of another submission.
  fileprivate func namesOther(than id: SubmissionID) -> Bool {
    struct Named: Decodable {
      let clientID: String
      enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
      }
    }
    guard let named = try? JSONDecoder().decode(Named.self, from: Data(body)) else { return false }
    return SubmissionID(named.clientID) != id
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
