import TestSupport
import ZitareBase
import ZitareJobs
import ZitareJobsTesting
import ZitareSQLite

/// A life of a store on a disk, the same each time, in steps of one transaction each.
///
/// A step that threw can be done again.
struct History {
  enum Step: Int, CaseIterable {
    case open, enqueue, enqueueLater, enqueueMany, enqueueUnique, enqueueTwin, saveSchedule, enroll
    case claim, complete, reportProgress, bury, retry, cancel, release, fire, migrate, transact
    case enrollSecond, limitHost, enqueueLimited, limitQueue, enqueueBatch, enqueueDependent
    case claimGroup, finishGroup, killMember, pauseQueue, enqueueLate, putOff, resumeQueue, freeHost
    case checkpoint, renew, rescue, prune, retire, close
  }

  let disk: FaultDisk
  let clock = TestClock()
  let durability: Connection.Durability
  private var opened: SQLiteJobStore?
  private var worker: WorkerID?
  private var held: [ClaimedJob] = []
  var group = Group()

  init(on disk: FaultDisk, durability: Connection.Durability = .full) {
    self.disk = disk
    self.durability = durability
  }

  func store() throws -> SQLiteJobStore {
    try SQLiteJobStore(
      path: disk.path, runtimeFolder: disk.folder.appending("runtime"), durability: durability,
      clocks: clock.clocks())
  }

  mutating func perform(_ step: Step) async throws {
    switch step {
    case .open: opened = try store()
    case .close:
      opened = nil
      await disk.closed()
    default:
      guard let opened else { preconditionFailure("the first step opens the store") }
      if try await enqueue(step, in: opened) { return }
      if try await work(step, in: opened) { return }
      if try await group(step, in: opened) { return }
      try await operate(step, in: opened)
    }
  }

  /// What its callers do.
  private func enqueue(_ step: Step, in store: SQLiteJobStore) async throws -> Bool {
    switch step {
    case .enqueue: try await store.enqueue(ScriptedJob(number: 1))
    case .enqueueLater:
      try await store.enqueue(ScriptedJob(number: 2), at: clock.now + .seconds(4))
    case .enqueueMany:
      let key = String(repeating: "x", count: 1000)
      let jobs = try (10..<40).map {
        Mutation.enqueue(try NewJob(ScriptedJob(number: $0, key: "\($0)\(key)")))
      }
      _ = try await store.apply(jobs)
    case .enqueueUnique, .enqueueTwin: try await store.enqueue(ScriptedJob(number: 3, key: "a"))
    case .transact:
      try await store.transaction { transaction in
        try transaction.connection.run("INSERT INTO note (text) VALUES ('sent')")
        try transaction.enqueue(UrgentJob())
      }
    default: return false
    }
    return true
  }

  /// What a worker does.
  private mutating func work(_ step: Step, in store: SQLiteJobStore) async throws -> Bool {
    if step == .enroll {
      worker = try await store.enroll(StoreFixture.profile)
      return true
    }
    guard let worker else { return false }
    switch step {
    case .claim: held = try await store.exchange([], claim: 4, for: worker).claimed
    case .complete:
      let (follower, urgent) = try (NewJob(ScriptedJob(number: 4)), NewJob(UrgentJob()))
      let outcomes = [
        EarnedOutcome(
          job: held[0].id, claim: held[0].claim,
          verdict: .completed(followers: [follower, urgent])),
        EarnedOutcome(
          job: held[1].id, claim: held[1].claim,
          verdict: .retry(at: clock.now + .seconds(3), error: "it failed")),
      ]
      let exchange = try await store.exchange(outcomes, claim: 2, for: worker)
      held = Array(held.dropFirst(2)) + exchange.claimed
    case .reportProgress:
      try await store.record(
        JobProgress(stage: "half", done: 1, total: 2), of: held[0].id, claim: held[0].claim)
    case .bury:
      let dead = EarnedOutcome(
        job: held[1].id, claim: held[1].claim, verdict: .dead(error: "it will not do"))
      _ = try await store.exchange([dead], claim: 1, for: worker)
    case .renew: _ = try await store.renew(worker)
    case .rescue: _ = try await store.rescue()
    case .retire: try await store.retire(worker)
    default: return false
    }
    return true
  }

  /// What operators and the scheduler do.
  private func operate(_ step: Step, in store: SQLiteJobStore) async throws {
    let slot = Timestamp(seconds: 1_800_000_000)
    switch step {
    case .saveSchedule:
      _ = try await store.apply(
        .saveCursor(schedule: "daily", definition: "0 0 * * * UTC", cursor: slot))
    case .retry: _ = try await store.apply(.retry(held[1].id))
    case .cancel: _ = try await store.apply(.cancel(held[0].id))
    case .release: _ = try await store.apply(.release("login:main"))
    case .fire:
      _ = try await store.apply(
        .fire(schedule: "daily", slot: slot, cursor: slot, job: NewJob(ScriptedJob(number: 5))))
    case .migrate:
      try await store.migrate(component: "notes", ["CREATE TABLE note (text TEXT NOT NULL) STRICT"])
    case .checkpoint: try await store.checkpoint()
    case .prune:
      _ = try await store.prune(
        Retention(completed: .zero, cancelled: .zero, dead: .zero), limit: 10)
    default: preconditionFailure("\(step) belongs elsewhere")
    }
  }
}

extension History {
  /// What the database holds after each step where nothing fails.
  struct Model {
    private let dumps: [String]
    /// How many calls of these kinds SQLite makes meanwhile.
    let calls: Int

    init(counting calls: FaultDisk.Calls = []) async throws {
      let disk = try FaultDisk()
      var history = History(on: disk)
      var dumps: [String] = []
      for step in Step.allCases {
        history.clock.advance(by: .seconds(1))
        try await history.perform(step)
        dumps.append(try dump(disk.path))
      }
      self.dumps = dumps
      self.calls = disk.count(calls)
    }

    subscript(step: Step) -> String { dumps[step.rawValue] }

    /// The last step after which the database held this, and was not yet past `step`.
    func last(_ contents: String, through step: Step) -> Step? {
      Step.allCases.last { $0.rawValue <= step.rawValue && self[$0] == contents }
    }
  }
}

extension History.Step {
  var previous: Self? { Self(rawValue: rawValue - 1) }
  /// The last one follows itself.
  var next: Self { Self(rawValue: rawValue + 1) ?? self }
}
