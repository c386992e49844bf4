import TestSupport
import Testing
import ZitareBase
import ZitareHTTP
import ZitareJobs
import ZitareSQLite

@testable import ZitarePipeline

@Suite("A submission")
struct SubmissionTests {
  @Test(
    "is refused with a reason while it breaks a limit",
    arguments: [
      ("", nil, nil, SubmissionFormError.empty),
      (" \n\t", nil, nil, .empty),
      (
        String(repeating: "x", count: 5001), nil, nil,
        .tooLong(field: "text", length: 5001, limit: 5000)
      ),
      (
        "x", String(repeating: "y", count: 301), nil,
        .tooLong(field: "author", length: 301, limit: 300)
      ),
      ("x", nil, "d", .badLanguage("d")),
      ("x", nil, "de_DE", .badLanguage("de_DE")),
    ] as [(String, String?, String?, SubmissionFormError)])
  func limits(text: String, author: String?, language: String?, error: SubmissionFormError) {
    #expect(throws: error) {
      try SubmissionForm(text: text, author: author, language: language)
    }
  }

  @Test("sends snake_case fields with its id, and the same bytes for the same form")
  func body() throws {
    let form = try SubmissionForm(
      text: " Sein „oder“ \n", author: "Sh/akespeare", language: "de", year: 1603)
    let id = try #require(SubmissionID("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
    let expected =
      #"{"author":"Sh/akespeare","client_id":"6ba7b810-9dad-11d1-80b4-00c04fd430c8","#
      + #""language":"de","text":"Sein „oder“","year":1603}"#
    #expect(String(decoding: try form.body(for: id), as: UTF8.self) == expected)
  }

  @Test(
    "only a UUID is an id", arguments: ["", "x", "6ba7b810-9dad-11d1-80b4-00c04fd430c", "../x"])
  func badID(text: String) {
    #expect(SubmissionID(text) == nil)
  }

  @Test(
    "is settled by an answer only if the answer proves what became of it",
    arguments: [
      (200, DeliveryResult.stored(status: 200, answer: "a")),
      (201, .stored(status: 201, answer: "a")),
      (409, .stored(status: 409, answer: "a")),
      (400, .refused(status: 400, answer: "a")),
      (401, .unauthorized(status: 401)),
      (403, .refused(status: 403, answer: "a")),
      (404, .refused(status: 404, answer: "a")),
      (408, .postponed(status: 408, retryAfter: .seconds(5))),
      (422, .refused(status: 422, answer: "a")),
      (425, .postponed(status: 425, retryAfter: .seconds(5))),
      (429, .postponed(status: 429, retryAfter: .seconds(5))),
      (500, .unknown(reason: "the server answered 500", retryAfter: .seconds(5))),
      (503, .unknown(reason: "the server answered 503", retryAfter: .seconds(5))),
      (302, .unknown(reason: "the server answered 302", retryAfter: .seconds(5))),
    ])
  func answers(status: Int, result: DeliveryResult) throws {
    #expect(try DeliveryResult(answer(status, "a"), to: SubmissionID()) == result)
  }

  @Test(
    "a 409 is our own earlier attempt, unless the answer names another submission",
    arguments: [
      ("", true), ("{}", true), (#"{"client_id":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}"#, true),
      (#"{"client_id":"7ba7b810-9dad-11d1-80b4-00c04fd430c8"}"#, false),
    ])
  func conflict(body: String, isOurs: Bool) throws {
    let id = try #require(SubmissionID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    let result = try DeliveryResult(answer(409, body), to: id)
    #expect(
      result
        == (isOurs ? .stored(status: 409, answer: body) : .refused(status: 409, answer: body)))
  }

  @Test("a page for people with status 200 proves nothing")
  func page() throws {
    let result = try DeliveryResult(
      answer(200, "<html>", type: "Text/HTML; charset=utf-8"), to: SubmissionID())
    #expect(result == .unknown(reason: "the server answered 200 with a page", retryAfter: nil))
  }

  private func answer(
    _ status: Int, _ text: String, type: String = "application/json"
  ) throws -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": type, "Retry-After": "5"], body: Array(text.utf8),
      url: try HTTPURL("http://127.0.0.1/"), receivedAt: Timestamp(seconds: 0))
  }

  @Test("of a release that knew no accounts belongs to the account that has no other name")
  func migration() async throws {
    let folder = TemporaryFolder()
    let path = folder.appending("jobs.sqlite")
    let id = SubmissionID()
    do {
      let connection = try Connection(path, durability: .normal)
      try connection.migrate(
        component: SubmissionStore.component, Array(SubmissionStore.migrations.prefix(1)))
      try connection.run(
        """
        INSERT INTO submission (id, state, body, created_at, updated_at)
        VALUES (:id, 1, x'7b7d', 1, 2)
        """, [":id": .text(id.text)])
    }
    try Files.makeFolder(folder.appending("workers"))
    let jobs = try SQLiteJobStore(
      path: path, runtimeFolder: folder.appending("workers"), durability: .normal)
    try await jobs.migrate(component: SubmissionStore.component, SubmissionStore.migrations)
    let store = SubmissionStore(jobs)
    let submission = try #require(try await store.next(of: .standard))
    #expect(submission.id == id && submission.body == Array("{}".utf8))
    #expect(try await store.accounts() == [.standard])
  }
}
