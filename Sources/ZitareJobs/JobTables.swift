internal import ZitareBase
internal import ZitareSQLite

/// The statements behind a `SQLiteJobStore`; all that write run inside a transaction of the caller.
final class JobTables {
  let connection: Connection
  /// Set when a change may matter to a worker; whoever commits it takes it back and wakes them.
  var isWorthWaking = false
  /// Whether this transaction has looked for jobs whose time has come.
  var isStaged = false
  private var kindIDs: [JobKind: Int64] = [:]
  private var kinds: [Int64: JobKind] = [:]
  private var queueIDs: [QueueName: Int64] = [:]
  var workerRows: [WorkerID: Int64] = [:]
  /// Up to which row idle limits have been looked for.
  var lastLimiter: Int64 = 0
  /// Jobs that died in this transaction while they waited, until somebody takes the list.
  var casualties: [Casualty] = []
  /// How many jobs have been claimed through this connection, roughly.
  var claims = 0
  /// What queues have earned towards their next turn, see `ClaimPass`.
  var credits: [Int64: Int] = [:]
  var readyStatements: [Int64: Statement] = [:]

  init(_ connection: Connection) { self.connection = connection }

  /// Drops what was learnt in a transaction that has been rolled back.
  func forget() {
    isWorthWaking = false
    kindIDs = [:]
    kinds = [:]
    queueIDs = [:]
    workerRows = [:]
    casualties = []
  }

  func id(of kind: JobKind) throws(SQLiteError) -> Int64 {
    if let id = kindIDs[kind] { return id }
    try connection.run(
      "INSERT INTO kind (name) VALUES (:name) ON CONFLICT DO NOTHING",
      [":name": .text(kind.rawValue)])
    let id = try connection.first(
      "SELECT id FROM kind WHERE name = :name", [":name": .text(kind.rawValue)]
    ) { $0.integer(0) }
    guard let id else { preconditionFailure("the kind was inserted above") }
    kindIDs[kind] = id
    kinds[id] = kind
    return id
  }

  func kind(_ id: Int64) throws(SQLiteError) -> JobKind {
    if let kind = kinds[id] { return kind }
    let name = try connection.first("SELECT name FROM kind WHERE id = :id", [":id": .integer(id)]) {
      $0.text(0)
    }
    let kind = JobKind(name ?? "")
    kinds[id] = kind
    return kind
  }

  func id(of queue: QueueName) throws(SQLiteError) -> Int64 {
    if let id = queueIDs[queue] { return id }
    try connection.run(
      "INSERT INTO queue (name) VALUES (:name) ON CONFLICT DO NOTHING",
      [":name": .text(queue.rawValue)])
    let id = try connection.first(
      "SELECT id FROM queue WHERE name = :name", [":name": .text(queue.rawValue)]
    ) { $0.integer(0) }
    guard let id else { preconditionFailure("the queue was inserted above") }
    queueIDs[queue] = id
    return id
  }

  /// The queue's id if any job ever was in it; reading alone must not write.
  func knownID(of queue: QueueName) throws(SQLiteError) -> Int64? {
    if let id = queueIDs[queue] { return id }
    let id = try connection.first(
      "SELECT id FROM queue WHERE name = :name", [":name": .text(queue.rawValue)]
    ) { $0.integer(0) }
    queueIDs[queue] = id
    return id
  }
}

/// The state a row of the table `job` says it is in.
func state(_ value: Int64) -> JobState {
  guard let state = JobState(rawValue: Int(value)) else {
    preconditionFailure("a CHECK keeps other states out")
  }
  return state
}
