import Glibc
import TestSupport
import ZitareBase
import ZitareCorpus
import ZitareHTTP
import ZitareJobs
import ZitarePipeline
import ZitareSQLite
import ZitareSearch

/// Everything that jobs work with, in a temporary folder, and a worker that runs them.
struct Workshop {
  let folder: TemporaryFolder
  let store: SQLiteJobStore
  let services: Services

  /// - Parameter folder: that of another workshop, whose work this one goes on with.
  init(
    origins: [String] = [], originsStand: Bool = true, api: String? = "http://127.0.0.1:1",
    settling: Duration = .zero,
    account: AccountSettings = AccountSettings(), cards: [CardForm] = [],
    cardProgram: CardProgram = CardProgram(places: []), clocks: Clocks = .system,
    in folder: TemporaryFolder = TemporaryFolder(),
    configure: (inout PipelineConfiguration) throws -> Void = { _ in }
  ) async throws {
    self.folder = folder
    let path = folder.path
    store = try SQLiteJobStore(
      path: path.appending("jobs.sqlite"), runtimeFolder: path.appending("workers"),
      durability: .normal)
    try Files.makeFolder(path.appending("workers"))
    try await store.migrate(component: SubmissionStore.component, SubmissionStore.migrations)
    var configuration = PipelineConfiguration(
      origins: try origins.map { try Origin($0, relativeTo: path) }, originsStand: originsStand,
      allowedShrink: 0.2,
      languages: ["de"], themes: [], zone: try TimeZoneRules(identifier: "Europe/Berlin"),
      formats: PanelFormat.allCases.filter { $0 != .card || !cards.isEmpty }, cards: cards,
      api: api.map {
        PipelineConfiguration.API(
          base: $0, submissionsPath: "/api/v1/submissions", timeout: .seconds(20),
          settling: settling)
      }, account: account)
    try configure(&configuration)
    services = Services(
      configuration: configuration,
      corpus: CorpusStore(path.appending("corpus.sqlite")),
      index: SearchIndex(folder: path.appending("index"), schema: .quotes),
      places: Services.Places(state: path, cache: path.appending("cache")),
      submissions: SubmissionStore(store), http: HTTPClient(), generator: "zitare test",
      cards: cardProgram, clocks: clocks)
  }

  /// Removes payload and history: what a refresh rendered is of the day on which the test runs.
  func forgetDays() {
    for path in [services.places.payload, services.places.history] { unlink(path.string) }
  }

  /// Runs what is available now, followers included.
  @discardableResult
  func work() async throws -> WorkSummary {
    var registry = JobRegistry<Services>()
    registry.register(RefreshCorpus.self)
    registry.register(ForgetOrigins.self)
    registry.register(UpdateIndex.self)
    registry.register(RenderPayload.self)
    registry.register(RenderCards.self)
    registry.register(DeliverSubmission.self)
    registry.register(SweepSubmissions.self)
    return try await Worker(
      store: store, registry: registry, services: services,
      configuration: WorkerConfiguration(queues: ["delivery", "default"])
    ).runUntilIdle()
  }

  /// Enqueues a job and works.
  @discardableResult
  func perform(_ job: some Job) async throws -> WorkSummary {
    try await store.enqueue(job)
    return try await work()
  }

  /// Makes what waits for a retry due, and works.
  @discardableResult
  func retry(_ kind: JobKind) async throws -> WorkSummary {
    _ = try await store.apply(.hastenAll(of: kind))
    return try await work()
  }

  /// A submission on its way.
  func submit(
    _ text: String, for account: AccountName = .standard
  ) async throws -> SubmissionID {
    try await services.submissions.add([SubmissionForm(text: text)], for: account, sending: true)[0]
      .id
  }

  func state(_ id: SubmissionID) async throws -> SubmissionState? {
    try await services.submissions.submission(id)?.state
  }

  func origin() -> Origin { services.configuration.origins[0] }

  /// The slugs that a search finds.
  func search(_ text: String) throws -> [String] {
    try QuoteSearch(corpus: services.corpus, index: services.index).local(SearchQuery(text)).hits
      .filter { $0.isPartial != true }.map(\.slug)
  }
}
