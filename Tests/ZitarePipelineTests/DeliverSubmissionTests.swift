import TestSupport
import Testing
import ZitareBase
import ZitareJobs

@testable import ZitarePipeline

@Suite("A delivery")
struct DeliverSubmissionTests {
  private static func json(_ text: String, status: Int = 200) -> LoopbackServer.Response {
    .init(status, text: text, type: "application/json")
  }

  @Test(
    "is settled by an answer that proves what became of it",
    arguments: [
      (201, SubmissionState.sent, 1, 0), (409, .sent, 1, 0), (400, .refused, 0, 1),
      (403, .refused, 0, 1), (422, .refused, 0, 1),
    ])
  func settled(status: Int, state: SubmissionState, completed: Int, dead: Int) async throws {
    let server = LoopbackServer { _ in Self.json(#"{"why":"so"}"#, status: status) }
    let workshop = try await Workshop(api: server.url(""))
    let id = try await workshop.submit("eins")
    let summary = try await workshop.work()
    #expect(summary.completed == completed && summary.dead == dead)
    let submission = try #require(try await workshop.services.submissions.submission(id))
    #expect(submission.state == state && !submission.isUnsettled)
    #expect(submission.answerStatus == status && submission.answer == #"{"why":"so"}"#)
    #expect(server.requests[0]["Idempotency-Key"] == id.text)
    #expect(server.requests[0].body == submission.body)
  }

  @Test("that cannot reach the server stays pending, with nothing in doubt")
  func unreachable() async throws {
    let workshop = try await Workshop()
    let id = try await workshop.submit("eins")
    #expect(try await workshop.work().retrying == 1)
    let submission = try #require(try await workshop.services.submissions.submission(id))
    #expect(submission.state == .pending && !submission.isUnsettled)
  }

  @Test("whose outcome is unknown asks first, and sends again only what did not arrive")
  func unknown() async throws {
    let arrived = Mutex<[String]>([])
    let server = LoopbackServer { request in
      if request.method == "GET" {
        let entries = arrived.withLock { $0 }.map { #"{"client_id":"\#($0)"}"# }
        return Self.json(#"{"submissions":[\#(entries.joined(separator: ","))]}"#)
      }
      // The first one is lost on its way in, the second on its way back.
      let key = request["Idempotency-Key"] ?? ""
      let isSecond = request.text.contains("zwei")
      if isSecond { arrived.withLock { $0.append(key) } }
      return isSecond || !arrived.withLock { $0.contains("retry") } ? .dropped : Self.json("{}")
    }
    let workshop = try await Workshop(api: server.url(""))
    let id = try await workshop.submit("zwei")
    #expect(try await workshop.work().retrying == 1)
    let inDoubt = try #require(try await workshop.services.submissions.submission(id))
    #expect(inDoubt.isUnsettled)
    #expect(try await workshop.retry(DeliverSubmission.kind).completed == 1)
    #expect(try await workshop.services.submissions.submission(id)?.state == .sent)
    #expect(server.requests.count { $0.method == "POST" } == 1)

    let lost = try await workshop.submit("eins")
    #expect(try await workshop.work().retrying == 1)
    arrived.withLock { $0.append("retry") }
    #expect(try await workshop.retry(DeliverSubmission.kind).completed == 1)
    let posts = server.requests.filter { $0.method == "POST" && $0["Idempotency-Key"] == lost.text }
    #expect(posts.count == 2 && Set(posts.map(\.body)).count == 1)
  }

  @Test("waits for a person where the server cannot say, and the next one goes on")
  func maybeSent() async throws {
    let server = LoopbackServer { request in
      if request.method == "GET" { return Self.json("{}", status: 404) }
      return request.text.contains("eins") ? .dropped : Self.json("{}", status: 201)
    }
    let workshop = try await Workshop(api: server.url(""))
    let first = try await workshop.submit("eins")
    let second = try await workshop.submit("zwei")
    try await workshop.work()
    #expect(try await workshop.services.submissions.submission(second)?.state == .pending)
    try await workshop.retry(DeliverSubmission.kind)
    #expect(try await workshop.services.submissions.submission(first)?.state == .maybeSent)
    #expect(try await workshop.services.submissions.submission(second)?.state == .sent)
  }

  @Test("without a login waits, uses no attempt and goes on once it is released")
  func unauthorized() async throws {
    let isLoggedIn = Mutex(false)
    let server = LoopbackServer { _ in
      Self.json("{}", status: isLoggedIn.withLock { $0 } ? 201 : 401)
    }
    let workshop = try await Workshop(api: server.url(""))
    let id = try await workshop.submit("eins")
    #expect(try await workshop.work().blocked == 1)
    let waiting = try await workshop.store.jobs(JobQuery(states: [.blocked]))
    #expect(waiting.map(\.attempt) == [0])
    isLoggedIn.withLock { $0 = true }
    try await workshop.services.submissions.release(AccountName.standard.login)
    #expect(try await workshop.work().completed == 1)
    #expect(try await workshop.services.submissions.submission(id)?.state == .sent)
  }

  @Test("is recorded before its first byte leaves")
  func recorded() async throws {
    let gate = Gate()
    let server = LoopbackServer { _ in
      .init(201, body: [], gateBeforeHead: gate)
    }
    let workshop = try await Workshop(api: server.url(""))
    let id = try await workshop.submit("eins")
    async let summary = workshop.work()
    await gate.reached.opened()
    let submission = try #require(try await workshop.services.submissions.submission(id))
    #expect(submission.isUnsettled && submission.attempts == 1)
    gate.release()
    #expect(try await summary.completed == 1)
  }

  @Test("no state is left but by a move of the table")
  func moves() async throws {
    let workshop = try await Workshop()
    let store = workshop.services.submissions
    for state in SubmissionState.allCases where state != .draft {
      let id = try await store.add([SubmissionForm(text: "x")], sending: false)[0].id
      #expect(
        try await store.move([id], from: [.draft], to: state)
          == [SubmissionState.draft.successors.contains(state)])
    }
  }
}
