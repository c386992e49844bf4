internal import ZitareBase
internal import ZitareSQLite

/// A limit with what is left of it at one moment.
struct Limiter {
  let id: Int64
  let name: String
  let isOfQueue: Bool
  let bounds: JobLimit.Bounds
  let running: Int
  /// How many jobs the rate lets start now, with what has grown back since the last one.
  private(set) var tokens: Double

  /// How many more jobs may start now; nil for any number.
  var room: Int? {
    let slots = bounds.concurrency.map { max(0, $0 - running - started) }
    guard bounds.rate != nil else { return slots }
    return min(slots ?? .max, Int(tokens))
  }
  private(set) var started = 0
  /// Whether the clock was put back since tokens were last counted.
  let isAhead: Bool

  mutating func start() {
    started += 1
    if bounds.rate != nil { tokens -= 1 }
  }

  /// When the rate lets the next job start; nil where it already does.
  func nextToken(now: Timestamp) -> Timestamp? {
    guard let rate = bounds.rate, tokens < 1 else { return nil }
    let wait = (1 - tokens) * Double(rate.period.milliseconds) / Double(rate.count)
    return now + .milliseconds(Int64(wait.rounded(.up)))
  }

  init(
    id: Int64, name: String, isOfQueue: Bool, bounds: JobLimit.Bounds, running: Int, tokens: Double,
    refilledAt: Timestamp, now: Timestamp
  ) {
    self.id = id
    self.name = name
    self.isOfQueue = isOfQueue
    self.bounds = bounds
    self.running = running
    isAhead = refilledAt > now
    guard let rate = bounds.rate else {
      self.tokens = 0
      return
    }
    // A clock that was put back gives no tokens, and takes none.
    let passed = Double(max(0, now.milliseconds - refilledAt.milliseconds))
    let grown = passed * Double(rate.count) / Double(rate.period.milliseconds)
    self.tokens = min(Double(rate.burst), tokens + grown)
  }
}

extension Condition {
  /// What jobs wait for that a limit holds back.
  static func limit(_ name: String) -> Condition { Condition("limit:\(name)") }
}

extension JobTables {
  /// The row of a limit, with the bounds that jobs bring along unless an operator has set others.
  ///
  /// It is looked up each time: what is not needed is removed, by other processes too.
  func id(of limit: JobLimit) throws(SQLiteError) -> Int64 {
    let known = try connection.first(
      """
      SELECT id FROM limiter WHERE name = :name AND (is_operators OR concurrency IS :concurrency
        AND rate_count IS :count AND rate_period IS :period AND rate_burst IS :burst)
      """,
      [
        ":name": .text(limit.name.rawValue),
        ":concurrency": .optional(limit.bounds.concurrency.map { Int64($0) }),
        ":count": .optional(limit.bounds.rate.map { Int64($0.count) }),
        ":period": .optional(limit.bounds.rate?.period.milliseconds),
        ":burst": .optional(limit.bounds.rate.map { Int64($0.burst) }),
      ]
    ) { $0.integer(0) }
    if let known { return known }
    try store(limit.bounds, of: limit.name.rawValue, isOperators: false)
    guard let id = try limiterID(limit.name.rawValue) else {
      preconditionFailure("the limit was stored above")
    }
    return id
  }

  func limiterID(_ name: String) throws(SQLiteError) -> Int64? {
    try connection.first(
      "SELECT id FROM limiter WHERE name = :name", [":name": .text(name)]
    ) { $0.integer(0) }
  }

  /// A new limit starts with all its tokens; one that is changed keeps those it has.
  func store(
    _ bounds: JobLimit.Bounds, of name: String, isOperators: Bool
  ) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO limiter
        (name, concurrency, rate_count, rate_period, rate_burst, tokens, is_operators)
      VALUES (:name, :concurrency, :count, :period, :burst, coalesce(:burst, 0), :is_operators)
      ON CONFLICT (name) DO UPDATE SET
        concurrency = excluded.concurrency, rate_count = excluded.rate_count,
        rate_period = excluded.rate_period, rate_burst = excluded.rate_burst,
        tokens = iif(rate_count IS NULL, excluded.tokens, tokens),
        is_operators = excluded.is_operators
      WHERE :is_operators OR NOT is_operators
      """,
      [
        ":name": .text(name), ":concurrency": .optional(bounds.concurrency.map { Int64($0) }),
        ":count": .optional(bounds.rate.map { Int64($0.count) }),
        ":period": .optional(bounds.rate?.period.milliseconds),
        ":burst": .optional(bounds.rate.map { Int64($0.burst) }),
        ":is_operators": .integer(isOperators ? 1 : 0),
      ])
  }

  /// A limit of jobs.
  func limiter(_ id: Int64, now: Timestamp) throws(SQLiteError) -> Limiter? {
    try connection.first(
      """
      SELECT name, concurrency, rate_count, rate_period, rate_burst, tokens, refilled_at,
        (SELECT count(*) FROM job WHERE limiter_id = limiter.id AND state = 3)
      FROM limiter WHERE id = :id
      """,
      [":id": .integer(id)]
    ) { Limiter($0, id, isOfQueue: false, now: now) }
  }

  /// The limit of a queue; its running jobs are few and counted among all that run.
  func limiter(
    _ id: Int64, ofQueue queue: Int64, now: Timestamp
  ) throws(SQLiteError) -> Limiter? {
    try connection.first(
      """
      SELECT name, concurrency, rate_count, rate_period, rate_burst, tokens, refilled_at,
        (SELECT count(*) FROM job INDEXED BY job_held WHERE state = 3 AND queue_id = :queue)
      FROM limiter WHERE id = :id
      """,
      [":id": .integer(id), ":queue": .integer(queue)]
    ) { Limiter($0, id, isOfQueue: true, now: now) }
  }

  /// Stores what is left of a limit after some of its jobs have started.
  func save(_ limiter: Limiter, now: Timestamp) throws(SQLiteError) {
    try connection.run(
      "UPDATE limiter SET tokens = :tokens, refilled_at = :now WHERE id = :id",
      [
        ":tokens": .real(limiter.tokens), ":now": .integer(now.milliseconds),
        ":id": .integer(limiter.id),
      ])
  }

  func wake(_ limiter: Limiter, at time: Timestamp?) throws(SQLiteError) {
    try connection.run(
      "UPDATE limiter SET wake_at = :time WHERE id = :id AND wake_at IS NOT :time",
      [":time": .optional(time?.milliseconds), ":id": .integer(limiter.id)])
  }

  /// Makes the most urgent jobs available that a limit has held back, as many as it has room for.
  func releaseHeldBack(by id: Int64, now: Timestamp) throws(SQLiteError) {
    guard let limiter = try limiter(id, now: now) else { return }
    if limiter.isAhead { try save(limiter, now: now) }
    let room = min(limiter.room ?? .max, Self.slice)
    let ids = try connection.rows(
      """
      SELECT id FROM job WHERE state = 2 AND condition = :condition
      ORDER BY priority, run_at, id LIMIT :limit
      """,
      [
        ":condition": .text(Condition.limit(limiter.name).rawValue),
        ":limit": .integer(room + 1),  // one more tells whether any stays
      ]
    ) { $0.integer(0) }
    for id in ids.prefix(room) {
      isWorthWaking = true
      try connection.run(
        "UPDATE job SET state = 1, condition = NULL WHERE id = :id", [":id": .integer(id)])
    }
    let next = room == Self.slice ? now : limiter.nextToken(now: now)
    try wake(limiter, at: ids.count > room ? next : nil)
  }

  /// Looks after limits whose rate lets a job start again.
  func releaseRated(now: Timestamp) throws(SQLiteError) {
    let ids = try connection.rows(
      "SELECT id FROM limiter WHERE wake_at <= :now LIMIT 1000",
      [":now": .integer(now.milliseconds)]
    ) { $0.integer(0) }
    for id in ids { try releaseHeldBack(by: id, now: now) }
  }

  /// Releases what a program of an earlier release, which knows no limits, may have left behind.
  func repairLimits(now: Timestamp) throws(SQLiteError) {
    let ids = try connection.rows(
      """
      SELECT id FROM limiter
      WHERE EXISTS (SELECT 1 FROM job WHERE state = 2 AND condition = 'limit:' || limiter.name)
      """
    ) { $0.integer(0) }
    for id in ids { try releaseHeldBack(by: id, now: now) }
  }

  /// How many rows one transaction changes at most for many jobs at once.
  static let slice = 1000
}

extension Limiter {
  fileprivate init(_ row: borrowing Row, _ id: Int64, isOfQueue: Bool, now: Timestamp) {
    self.init(
      id: id, name: row.text(0), isOfQueue: isOfQueue, bounds: JobLimit.Bounds(row, from: 1),
      running: Int(row.integer(7)), tokens: row.real(5),
      refilledAt: Timestamp(milliseconds: row.integer(6)), now: now)
  }
}

extension JobLimit.Bounds {
  /// Four columns: concurrency, then count, period and burst of the rate.
  init(_ row: borrowing Row, from column: Int) {
    let rate = row.optionalInteger(column + 1).map { count in
      RateLimit(
        Int(count), per: .milliseconds(row.integer(column + 2)),
        burst: Int(row.integer(column + 3)))
    }
    self.init(concurrency: row.optionalInteger(column).map { Int($0) }, rate: rate)
  }
}
