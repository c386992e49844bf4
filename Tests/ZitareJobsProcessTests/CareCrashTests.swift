import CrashJobs
import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareSQLite

@testable import ZitareJobs

/// A process is killed while it does something for the store itself.
@Suite("Crashes in the care of the store", .serialized)
struct CareCrashTests {
  @Test(
    "6: killed while it makes tables, prunes or empties the log, the next one goes on",
    arguments: KillPoint.caring)
  func killed(point: KillPoint) async throws {
    let bench = try CrashBench()
    let isMigration =
      point.description.contains("tables") || point.description.contains("migration")
    if !isMigration { try await finish(8, in: bench) }
    let result = try bench.start("care", ["point": point.number]).wait()
    #expect(result.status == 128 + SIGKILL, "it never came there: \(result.errors)")
    #expect(try bench.effects.effects().last?.point?.number == point.number)
    if isMigration { try await finish(8, in: bench) }
    try bench.run("care")
    let store = try bench.folder.open()
    #expect(try await store.counts() == [:])
    let sound = try await store.read { try $0.rows("PRAGMA integrity_check") { $0.text(0) } }
    #expect(sound == ["ok"])
  }

  private func finish(_ count: Int, in bench: CrashBench) async throws {
    let store = try bench.folder.open()
    for number in 0..<count { try await store.enqueue(CrashJob(number)) }
    try bench.run("once")
    #expect(try await store.counts() == [.completed: count])
  }

  @Test("several processes that open a store of the first schema at once bring it up to date once")
  func migrateAtOnce() async throws {
    let bench = try CrashBench()
    let connection = try Connection(bench.folder.database)
    try connection.migrate(
      component: SQLiteJobStore.component, Array(SQLiteJobStore.steps.prefix(1)))
    try connection.run("UPDATE schema_version SET compatible_since = 1")
    let processes = try (0..<8).map { number in
      try bench.start("enqueue", ["first": number * 10, "count": 3])
    }
    for process in processes {
      let result = try process.wait()
      #expect(result.status == 0, "\(result.errors)")
    }
    let store = try bench.folder.open()
    #expect(try await store.counts() == [.available: 24])
    let version = try await store.read { try $0.version(of: SQLiteJobStore.component) }
    #expect(version == SQLiteJobStore.steps.count)
  }
}
