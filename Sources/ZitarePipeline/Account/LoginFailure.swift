import FoundationEssentials
import ZitareHTTP

/// Why the server did not log somebody in.
public struct LoginFailure: Error, Equatable, CustomStringConvertible {
  public enum Kind: Sendable, CaseIterable {
    case wrongPassword, unverifiedEmail, locked, rateLimited, secondFactor
    /// Logged in, but the server made no token.
    case noToken
    case unreachable
    /// It has trouble of its own.
    case serverFault
    case refused
  }

  public let kind: Kind
  /// The least time to wait, where the server named one.
  public let retryAfter: Duration?
  /// What the server said, for people to read.
  public let detail: String?

  init(_ kind: Kind, detail: String? = nil, retryAfter: Duration? = nil) {
    self.kind = kind
    self.detail = detail
    self.retryAfter = retryAfter
  }

  public var description: String { detail ?? "\(kind)" }
}

extension LoginFailure {
  /// Reads an answer that is no success: its code, else its status.
  init(_ response: HTTPResponse) {
    let fault = try? JSONDecoder().decode(Fault.self, from: Data(response.body))
    let kind: Kind =
      switch (fault?.code, response.status) {
      case ("ACCOUNT_LOCKED", _), (_, 423): .locked
      case ("TWO_FACTOR_REQUIRED", _): .secondFactor
      case ("EMAIL_NOT_VERIFIED", _): .unverifiedEmail
      case ("INVALID_CREDENTIALS", _), (_, 401): .wrongPassword
      case ("RATE_LIMITED", _), (_, 429): .rateLimited
      case (_, 500...): .serverFault
      default: .refused
      }
    self.init(
      kind, detail: fault?.message ?? fault?.code ?? "status \(response.status)",
      retryAfter: response.retryAfter ?? fault?.retryAfter)
  }

  /// The forms of errors on the servers: `{error, message, status, retryAfterSec}`, `{code, message}`
  /// and `{statusCode, message}`.
  private struct Fault: Decodable {
    let error: String?
    let code: String?
    let message: String?
    let retryAfter: Duration?

    enum CodingKeys: CodingKey {
      case error, code, message, retryAfterSec
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      error = try? container.decode(String.self, forKey: .error)
      code = (try? container.decode(String.self, forKey: .code)) ?? error
      message = try? container.decode(String.self, forKey: .message)
      let seconds = try? container.decode(Double.self, forKey: .retryAfterSec)
      retryAfter = seconds.map { .seconds(min(max($0, 0), 86400)) }
    }
  }
}
