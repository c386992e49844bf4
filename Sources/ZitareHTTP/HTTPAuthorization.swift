internal import ZitareBase

/// How requests are given a token, and how a new one is got.
public protocol HTTPAuthenticator: Sendable {
  associatedtype Token: Sendable & Equatable

  func apply(_ token: Token, to request: inout HTTPRequest)

  /// Whether the server is known to refuse the token, so that it need not be asked.
  func isExpired(_ token: Token) -> Bool

  /// Fetches the token that follows on this one; nil where only a new login helps.
  ///
  /// It is never called twice at a time, nor cancelled: a server may have given up the old token
  /// already. Calls that it makes, on whatever server, are not authorized by the same
  /// `HTTPAuthorization`.
  func refresh(_ token: Token) async throws -> Token?
}

extension HTTPAuthenticator {
  public func isExpired(_ token: Token) -> Bool { false }
}

/// Sends a server's calls with a token, and gets a new one when it is refused with status 401.
///
/// However many calls a token fails, it is refreshed once, and each of them is sent once more. A
/// refresh that fails ends all that waited with its error, whatever the server's retry policy; a
/// call that is made afterwards tries again. Where the refresh brings no token, they end with the
/// 401 they had, and from then on calls go without one. A request whose body can be sent once only
/// keeps its 401.
public final class HTTPAuthorization<Authenticator: HTTPAuthenticator>: HTTPInterceptor {
  public typealias Token = Authenticator.Token

  private struct State {
    var token: Token?
    var flight: Flight<Token?>?
    var endedFlights = 0
    var failure: (number: Int, error: any Error)?
  }

  /// A token on its way, and how many refreshes had ended when it was taken.
  private struct Sent {
    let token: Token
    let endedFlights: Int
  }

  private let authenticator: Authenticator
  private let state: Mutex<State>

  /// - Parameter token: the one to begin with, nil where nobody has logged in.
  public init(_ authenticator: Authenticator, token: Token?) {
    self.authenticator = authenticator
    state = Mutex(State(token: token))
  }

  /// The token that calls go with, nil for none; set it after a login or logout.
  public var token: Token? {
    get { state.withLock { $0.token } }
    set { state.withLock { $0.token = newValue } }
  }

  public func intercept(_ attempt: HTTPAttempt, next: @escaping Next) async throws -> HTTPResponse {
    guard attempt.endpoint.needsAuthorization, !isRefreshing, let sent = try await current() else {
      return try await next(attempt.request)
    }
    let response = try await next(authorized(attempt.request, with: sent.token))
    guard response.status == 401, attempt.request.body?.isReplayable != false,
      let token = try await successor(of: sent)
    else { return response }
    return try await next(authorized(attempt.request, with: token))
  }

  private func authorized(_ request: HTTPRequest, with token: Token) -> HTTPRequest {
    var request = request
    authenticator.apply(token, to: &request)
    return request
  }

  /// Whether the running task belongs to a refresh of this authorization.
  private var isRefreshing: Bool { Refreshing.authorizations.contains(ObjectIdentifier(self)) }
}

extension HTTPAuthorization {
  private enum Step {
    case use(Token?)
    case wait(Flight<Token?>)
    case start(Flight<Token?>)
    case fail(any Error)
  }

  /// The token to send, refreshed where it is known to have expired.
  private func current() async throws -> Sent? {
    guard let sent = taken() else { return nil }
    guard authenticator.isExpired(sent.token) else { return sent }
    return try await successor(of: sent) == nil ? nil : taken()
  }

  private func taken() -> Sent? {
    state.withLock { state in
      state.token.map { Sent(token: $0, endedFlights: state.endedFlights) }
    }
  }

  /// The token that has taken the place of a refused one, nil for none.
  private func successor(of sent: Sent) async throws -> Token? {
    let step: Step = state.withLock { state in
      if let flight = state.flight { return .wait(flight) }
      guard state.token == sent.token else { return .use(state.token) }
      // A refresh has failed while this token was on its way: its refusal is no news.
      if let failure = state.failure, failure.number > sent.endedFlights {
        return .fail(failure.error)
      }
      let flight = Flight<Token?>()
      state.flight = flight
      return .start(flight)
    }
    switch step {
    case .use(let token): return token
    case .fail(let error): throw error
    case .wait(let flight): return try await flight.value()
    case .start(let flight):
      // A task of its own: the one that has asked may be cancelled, and others wait as well.
      Task { flight.end(await refresh(sent.token)) }
      return try await flight.value()
    }
  }

  private func refresh(_ old: Token) async -> Result<Token?, any Error> {
    let authorizations = Refreshing.authorizations.union([ObjectIdentifier(self)])
    let outcome: Result<Token?, any Error>
    do {
      outcome = .success(
        try await Refreshing.$authorizations.withValue(authorizations) {
          try await authenticator.refresh(old)
        })
    } catch {
      outcome = .failure(FailedRefresh(error: error))
    }
    return state.withLock { state in
      state.flight = nil
      state.endedFlights += 1
      guard state.token == old else { return .success(state.token) }  // a login was faster
      switch outcome {
      case .success(let token): state.token = token
      case .failure(let error): state.failure = (state.endedFlights, error)
      }
      return outcome
    }
  }
}

/// Takes a refresh's error past the retry policy, which is for the call's own failures.
struct FailedRefresh: Error {
  let error: any Error
}

private enum Refreshing {
  /// The authorizations that the running task gets a new token for.
  @TaskLocal static var authorizations: Set<ObjectIdentifier> = []
}
