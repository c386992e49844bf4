import ZitareBase

/// A server that logs people in and takes submissions, with a mind of its own: it fails before or
/// after it has stored something, lets tokens end, and keeps books on all of it.
///
/// It does not recognize a submission that comes twice: it stores it twice.
public final class ScriptedServer: Sendable {
  /// How tokens are renewed.
  public enum Shape: Sendable {
    /// By a refresh token that is used up by that.
    case rotating
    /// By the cookie of a session, or by a refresh token that is used up by that; it counts first.
    case session
  }

  /// What may go wrong with a request.
  public enum Fault: Sendable, CaseIterable {
    /// Nothing is stored: an answer says so, or none comes.
    case busy, limited, timedOut, dropped
    /// It is stored, and the answer is lost, wrong or comes twice.
    case storedAndDropped, storedAndBadGateway, storedAndAnsweredTwice
    /// All tokens end.
    case tokensEnd
  }

  public struct Books: Sendable {
    /// The keys of stored submissions in the order of their arrival.
    public var stored: [String] = []
    public var bodies: [String: Set<String>] = [:]
    public var accessTokens: Set<String> = []
    public var refreshTokens: Set<String> = []
    public var sessions: Set<String> = []
    public var renewals = 0
    /// How often a refresh token came that had been used up.
    public var reuses = 0
    public var lookups = 0
    /// Where answers to renewals stop until a test lets them go on.
    public var renewalGate: Gate?
    /// Faults to come, the next first; answers are honest after them.
    public var faults: [Fault?] = []
    fileprivate var random: SeededGenerator
    fileprivate var number = 0
  }

  public let shape: Shape
  private let hasLookup: Bool
  private let needsLogin: Bool
  private let server: LoopbackServer
  private let shared: Shared

  private final class Shared: Sendable {
    let books: Mutex<Books>
    init(_ books: Books) { self.books = Mutex(books) }
  }

  /// - Parameter seed: with it, every third request fails in some way or other.
  public init(
    shape: Shape = .rotating, hasLookup: Bool = true, needsLogin: Bool = true, seed: UInt64? = nil
  ) {
    self.shape = shape
    self.hasLookup = hasLookup
    self.needsLogin = needsLogin
    let shared = Shared(Books(random: SeededGenerator(seed: seed ?? 0)))
    self.shared = shared
    let rules = Rules(
      shape: shape, hasLookup: hasLookup, needsLogin: needsLogin, isFaulty: seed != nil)
    server = LoopbackServer { request in
      shared.books.withLock { rules.answer(request, &$0) }
    }
  }

  public var address: String { server.url("") }
  public var requests: [LoopbackServer.Request] { server.requests }
  public var books: Books { shared.books.withLock { $0 } }

  public func change(_ body: (inout Books) -> Void) { shared.books.withLock { body(&$0) } }

  /// How often each submission was stored.
  public var counts: [String: Int] {
    books.stored.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

private struct Rules: Sendable {
  typealias Books = ScriptedServer.Books
  typealias Request = LoopbackServer.Request
  typealias Response = LoopbackServer.Response

  let shape: ScriptedServer.Shape
  let hasLookup: Bool
  let needsLogin: Bool
  let isFaulty: Bool

  func answer(_ request: Request, _ books: inout Books) -> Response {
    switch (request.method, request.path) {
    case ("POST", "/api/v1/auth/login"): login(request, &books)
    case ("POST", "/api/v1/auth/refresh"): renew(request, &books)
    case ("POST", "/api/v1/auth/logout"): logout(&books)
    case ("POST", "/api/v1/submissions"): take(request, &books)
    case ("GET", "/api/v1/submissions") where hasLookup: lookup(request, &books)
    default: .json(#"{"error":"Not found","status":404}"#, status: 404)
    }
  }

  private func login(_ request: Request, _ books: inout Books) -> Response {
    guard request.text.contains(#""password":"geheim""#) else {
      return .json(#"{"error":"INVALID_CREDENTIALS","message":"no","status":401}"#, status: 401)
    }
    return grant(&books, user: #""user":{"id":"u1","email":"a@example.org"},"#)
  }

  private func grant(_ books: inout Books, user: String = "") -> Response {
    books.number += 1
    let (access, refresh) = ("access-\(books.number)", "refresh-\(books.number)")
    books.accessTokens = [access]
    books.refreshTokens = [refresh]
    var response = Response.json(
      "{\(user)\"accessToken\":\"\(access)\",\"refreshToken\":\"\(refresh)\",\"expiresIn\":900}")
    switch shape {
    case .rotating: break
    case .session:
      let session = "session-\(books.number)"
      if books.sessions.isEmpty || !user.isEmpty {
        books.sessions = [session]
        response.headers.append(
          ("Set-Cookie", "mana.session_token=\(session); Path=/; HttpOnly; SameSite=Lax"))
      }
    }
    return response
  }

  private func renew(_ request: Request, _ books: inout Books) -> Response {
    let isKnown: Bool
    let token = request.text.split(separator: "\"").last { $0.hasPrefix("refresh-") }
    switch shape {
    case .session where token == nil:
      let session = request["Cookie"]?.split(separator: "=").last ?? ""
      isKnown = books.sessions.contains(String(session))
    case .rotating, .session:
      isKnown = books.refreshTokens.remove(String(token ?? "")) != nil
      if !isKnown { books.reuses += 1 }
    }
    guard isKnown else {
      return .json(#"{"error":"TOKEN_EXPIRED","message":"gone","status":401}"#, status: 401)
    }
    books.renewals += 1
    if fault(&books) == .storedAndDropped {
      _ = grant(&books)
      return .dropped
    }
    var response = grant(&books)
    response.gateBeforeHead = books.renewalGate
    return response
  }

  private func logout(_ books: inout Books) -> Response {
    books.accessTokens = []
    books.refreshTokens = []
    books.sessions = []
    return .json(#"{"success":true}"#)
  }

  private func take(_ request: Request, _ books: inout Books) -> Response {
    guard isAllowed(request, books) else { return unauthorized }
    let key = request["Idempotency-Key"] ?? "none"
    books.bodies[key, default: []].insert(request.text)
    let fault = fault(&books)
    switch fault {
    case .busy: return .json("{}", status: 503)
    case .limited:
      let reset = Timestamp.now().seconds + 1
      return Response(
        429, headers: [("X-RateLimit-Reset", "\(reset)")], text: #"{"error":"Too many requests"}"#)
    case .timedOut: return .json("{}", status: 408)
    case .dropped: return .dropped
    case .tokensEnd:
      guard needsLogin else { return .json("{}", status: 425) }
      books.accessTokens = []
      return unauthorized
    case nil, .storedAndDropped, .storedAndBadGateway, .storedAndAnsweredTwice: break
    }
    books.stored.append(key)
    let answer = "{\"client_id\":\"\(key)\"}"
    switch fault {
    case .storedAndDropped: return .dropped
    case .storedAndBadGateway: return Response(502, text: "Bad gateway")
    case .storedAndAnsweredTwice:
      let second = "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n"
      return Response(
        201, headers: [("Content-Type", "application/json")], body: Array((answer + second).utf8),
        framing: .wrongLength(answer.utf8.count))
    default: return .json(answer, status: 201)
    }
  }

  private func lookup(_ request: Request, _ books: inout Books) -> Response {
    guard isAllowed(request, books) else { return unauthorized }
    books.lookups += 1
    // It says nothing useful at times, and something else the next time.
    switch fault(&books) {
    case .busy, .storedAndBadGateway: return .json("{}", status: 503)
    case .dropped: return .dropped
    case .timedOut: return Response(text: "<!doctype html>", type: "text/html")
    default: break
    }
    let id = request.query.map { String($0.dropFirst("client_id=".count)) } ?? ""
    let entry = books.stored.contains(id) ? "{\"client_id\":\"\(id)\"}" : ""
    return .json("{\"submissions\":[\(entry)]}")
  }

  private var unauthorized: Response {
    .json(#"{"error":"Invalid or expired token","status":401}"#, status: 401)
  }

  private func isAllowed(_ request: Request, _ books: Books) -> Bool {
    guard needsLogin else { return true }
    guard let token = request["Authorization"], token.hasPrefix("Bearer ") else { return false }
    return books.accessTokens.contains(String(token.dropFirst("Bearer ".count)))
  }

  private func fault(_ books: inout Books) -> ScriptedServer.Fault? {
    if !books.faults.isEmpty { return books.faults.removeFirst() }
    guard isFaulty, Int.random(in: 0..<3, using: &books.random) == 0 else { return nil }
    return ScriptedServer.Fault.allCases.randomElement(using: &books.random)
  }
}
