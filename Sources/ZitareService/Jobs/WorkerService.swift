import ZitareBase
import ZitareJobs

/// The daemon: a session of worker and scheduler, replaced by another when the configuration is
/// read anew or the machine gets another time zone, until a signal ends it.
struct WorkerService<Services: Sendable>: Sendable {
  private let app: App<Services>
  private let manager: ServiceManager?

  init(_ app: App<Services>) {
    self.app = app
    manager = ServiceManager(environment: app.environment.variables)
  }

  private enum Input: Sendable {
    case signal(ProcessSignal)
    /// The machine may have another time zone.
    case zone
    case ended((any Error)?)
  }

  /// Works until it is told to stop and what it does has ended.
  func run() async throws {
    // The signals come first: one that arrives during the start is not lost.
    let signals = app.signals()
    let (inputs, feed) = AsyncStream.makeStream(of: Input.self)
    let zones = FolderWatch.systemZone { feed.yield(.zone) }
    defer { extendLifetime(zones) }
    var zone = TimeZoneRules.systemIdentifier()
    var session = try await WorkerSetting(app)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for await signal in signals { feed.yield(.signal(signal)) } }
      group.addTask { await feedWatchdog() }
      start(session, feed, &group)
      manager?.notify(.ready)
      var next: App<Services>?
      var isStopping = false
      inputs: for await input in inputs {
        switch input {
        case .signal(.stop):
          manager?.notify(.stopping)
          isStopping = true
          next = nil
          session.worker.stop()
        case .signal(.stopNow): Signals.endProcess()
        case .signal(.reload):
          guard !isStopping else { break }
          next = reloaded()
          if next != nil { session.worker.stop() }
        case .signal(.report): try await report()
        case .zone:
          guard zone != TimeZoneRules.systemIdentifier() else { break }
          zone = TimeZoneRules.systemIdentifier()
          app.log.notice("the system has another time zone", [("zone", zone)])
          feed.yield(.signal(.reload))
        case .ended(let error):
          if let error { throw error }
          guard let app = next else { break inputs }
          next = nil
          session = try await WorkerSetting(app)
          start(session, feed, &group)
        }
      }
      group.cancelAll()
    }
  }

  private func start(
    _ session: WorkerSetting<Services>, _ feed: AsyncStream<Input>.Continuation,
    _ group: inout ThrowingTaskGroup<Void, any Error>
  ) {
    group.addTask {
      do {
        try await session.run()
        feed.yield(.ended(nil))
      } catch {
        feed.yield(.ended(error))
      }
    }
  }

  /// The program under the configuration as it is now, nil where that is wrong: the old one stays.
  ///
  /// The places of files need a new start to change.
  private func reloaded() -> App<Services>? {
    do {
      return try app.reload()
    } catch {
      app.log.error("the configuration stays as it was", [("error", "\(error)")])
      return nil
    }
  }

  private func report() async throws {
    let counts = try await app.jobStore().counts()
    let fields = counts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ("\($0.key)", "\($0.value)") }
    app.log.notice("jobs", fields)
    manager?.notify(.status(fields.map { "\($0.1) \($0.0)" }.joined(separator: ", ")))
  }

  private func feedWatchdog() async {
    guard let manager, let interval = manager.watchdogInterval else { return }
    while !Task.isCancelled {
      manager.notify(.watchdog)
      do { try await app.clocks.sleep(interval) } catch { return }
    }
  }
}

/// A worker and a scheduler under one configuration.
private struct WorkerSetting<Services: Sendable>: Sendable {
  let worker: Worker<Services>
  private let scheduler: Scheduler
  private let network = NetworkReturn()
  private let store: SQLiteJobStore
  private let clocks: Clocks

  init(_ app: App<Services>) async throws {
    store = try app.jobStore()
    clocks = app.clocks
    let reporter = EventReporter(app, for: .operators)
    worker = Worker(
      store: store, registry: app.service.registry, services: try await app.services(),
      configuration: WorkerConfiguration(app), clocks: app.clocks,
      events: { [network] in
        reporter.report($0)
        network.note($0)
      }, executor: ThreadPool.shared)
    scheduler = Scheduler(
      try app.service.schedules(app.configuration), store: store, clocks: app.clocks,
      events: { reporter.report($0) })
    _ = try await store.apply(try app.service.due(app.configuration))
  }

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await orStop { try await scheduler.run() } }
      group.addTask {
        try await orStop {
          try await network.run(watch: { NetworkWatch(onArrival: $0) }, sleep: clocks.sleep) {
            _ = try await store.apply($0.map { .hasten($0) })
          }
        }
      }
      try await worker.run()
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// A worker without one of its parts ends, so that whoever watches it notices.
  private func orStop(_ part: () async throws -> Void) async throws {
    do {
      try await part()
    } catch {
      worker.stop()
      throw error
    }
  }
}
