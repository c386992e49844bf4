import TestSupport
import Testing
import ZitareBase
import ZitareCorpus
import ZitareJobs

@testable import ZitarePipeline

@Suite("A delivery under an account")
struct DeliveryRulesTests {
  private func workshop(
    _ server: ScriptedServer, settling: Duration = .zero
  ) async throws -> Workshop {
    try await Workshop(
      api: server.address, settling: settling, account: AccountSettings(server: server.address))
  }

  private func login(_ workshop: Workshop, _ name: AccountName = .standard) async throws {
    try await workshop.services.account(name).login(email: "a@example.org", password: "geheim")
    try await workshop.services.submissions.release(name.login)
  }

  @Test("carries its token; one that has ended is renewed, and the same bytes are sent once more")
  func renewal() async throws {
    let server = ScriptedServer()
    let workshop = try await workshop(server)
    try await login(workshop)
    let id = try await workshop.submit("eins")
    server.change { $0.accessTokens = [] }
    #expect(try await workshop.work().completed == 1)
    #expect(try await workshop.state(id) == .sent)
    #expect(server.counts == [id.text: 1] && server.books.renewals == 1)
    let posts = server.requests.filter { $0.path.hasSuffix("/submissions") }
    #expect(posts.map { $0["Authorization"] } == ["Bearer access-1", "Bearer access-2"])
    #expect(Set(posts.map(\.body)).count == 1)
  }

  @Test("waits for a login without asking anybody, uses no attempt, and goes on after it")
  func expired() async throws {
    let server = ScriptedServer()
    let workshop = try await workshop(server)
    try await login(workshop)
    server.change {
      $0.accessTokens = []
      $0.refreshTokens = []
    }
    let id = try await workshop.submit("eins")
    #expect(try await workshop.work().blocked == 1)
    let count = server.requests.count
    try await workshop.services.submissions.release(AccountName.standard.login)
    #expect(try await workshop.work().blocked == 1)
    #expect(server.requests.count == count)
    // The sweep knows that nothing has changed.
    let swept = try await workshop.perform(SweepSubmissions())
    #expect(swept.completed == 1 && swept.blocked == 0)
    let jobs = try await workshop.store.jobs(JobQuery(states: [.blocked]))
    #expect(jobs.map(\.attempt) == [0] && jobs.map(\.condition) == ["login:default"])
    try await login(workshop)
    #expect(try await workshop.work().completed == 1)
    #expect(try await workshop.state(id) == .sent)
  }

  @Test("that a server refuses although its token is new waits for a login, and does not go round")
  func freshTokenRefused() async throws {
    let auth = ScriptedServer()
    let api = LoopbackServer { _ in .json("{}", status: 401) }
    let workshop = try await Workshop(
      api: api.url(""), account: AccountSettings(server: auth.address))
    try await login(workshop)
    _ = try await workshop.submit("eins")
    #expect(try await workshop.work().blocked == 1)
    #expect(api.requests.count == 2 && auth.books.renewals == 1)
    try await workshop.perform(SweepSubmissions())
    #expect(api.requests.count == 2)
  }

  @Test("one account's order is kept, and one that waits for its login holds up no other")
  func order() async throws {
    let server = ScriptedServer()
    let workshop = try await workshop(server)
    let other = try #require(AccountName("other"))
    let first = try await workshop.submit("eins")
    try await workshop.services.account(other).login(email: "b", password: "geheim")
    var ids: [SubmissionID] = []
    for text in ["zwei", "drei", "vier"] { ids.append(try await workshop.submit(text, for: other)) }
    try await workshop.work()
    #expect(server.books.stored == ids.map(\.text))
    #expect(try await workshop.state(first) == .pending)
  }

  @Test(
    "nothing is sent before the time that the server asked for, whoever is in a hurry",
    arguments: [
      (429, [("Retry-After", "3600")]), (503, [("Retry-After", "3600")]),
      (429, [("X-RateLimit-Reset", "3600")]),
      (429, [("X-RateLimit-Reset", "\(Timestamp.now().seconds + 3600)")]),
    ] as [(Int, [(name: String, value: String)])])
  func floor(status: Int, headers: [(name: String, value: String)]) async throws {
    let server = LoopbackServer { request in
      request.method == "GET"
        ? .json(#"{"submissions":[]}"#) : .init(status, headers: headers, text: "{}")
    }
    let workshop = try await Workshop(api: server.url(""))
    let id = try await workshop.submit("eins")
    #expect(try await workshop.work().retrying == 1)
    let count = server.requests.count
    #expect(try await workshop.retry(DeliverSubmission.kind).snoozed == 1)
    #expect(server.requests.count == count)
    #expect(try await workshop.state(id) == .pending)
  }

  @Test("what the server has not got may still be under way: it is sent again only after a while")
  func settling() async throws {
    let server = ScriptedServer(needsLogin: false)
    server.change { $0.faults = [.dropped, nil] }
    let patient = try await workshop(server, settling: .seconds(3600))
    let id = try await patient.submit("eins")
    #expect(try await patient.work().retrying == 1)
    #expect(try await patient.retry(DeliverSubmission.kind).snoozed == 1)
    #expect(server.counts == [:] && server.books.lookups == 1)
    let hasty = try await Workshop(
      api: server.address, account: AccountSettings(server: server.address), in: patient.folder)
    #expect(try await hasty.retry(DeliverSubmission.kind).completed == 1)
    #expect(server.counts == [id.text: 1])
  }

  @Test(
    "is stored once, whatever the server does after it has stored it",
    arguments: [
      ScriptedServer.Fault.storedAndDropped, .storedAndBadGateway, .storedAndAnsweredTwice,
    ])
  func storedOnce(fault: ScriptedServer.Fault) async throws {
    let server = ScriptedServer(needsLogin: false)
    server.change { $0.faults = [fault, .busy, .timedOut] }
    let workshop = try await workshop(server)
    let id = try await workshop.submit("eins")
    try await workshop.work()
    for _ in 0..<3 { try await workshop.retry(DeliverSubmission.kind) }
    #expect(try await workshop.state(id) == .sent)
    #expect(server.counts == [id.text: 1])
    #expect(server.books.bodies[id.text]?.count == 1)
  }

  @Test("a redirect is no proof that it was stored")
  func redirect() async throws {
    let server = LoopbackServer { request in
      request.path == "/elsewhere" ? .json("{}") : .redirect(302, to: "/elsewhere")
    }
    let workshop = try await Workshop(api: server.url(""))
    let id = try await workshop.submit("eins")
    #expect(try await workshop.work().retrying == 1)
    #expect(try await workshop.services.submissions.submission(id)?.isUnsettled == true)
    #expect(server.requests.allSatisfy { $0.path != "/elsewhere" })
  }

  @Test("a process that was stopped between its record and the first byte sends nothing")
  func stopped() async throws {
    let server = ScriptedServer(needsLogin: false)
    let boot = Mutex(Duration.zero)
    var clocks = Clocks.system
    clocks.boot = {
      boot.withLock {
        $0 += .seconds(30)
        return $0
      }
    }
    let workshop = try await Workshop(
      api: server.address, account: AccountSettings(server: server.address), clocks: clocks)
    let id = try await workshop.submit("eins")
    #expect(try await workshop.work().retrying == 1)
    #expect(server.requests.isEmpty)
    let submission = try #require(try await workshop.services.submissions.submission(id))
    #expect(submission.isUnsettled && submission.attempts == 1)
  }

  @Test("without a server waits for one, and the sweep finds it once it is configured")
  func noServer() async throws {
    let workshop = try await Workshop(api: nil)
    let id = try await workshop.submit("eins")
    #expect(try await workshop.work().blocked == 1)
    let again = try await workshop.perform(SweepSubmissions())
    #expect(again.blocked == 0 && again.completed == 1)
    let server = ScriptedServer(needsLogin: false)
    let configured = try await Workshop(api: server.address, in: workshop.folder)
    #expect(try await configured.perform(SweepSubmissions()).completed == 2)
    #expect(try await configured.state(id) == .sent)
  }

  @Test("one that was given up while it was under way is sent if it arrives")
  func discarded() async throws {
    let gate = Gate()
    let server = LoopbackServer { _ in .init(201, body: [], gateBeforeHead: gate) }
    let workshop = try await Workshop(api: server.url(""))
    let id = try await workshop.submit("eins")
    async let summary = workshop.work()
    await gate.reached.opened()
    #expect(try await workshop.services.submissions.move(id, to: .discarded))
    gate.release()
    #expect(try await summary.completed == 1)
    #expect(try await workshop.state(id) == .sent)
  }

  @Test("an edited one is a draft under a new id, and the old one is not sent")
  func edited() async throws {
    let server = ScriptedServer(needsLogin: false)
    let workshop = try await workshop(server)
    let store = workshop.services.submissions
    let old = try await workshop.submit("eins")
    let next = try await workshop.submit("zwei")
    let draft = try #require(try await store.replace(old, with: SubmissionForm(text: "eins!")))
    #expect(draft.id != old && draft.state == .draft)
    #expect(try await workshop.state(old) == .discarded)
    try await workshop.work()
    #expect(server.books.stored == [next.text])
    #expect(try await store.replace(next, with: SubmissionForm(text: "x")) == nil)
  }
}

@Suite("Near duplicates")
struct NearDuplicatesTests {
  @Test(
    "share four words of five, whatever their case, accents and order",
    arguments: [
      ("Edel sei der Mensch, hilfreich und gut!", "edel sei der mensch hilfreich und gut", true),
      ("Edel sei der Mensch, hilfreich und gut!", "Edel sei der Mensch, hilfreich und schön", true),
      ("Edel sei der Mensch, hilfreich und gut!", "Edel sei die Katze, hilfreich und gut", false),
      ("Es irrt der Mensch, solang er strebt.", "Der Mensch irrt, solang er strebt", true),
      ("gut", "", false), ("", "", false), ("a a a a a", "a", false),
    ])
  func likeness(one: String, other: String, areNear: Bool) {
    #expect(NearDuplicates.areNear(one, other) == areNear)
  }

  @Test("are found in the index, the nearest first; none without one")
  func found() async throws {
    let folder = TemporaryFolder()
    let texts = [
      "Edel sei der Mensch, hilfreich und gut!", "Es irrt der Mensch, solang er strebt.",
      "Der Mensch ist frei geboren, und überall liegt er in Ketten.",
    ]
    let path = try folder.write("fortunes", texts.joined(separator: "\n%\n").utf8)
    let workshop = try await Workshop(origins: ["fortune:\(path)"])
    let services = workshop.services
    let duplicates = NearDuplicates(corpus: services.corpus, index: services.index)
    #expect(try duplicates.quotes(like: texts[0]).isEmpty)
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    #expect(
      try duplicates.quotes(like: "edel sei der mensch hilfreich und gut").map(\.text) == [texts[0]]
    )
    #expect(
      try duplicates.quotes(like: "Es irrt der Mensch solange er strebt").map(\.text) == [texts[1]])
    #expect(try duplicates.quotes(like: "Der Mensch denkt, Gott lenkt").isEmpty)
  }
}
