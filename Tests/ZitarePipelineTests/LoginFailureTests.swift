import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

@testable import ZitarePipeline

@Suite("A login that fails")
struct LoginFailureTests {
  @Test(
    "says what kind of failure it is, by the code or else the status",
    arguments: [
      (
        401, #"{"error":"INVALID_CREDENTIALS","message":"m","status":401}"#,
        LoginFailure.Kind.wrongPassword
      ),
      (401, #"{"statusCode":401,"message":"m"}"#, .wrongPassword),
      (403, #"{"error":"EMAIL_NOT_VERIFIED","message":"m","status":403}"#, .unverifiedEmail),
      (429, #"{"error":"ACCOUNT_LOCKED","message":"m","retryAfterSec":60}"#, .locked),
      (429, #"{"error":"RATE_LIMITED","message":"m"}"#, .rateLimited), (429, "", .rateLimited),
      (401, #"{"code":"TWO_FACTOR_REQUIRED","message":"m"}"#, .secondFactor),
      (503, "<html>", .serverFault), (500, #"{"error":"INTERNAL"}"#, .serverFault),
      (400, #"{"error":"VALIDATION","message":"m"}"#, .refused), (404, "", .refused),
    ])
  func kinds(status: Int, body: String, kind: LoginFailure.Kind) async throws {
    let server = LoopbackServer { _ in .json(body, status: status) }
    let client = try AuthClient(AccountSettings(server: server.url("")))
    let failure = await #expect(throws: LoginFailure.self) {
      try await client.login(email: "a", password: "b")
    }
    #expect(failure?.kind == kind)
    if kind == .locked { #expect(failure?.retryAfter == .seconds(60)) }
  }

  @Test(
    "may look like a success",
    arguments: [
      (#"{"twoFactorRedirect":true}"#, LoginFailure.Kind.secondFactor),
      (#"{"user":{"email":"a"}}"#, .noToken), ("[]", .noToken),
    ])
  func seeming(body: String, kind: LoginFailure.Kind) async throws {
    let server = LoopbackServer { _ in .json(body) }
    let client = try AuthClient(AccountSettings(server: server.url("")))
    let failure = await #expect(throws: LoginFailure.self) {
      try await client.login(email: "a", password: "b")
    }
    #expect(failure?.kind == kind)
  }

  @Test("a redirect takes no password anywhere")
  func redirect() async throws {
    let other = LoopbackServer { _ in .json("{}") }
    let server = LoopbackServer { _ in .redirect(307, to: other.url("/login")) }
    let client = try AuthClient(AccountSettings(server: server.url("")))
    await #expect(throws: LoginFailure.self) { try await client.login(email: "a", password: "b") }
    #expect(other.requests.isEmpty)
  }
}
