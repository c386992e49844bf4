internal import ZitareBase
internal import ZitareSQLite

/// The one writer of a store: everything that waits for it shares one transaction, and so one sync
/// of the disk.
actor StoreWriter {
  private let executor: DatabaseExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let tables: JobTables
  let clocks: Clocks
  private let ringer: BellRinger
  private let wakeups: Wakeups
  /// Callers get in line without waiting for the transaction that is being written.
  private let inbox = Mutex(Inbox())
  /// Whether a commit waits for the disk.
  private let isSynced: Bool
  private let runtimeFolder: FilePath
  private let workers = Mutex<[WorkerID: EnrolledWorker]>([:])

  /// What waits for the next transaction, and whether callers seem to come one at a time.
  private struct Inbox {
    var requests: [Request] = []
    /// How many transactions of the writer's thread in a row nobody shared.
    private var lone = 0
    /// How many may run on their callers' threads before another look: there no group can form, so
    /// nobody would notice that there are several callers by now.
    private var credit = 0

    mutating func spendCredit() -> Bool {
      guard credit > 0 else { return false }
      credit -= 1
      return true
    }

    mutating func takeShared() -> [Request] {
      lone = requests.count == 1 ? lone + 1 : 0
      credit = lone >= 4 ? 64 : 0
      return takeAll()
    }

    mutating func takeAll() -> [Request] {
      defer { requests = [] }
      return requests
    }
  }

  /// One caller's part of a transaction.
  private struct Request {
    /// Does the work and returns what tells the caller once it is durable.
    let perform: @Sendable (JobTables) throws -> @Sendable () -> Void
    let fail: @Sendable (StoreError) -> Void
  }

  private struct EnrolledWorker {
    let profile: WorkerProfile
    let presence: WorkerPresence
  }

  init(
    _ connection: sending Connection, durability: Connection.Durability, runtimeFolder: FilePath,
    clocks: Clocks, wakeups: Wakeups
  ) {
    isSynced = durability == .full
    executor = DatabaseExecutor()
    tables = JobTables(connection)
    ringer = BellRinger(folder: runtimeFolder)
    self.runtimeFolder = runtimeFolder
    self.clocks = clocks
    self.wakeups = wakeups
  }

  /// Runs `body` in the next transaction and returns its result once that is durable.
  nonisolated func submit<R: Sendable>(
    _ body: @escaping @Sendable (JobTables) throws -> R
  ) async throws(StoreError) -> R {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<R, StoreError>, Never>) in
      let request = Request(
        perform: { tables in
          let result = try body(tables)
          return { continuation.resume(returning: .success(result)) }
        },
        fail: { continuation.resume(returning: .failure($0)) })
      let (isFirst, isAlone) = inbox.withLock { inbox in
        inbox.requests.append(request)
        let isFirst = inbox.requests.count == 1
        return (isFirst, isFirst && !isSynced && inbox.spendCredit())
      }
      if isFirst { start(isAlone: isAlone) }
    }
    return try result.get()
  }

  /// Answers all who get in line before it runs.
  ///
  /// For one who is alone, where no commit waits for the disk, two changes of threads would cost more
  /// than the transaction: it runs on the caller's thread.
  nonisolated private func start(isAlone: Bool) {
    if isAlone {
      let hasRun = executor.performIfIdle { assumeIsolated { $0.flushIfFree() } }
      if hasRun { return }
    }
    executor.perform { self.assumeIsolated { $0.flush() } }
  }

  /// Runs `body` in a transaction of its own; it throws what `body` throws, or a `StoreError`.
  func transaction<R: Sendable>(_ body: @Sendable (JobTables) throws -> R) throws -> R {
    var refusal: (any Error)?
    do {
      let result = try tables.connection.transaction {
        do {
          return try body(tables)
        } catch {
          refusal = error
          throw error
        }
      }
      announce()
      return result
    } catch {
      tables.forget()
      throw refusal ?? StoreError(error)
    }
  }

  func migrate(component: String, _ steps: [StaticString]) throws(StoreError) {
    do {
      try tables.connection.migrate(component: component, steps)
    } catch {
      throw StoreError(error)
    }
  }

  func checkpoint() throws(StoreError) {
    do {
      try tables.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      throw StoreError(error)
    }
  }

  nonisolated func exchange(
    _ outcomes: [EarnedOutcome], claim limit: Int, prefetch: Int, for worker: WorkerID
  ) async throws(StoreError) -> Exchange {
    guard let enrolled = workers.withLock({ $0[worker] }) else {
      throw .failed("worker \(worker) has retired")
    }
    let clocks = clocks
    return try await submit { tables in
      let now = clocks.wall()
      var refused: [JobID] = []
      for outcome in outcomes where try !tables.record(outcome, now: now) {
        refused.append(outcome.job)
      }
      if limit > 0 { try tables.stage(now: now) }
      let claimed = try tables.claim(
        limit, prefetch: prefetch, for: worker, enrolled.profile,
        lock: enrolled.presence.lockPath, clocks, now: now)
      defer { tables.casualties = [] }
      return Exchange(claimed: claimed, refused: refused, casualties: tables.casualties)
    }
  }

  func enroll(_ profile: WorkerProfile) async throws(StoreError) -> WorkerID {
    let worker = WorkerID(randomName())
    let wakeups = wakeups
    let presence: WorkerPresence
    do throws(FileError) {
      presence = try WorkerPresence(worker, in: runtimeFolder) { wakeups.tick() }
    } catch {
      throw .unavailable("\(error)")
    }
    workers.withLock { [presence] in
      $0[worker] = EnrolledWorker(profile: profile, presence: presence)
    }
    let clocks = clocks
    do throws(StoreError) {
      try await submit { tables in
        for kind in profile.kinds { _ = try tables.unblock(.readable(kind), now: clocks.wall()) }
      }
    } catch {
      presence.leave()
      workers.withLock { $0[worker] = nil }
      throw error
    }
    return worker
  }

  func retire(_ worker: WorkerID) async throws(StoreError) {
    guard let enrolled = workers.withLock({ $0[worker] }) else { return }
    let clocks = clocks
    try await submit { tables in
      guard let row = try tables.row(of: worker) else { return }
      try tables.remove(row, now: clocks.wall())
    }
    enrolled.presence.leave()
    workers.withLock { $0[worker] = nil }
  }

  func rescue() async throws(StoreError) -> [Rescue] {
    do {
      try tables.connection.refuseNewer(
        component: SQLiteJobStore.component, known: SQLiteJobStore.steps.count)
    } catch {
      throw StoreError(error)
    }
    let locks: [FilePath]
    do throws(FileError) {
      locks = try LiveWorkers.deadLocks(in: runtimeFolder)
    } catch {
      throw .unavailable("\(error)")
    }
    let stored = try await submit { try $0.workers() }
    var dead: [StoredWorker] = []
    do throws(FileError) {
      let own = workers.withLock { Set($0.keys) }
      for worker in stored where !own.contains(worker.token) {
        let isDead =
          worker.boot == clocks.bootID ? try WorkerPresence.isDead(worker.lock) : true
        if isDead { dead.append(worker) }
      }
    } catch {
      throw .unavailable("\(error)")
    }
    let rescued = try await submit { [dead, clocks] tables in
      try tables.rescue(
        from: dead, bootID: clocks.bootID, boot: clocks.boot(), now: clocks.wall())
    }
    LiveWorkers.remove(locks)
    return rescued
  }

  func renew(_ worker: WorkerID) async throws(StoreError) -> Set<JobID> {
    guard let enrolled = workers.withLock({ $0[worker] }) else { return [] }
    let until = clocks.boot() + enrolled.profile.lease
    return try await submit { tables in
      guard let row = try tables.row(of: worker) else { return [] }
      try tables.renew(row, until: until)
      return Set(try tables.jobs(heldBy: row))
    }
  }

  private func flush() {
    let requests = inbox.withLock { $0.takeShared() }
    _ = write(requests) { try tables.connection.transaction($0) }
  }

  /// Writes now if no other process does, else later, so that no caller's thread waits for it.
  private func flushIfFree() {
    let requests = inbox.withLock { $0.takeAll() }
    let hasRun = write(requests) { try tables.connection.transactionIfFree($0) }
    if !hasRun { writeLater(requests) }
  }

  private func writeLater(_ requests: [Request]) {
    executor.perform {
      self.assumeIsolated { writer in
        _ = writer.write(requests) { try writer.tables.connection.transaction($0) }
      }
    }
  }

  /// Does all of it in one transaction, unless that can't begin now.
  private func write(
    _ requests: [Request],
    in transaction: (() throws -> [@Sendable () -> Void]) throws -> [@Sendable () -> Void]?
  ) -> Bool {
    tables.isStaged = false
    do {
      let answers = try transaction { try requests.map { try $0.perform(tables) } }
      guard let answers else { return false }
      announce()
      for answer in answers { answer() }
    } catch {
      tables.forget()
      let error = StoreError(error)
      if case .failed = error, requests.count > 1 {
        // It is one of them who has to answer for it, not all.
        for request in requests where !write([request], in: transaction) { writeLater([request]) }
      } else {
        for request in requests { request.fail(error) }
      }
    }
    return true
  }

  /// Wakes the workers of this and other processes, if the last transaction is worth it.
  private func announce() {
    guard tables.isWorthWaking else { return }
    tables.isWorthWaking = false
    wakeups.tick()
    ringer.ring(except: workers.withLock { Set($0.values.map(\.presence.bellPath)) })
  }
}

/// 16 random hexadecimal digits.
private func randomName() -> String {
  let digits = String(UInt64.random(in: .min ... .max), radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
