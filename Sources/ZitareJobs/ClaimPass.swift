internal import ZitareBase
internal import ZitareSQLite

/// One choice among the available jobs of a worker's queues, within their limits.
///
/// It reads first and writes in `settle`, when no statement is in the middle of its rows any more.
struct ClaimPass {
  private let tables: JobTables
  private let kinds: Set<JobKind>
  private let now: Timestamp
  private var limiters: [Int64: Limiter] = [:]
  private var chosen: [Candidate] = []
  private var heldBack: [Candidate] = []
  /// Jobs that have been decided; the one that has waited longest comes up again in its turn.
  private var seen: Set<JobID> = []

  /// Of so many claims one goes to the job that has waited longest, whatever its priority.
  private static let fairShare = 16
  /// What has waited for less was not passed over.
  private static let patience: Duration = .seconds(10)

  init(_ tables: JobTables, _ kinds: Set<JobKind>, now: Timestamp) {
    self.tables = tables
    self.kinds = kinds
    self.now = now
  }

  /// Up to `limit` jobs in the order in which they should start.
  ///
  /// Queues take turns by weight: before each turn every queue earns its weight, the richest has the
  /// turn and pays what all have earned.
  mutating func choose(
    _ limit: Int, from queues: [WorkerQueue]
  ) throws(SQLiteError) -> [Candidate] {
    var open: [ReadyQueue] = []
    for queue in queues {
      guard let queue = try ReadyQueue(queue, in: tables) else { continue }
      if let limiter = queue.limiter {
        limiters[limiter] = try tables.limiter(limiter, ofQueue: queue.id, now: now)
      }
      open.append(queue)
    }
    defer { for queue in open { queue.close() } }
    while chosen.count < limit, let index = turn(among: open) {
      if let candidate = try next(in: open[index]) {
        chosen.append(candidate)
      } else {
        open[index].close()
        tables.credits[open[index].id] = nil
        open.remove(at: index)
      }
    }
    return chosen
  }

  /// Blocks what limits have held back, and stores what is left of them.
  mutating func settle() throws(SQLiteError) {
    for job in heldBack {
      guard let limiter = job.limiter.flatMap({ limiters[$0] }) else { continue }
      try tables.connection.run(
        "UPDATE job SET state = 2, condition = :condition WHERE id = :id",
        [
          ":condition": .text(Condition.limit(limiter.name).rawValue),
          ":id": .integer(job.id.rawValue),
        ])
    }
    if heldBack.count >= JobTables.slice { tables.isWorthWaking = true }
    let full = Set(heldBack.compactMap(\.limiter))
    for limiter in limiters.values {
      if limiter.started > 0 { try tables.save(limiter, now: now) }
      // Others may wait for the tokens that were taken.
      if limiter.isOfQueue || limiter.started > 0 || full.contains(limiter.id) {
        try tables.wake(limiter, at: limiter.nextToken(now: now))
      }
    }
  }

  private func turn(among queues: [ReadyQueue]) -> Int? {
    guard queues.count > 1 else { return queues.isEmpty ? nil : 0 }
    for queue in queues { tables.credits[queue.id, default: 0] += queue.weight }
    let richest = queues.indices.max {
      tables.credits[queues[$0].id, default: 0] < tables.credits[queues[$1].id, default: 0]
    }
    if let richest {
      tables.credits[queues[richest].id, default: 0] -= queues.reduce(0) { $0 + $1.weight }
    }
    return richest
  }

  private mutating func next(in queue: ReadyQueue) throws(SQLiteError) -> Candidate? {
    if let limiter = queue.limiter, limiters[limiter]?.room == 0 { return nil }
    tables.claims += 1
    if tables.claims % Self.fairShare == 0,
      let oldest = try queue.oldest(waitingSince: now - Self.patience, kinds), try admit(oldest)
    {
      return start(oldest, in: queue)
    }
    while heldBack.count < JobTables.slice, let candidate = try queue.next(kinds) {
      if try admit(candidate) { return start(candidate, in: queue) }
    }
    return nil
  }

  /// Whether a job may start; one that its limit holds back is remembered.
  private mutating func admit(_ job: Candidate) throws(SQLiteError) -> Bool {
    guard seen.insert(job.id).inserted else { return false }
    guard let id = job.limiter else { return true }
    if limiters[id] == nil { limiters[id] = try tables.limiter(id, now: now) }
    guard limiters[id]?.room == 0 else { return true }
    heldBack.append(job)
    return false
  }

  private mutating func start(_ job: Candidate, in queue: ReadyQueue) -> Candidate {
    if let limiter = job.limiter { limiters[limiter]?.start() }
    guard let limiter = queue.limiter else { return job }
    limiters[limiter]?.start()
    var job = job
    job.isWatched = true  // its end makes room for others of the queue
    return job
  }
}
