internal import CFaultVFS

/// A point of the store at which a process of a crash test kills itself.
///
/// They are told from outside, by the calls that SQLite makes on files and by the statements that it
/// is given.
public struct KillPoint: Sendable, CustomStringConvertible {
  public enum Place: Sendable {
    /// Before a call on a file, as bits of `fault_calls`.
    case call(UInt32)
    /// In a transaction in which statements that begin so have begun in this order: when the last of
    /// them begins, or once it has ended.
    case statements([String], isOver: Bool)
  }

  public let description: String
  public let place: Place

  /// Its place in `all`, by which processes name it to each other.
  public let number: Int

  public static let all: [KillPoint] = (calls + statements + firings + cares).enumerated().map {
    number, point in
    KillPoint(description: point.0, place: point.1, number: number)
  }

  /// Those to which a process comes that adds jobs and works.
  public static let working = Array(all.prefix(calls.count + statements.count))
  /// Those of a scheduler.
  public static let firing = Array(all.dropFirst(working.count).prefix(firings.count))
  /// Those of what is done for the store itself.
  public static let caring = Array(all.suffix(cares.count))

  private static let calls: [(String, Place)] = [
    ("open", FAULT_OPEN), ("access", FAULT_ACCESS), ("read", FAULT_READ), ("write", FAULT_WRITE),
    ("sync", FAULT_SYNC), ("size", FAULT_SIZE), ("lock", FAULT_LOCK),
    ("map shared memory", FAULT_SHM_MAP), ("lock shared memory", FAULT_SHM_LOCK),
  ].map { name, call in ("before a call to \(name)", .call(UInt32(call.rawValue))) }

  private static let claim = "UPDATE job SET state = 3"
  private static let complete = "UPDATE job SET state = 4"
  /// An outcome that others wait for, or that is no completion.
  private static let settle = "UPDATE job SET state = :state, attempt"
  private static let add = "INSERT INTO job\n"
  private static let unblock = "UPDATE job SET state = iif(run_at > :now, 0, 1), condition = NULL"

  private static let statements: [(String, Place)] = [
    ("between choice and claim", before(claim)),
    ("between a worker's row and its first claim", before("INSERT INTO worker", claim)),
    ("before a limit's tokens are taken", before("UPDATE limiter SET tokens")),
    ("between claim and commit", before(claim, "COMMIT")),
    ("between claim and start", after(claim, "COMMIT")),
    ("as a limit holds a job back", before("UPDATE job SET state = 2")),
    ("as a job starts that was held ready", before("UPDATE job SET is_prefetched = 0")),
    ("before an outcome", before(complete)),
    ("between outcome and follower", before(complete, add)),
    ("between follower and commit", before(complete, add, "COMMIT")),
    ("between outcome and commit", before(complete, "COMMIT")),
    ("once an outcome is committed", after(complete, "COMMIT")),
    (
      "between outcome and the next of its limit",
      before(settle, "UPDATE job SET state = 1, condition = NULL")
    ),
    ("between outcome and what waits for it", before(settle, "DELETE FROM dependency WHERE needs")),
    ("before what waited is released", before("DELETE FROM dependency WHERE needs", unblock)),
    ("between the last of a batch and its end", before(settle, "UPDATE batch SET finished_at")),
    ("between a batch and its completion", before("UPDATE batch SET finished_at", unblock)),
    ("between a lost attempt and its job", before("INSERT INTO attempt", settle)),
    ("between a rescued job and its worker", before(settle, "DELETE FROM worker")),
    ("between rescue and commit", before("DELETE FROM worker", "COMMIT")),
    ("once a rescue is committed", after("DELETE FROM worker", "COMMIT")),
    ("between a new job and its commit", before(add, "COMMIT")),
    ("once a new job is committed", after(add, "COMMIT")),
  ]

  private static let fire = "INSERT INTO fire"
  private static let move = "UPDATE schedule SET cursor"

  private static let firings: [(String, Place)] = [
    ("between a slot's job and its row", before(add, fire)),
    ("between a slot's row and the cursor", before(fire, move)),
    ("between the cursor and its commit", before(move, "COMMIT")),
    ("once a slot is committed", after(move, "COMMIT")),
  ]

  private static let cares: [(String, Place)] = [
    ("in the middle of a migration", before("CREATE TABLE limiter")),
    ("between the tables and their version", before("INSERT INTO schema_version")),
    ("between the tables' version and its commit", before("INSERT INTO schema_version", "COMMIT")),
    ("in the middle of a prune", before("DELETE FROM job WHERE id", "DELETE FROM job WHERE id")),
    ("between a prune and its commit", before("DELETE FROM job WHERE id", "COMMIT")),
    ("once a prune is committed", after("DELETE FROM job WHERE id", "COMMIT")),
    ("before a checkpoint", before("PRAGMA wal_checkpoint")),
  ]

  private static func before(_ statements: String...) -> Place {
    .statements(statements, isOver: false)
  }
  private static func after(_ statements: String...) -> Place {
    .statements(statements, isOver: true)
  }
}
