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

  @Test(
    "a process that was stopped between its record and the first byte sends nothing, nor once more",
    arguments: [1, 2])
  func stopped(attempt: Int) async throws {
    let server = ScriptedServer()
    let reads = Mutex(0)
    var clocks = Clocks.system
    // The clock is read before the record and after it.
    clocks.boot = {
      reads.withLock {
        $0 += 1
        return $0 < attempt * 2 ? .zero : .seconds(30)
      }
    }
    let workshop = try await Workshop(
      api: server.address, account: AccountSettings(server: server.address), clocks: clocks)
    try await login(workshop)
    server.change { $0.accessTokens = [] }
    let id = try await workshop.submit("eins")
    #expect(try await workshop.work().retrying == 1)
    #expect(server.requests.count { $0.path.hasSuffix("/submissions") } == attempt - 1)
    let submission = try #require(try await workshop.services.submissions.submission(id))
    #expect(submission.isUnsettled && submission.attempts == attempt)
  }

  @Test("a process that waited for its token while another one sent asks before it sends")
  func overtaken() async throws {
    let gate = Gate()
    let grant = #"{"accessToken":"a","refreshToken":"r","expiresIn":900}"#
    let auth = LoopbackServer { request in
      var response = LoopbackServer.Response.json(grant)
      if request.path.hasSuffix("refresh") { response.gateBeforeHead = gate }
      return response
    }
    let api = ScriptedServer(needsLogin: false)
    let workshop = try await Workshop(
      api: api.address, account: AccountSettings(server: auth.url("")))
    try await login(workshop)
    let file = CredentialsFile(
      folder: workshop.services.places.credentials, account: .standard)
    var credentials = try #require(try file.read())
    credentials.expiresAt = Timestamp(seconds: 1)
    try file.write(credentials)
    let store = workshop.services.submissions
    let id = try await workshop.submit("eins")
    async let summary = workshop.work()
    await gate.reached.opened()
    // The other one stores it and loses the answer.
    #expect(try await store.beginAttempt(id, after: 0) == 1)
    api.change { $0.stored = [id.text] }
    gate.release()
    #expect(try await summary.snoozed == 1)
    #expect(api.requests.isEmpty)
    #expect(try await workshop.retry(DeliverSubmission.kind).completed == 1)
    #expect(api.counts == [id.text: 1] && api.books.lookups == 1)
    #expect(try await workshop.state(id) == .sent)
  }

  @Test("an attempt that another one has followed says nothing of the submission any more")
  func lateOutcome() async throws {
    let workshop = try await Workshop(api: nil)
    let store = workshop.services.submissions
    let id = try await workshop.submit("eins")
    #expect(try await store.beginAttempt(id, after: 0) == 1)
    #expect(try await store.beginAttempt(id, after: 0) == nil)
    #expect(try await store.beginAttempt(id, after: 1) == 2)
    try await store.endAttempt(id, 1)
    try await store.hold(id, 1, for: .seconds(60))
    #expect(
      try await store.settle(id, attempt: 1, as: .refused, status: 422, answer: "no") == false)
    let submission = try #require(try await store.submission(id))
    #expect(submission.isUnsettled && submission.notBefore == nil && submission.state == .pending)
    try await store.endAttempt(id, 2)
    #expect(try await store.submission(id)?.isUnsettled == false)
  }

  @Test(
    "one that may have arrived follows no order but that of somebody who was told so",
    arguments: [
      ([SubmissionState.draft], SubmissionState.pending, false),
      ([.refused, .pending], .pending, false), ([.maybeSent], .pending, true),
      ([.draft, .pending, .maybeSent, .refused], .discarded, true),
    ])
  func orders(states: [SubmissionState], state: SubmissionState, isMoved: Bool) async throws {
    let workshop = try await Workshop(api: nil)
    let store = workshop.services.submissions
    let id = try await workshop.submit("eins")
    #expect(try await store.beginAttempt(id, after: 0) == 1)
    try await store.settle(id, as: .maybeSent, status: nil, answer: nil)
    #expect(try await store.move([id], from: Set(states), to: state) == [isMoved])
    let submission = try #require(try await store.submission(id))
    #expect(submission.state == (isMoved ? state : .maybeSent))
    #expect(submission.isUnsettled != isMoved)
  }

  @Test(
    "a token is shown to the server of submissions it was made for alone; a login ends the wait")
  func otherServer() async throws {
    let (first, second) = (ScriptedServer(), ScriptedServer(needsLogin: false))
    let before = try await workshop(first)
    try await login(before)
    let after = try await Workshop(
      api: second.address, account: AccountSettings(server: first.address), in: before.folder)
    _ = try await after.submit("eins")
    #expect(try await after.work().blocked == 1)
    #expect(second.requests.isEmpty)
    let account = after.services.account(.standard)
    #expect(try await account.hasNews() == false)
    let standing = try account.standing()
    #expect(standing.state == .expired)
    #expect(
      standing.reason == .foreignAPI(known: first.address, wanted: second.address))
    try await login(after)
    #expect(try await after.work().completed == 1)
    #expect(second.requests.map { $0["Authorization"] } == ["Bearer access-2"])
  }

  @Test("a login of a release that knew no server of submissions is for the first that it meets")
  func adopted() async throws {
    let (first, second) = (ScriptedServer(), ScriptedServer())
    let before = try await workshop(first)
    try await login(before)
    let file = CredentialsFile(folder: before.services.places.credentials, account: .standard)
    var credentials = try #require(try file.read())
    #expect(credentials.api == first.address)
    credentials.api = nil
    try file.write(credentials)
    #expect(try await before.services.account(.standard).hasNews())
    #expect(try await before.services.account(.standard).token() == "access-1")
    let after = try await Workshop(
      api: second.address, account: AccountSettings(server: first.address), in: before.folder)
    await #expect(throws: AccountError.self) {
      try await after.services.account(.standard).token()
    }
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
    #expect(
      try await workshop.services.submissions.move([id], from: [.pending], to: .discarded)
        == [true])
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
      ("gut", "", false), ("gut gut gut gut gut", "gut", false),
    ])
  func likeness(one: String, other: String, areNear: Bool) async throws {
    let folder = TemporaryFolder()
    let workshop = try await Workshop(
      origins: ["fortune:\(try folder.write("fortunes", one.utf8))"])
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    let services = workshop.services
    let duplicates = NearDuplicates(corpus: services.corpus, index: services.index)
    #expect(try duplicates.quotes(like: other).map(\.text) == (areNear ? [one] : []))
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
