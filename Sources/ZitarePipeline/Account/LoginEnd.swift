/// Why a login is of no use any more, or none for the servers that are configured now.
public enum LoginEnd: Equatable, Sendable, Codable, CustomStringConvertible {
  /// The process ended while it renewed the tokens, and the answer is lost.
  case interrupted
  case notRenewable
  case newTokenRefused
  case refused(status: Int)
  /// The refresh token may be used up, and the next one has not arrived.
  case answerLost(reason: String)
  case foreignServer(known: String, wanted: String)
  case foreignAPI(known: String, wanted: String)
  case signedOut
  /// As an earlier release has put it.
  case other(String)

  public var description: String {
    switch self {
    case .interrupted: "a renewal was interrupted, its answer is lost"
    case .notRenewable: "the token has ended, and nothing renews it"
    case .newTokenRefused: "the server refuses a new token of this login"
    case .refused(let status): "the login server answered \(status)"
    case .answerLost(let reason): "the answer to a renewal is lost (\(reason))"
    case .foreignServer(let known, let wanted): "the login is one of \(known), not of \(wanted)"
    case .foreignAPI(let known, let wanted):
      "the login is for submissions to \(known), not to \(wanted)"
    case .signedOut: "somebody logged out"
    case .other(let text): text
    }
  }
}
