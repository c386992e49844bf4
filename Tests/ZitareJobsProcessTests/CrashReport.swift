import CrashJobs
import FoundationEssentials
import Testing
import ZitareBase
import ZitareJobs
import ZitareSQLite

/// The ids that enqueueing returned, by the numbers of the plan.
final class IDs: Sendable {
  private let ids = Mutex<[Int: JobID]>([:])
  func add(_ id: JobID, _ number: Int) { ids.withLock { $0[number] = id } }
  var all: [Int: JobID] { ids.withLock { $0 } }
}

/// What a crash test has left behind, and whether it is right.
struct CrashReport {
  private let plan: CrashPlan
  private let ids: [Int: JobID]
  private let records: [JobID: JobRecord]
  /// The runs of each job in the order of their claims.
  private let runs: [JobID: [Run]]
  /// The jobs by their numbers; of twins several may have one.
  private let numbered: [Int: [JobID]]
  private let problems: [String]
  private let added: [(id: JobID, number: Int)]

  /// One run, as far as it counts.
  ///
  /// A process that was stopped beyond its lease may go on with a job that another has claimed
  /// anew. The fence refuses its outcome, so a run in it counts up to the stop only.
  private struct Run {
    let claim: Int64
    let process: Int32
    let begin: Duration
    let end: Duration
    /// Whether its process was killed or stopped after it had begun.
    let isHarmed: Bool
  }

  init(
    _ bench: CrashBench, _ store: SQLiteJobStore, _ plan: CrashPlan, _ ids: [Int: JobID],
    kills: [Harm] = [], stops: [Harm] = []
  ) async throws {
    self.plan = plan
    self.ids = ids
    let all = try await store.jobs(JobQuery(limit: .max))
    records = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    let effects = try bench.effects.effects()
    // Other threads of a process may go on for a moment when one has ordered its end.
    let killings = effects.filter { $0.step == .killing }
      .map { Harm(process: $0.process, start: $0.time, end: $0.time + .seconds(5)) }
    let harms = Dictionary(grouping: kills + stops + killings, by: \.process)
    let stops = Dictionary(grouping: stops, by: \.process)
    runs = Dictionary(grouping: effects, by: \.job).mapValues {
      Self.withoutOvertaken(Self.runs($0, harms), stops)
    }
    numbered = Dictionary(
      grouping: try all.map { (try Self.number(of: $0), $0.id) }, by: \.0
    ).mapValues { $0.map(\.1) }
    problems = try await store.read { connection in
      try connection.rows("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
        + connection.rows("PRAGMA foreign_key_check") { $0.text(0) }
    }
    added = try bench.added()
  }

  private static func runs(_ effects: [Effect], _ harms: [Int32: [Harm]]) -> [Run] {
    effects.filter { $0.step == .begun }.map { begun in
      let ended = effects.first { $0.step == .ended && $0.claim == begun.claim }
      let harm = harms[begun.process]?.filter { $0.end >= begun.time }.min { $0.start < $1.start }
      let end = [ended?.time, harm?.start].compactMap { $0 }.min()
      return Run(
        claim: begun.claim, process: begun.process, begin: begun.time,
        end: max(begun.time, end ?? begun.time), isHarmed: harm != nil)
    }.sorted { $0.claim < $1.claim }
  }

  /// Leaves out the runs that began when a later one had begun, in a process that was stopped
  /// meanwhile: it had no claim any more, and the fence refuses its outcome.
  private static func withoutOvertaken(_ runs: [Run], _ stops: [Int32: [Harm]]) -> [Run] {
    runs.enumerated().filter { index, run in
      guard let next = runs.dropFirst(index + 1).first(where: { $0.begin < run.begin }),
        let stops = stops[run.process]
      else { return true }
      return !stops.contains { $0.start < next.begin }
    }.map(\.element)
  }

  private static func number(of record: JobRecord) throws -> Int {
    try JSONDecoder().decode(CrashJob.self, from: Data(record.parameters)).number
  }

  func check() {
    #expect(problems == [])
    checkStates()
    checkRepeats()
    for (key, numbers) in plan.keyed {
      #expect(widest(numbers) <= CrashPlan.width, "of \(key)")
    }
    for (key, numbers) in plan.twins { #expect(widest(numbers) <= 1, "of \(key)") }
    checkOrder()
    checkFollowers()
    checkRate()
  }

  private func checkStates() {
    for (number, id) in ids {
      guard let record = records[id] else {
        Issue.record("job \(id), number \(number), was acknowledged and is lost")
        continue
      }
      if plan.poison.contains(number) {
        #expect(record.state == .dead && record.reason == "the worker died")
        #expect(record.attempt == 3 && record.maxAttempts == 3)
        // Another's death may take it along before it has begun, and while it is held ready and its
        // start is not recorded, its own costs no attempt, until it has been claimed five times.
        #expect((1...8).contains(runs[id]?.count ?? 0))
      } else {
        #expect(record.state == .completed, "job \(id), number \(number): \(record)")
        #expect(runs[id]?.isEmpty == false)
      }
    }
    for (id, number) in added {
      #expect(records[id]?.state == .completed, "job \(id), number \(number), was acknowledged")
    }
  }

  /// Every run but the last was in a process that came to harm, and no two have the same claim.
  private func checkRepeats() {
    for (id, runs) in runs {
      for run in runs.dropLast() {
        #expect(
          run.isHarmed, "job \(id) was repeated though \(run.process) was let alone")
      }
      for (run, next) in zip(runs, runs.dropFirst()) {
        #expect(run.claim < next.claim, "job \(id) ran twice under one claim")
        #expect(run.end <= next.begin, "job \(id) had two live claims")
      }
    }
  }

  /// How many of these jobs ran at once at most.
  private func widest(_ numbers: [Int]) -> Int {
    let spans = Set(numbers.flatMap { numbered[$0] ?? [] }).flatMap { runs[$0] ?? [] }
      .filter { $0.begin < $0.end }
    // At one instant ends come before begins.
    let edges = spans.flatMap { [($0.begin, 1), ($0.end, -1)] }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    var (running, widest) = (0, 0)
    for (_, change) in edges {
      running += change
      widest = max(widest, running)
    }
    return widest
  }

  /// What waits for others begins after their ends.
  private func checkOrder() {
    var last: Int?
    for step in plan.steps {
      switch step {
      case .job(_, let number): last = number
      case .dependent(_, let number): if let last { expect(number, after: [last]) }
      case .batch(_, let numbers, let completion): expect(completion, after: numbers)
      }
    }
  }

  private func expect(_ number: Int, after numbers: [Int]) {
    guard let begin = ids[number].flatMap({ runs[$0]?.first?.begin }) else {
      Issue.record("job number \(number) has not run")
      return
    }
    for earlier in numbers {
      let end = ids[earlier].flatMap { runs[$0]?.last?.end }
      #expect(end.map { $0 <= begin } ?? false, "number \(number) began before \(earlier) ended")
    }
  }

  /// Each leader has brought about one follower.
  private func checkFollowers() {
    for (leader, follower) in plan.followers {
      #expect(numbered[follower]?.count == 1, "the follower of number \(leader)")
    }
  }

  /// In any second no more of the rated jobs were claimed for their last run than may be.
  private func checkRate() {
    let starts = plan.rated.compactMap { ids[$0] }.compactMap { records[$0]?.claimedAt }.sorted()
    let most = CrashPlan.rate.count + CrashPlan.rate.burst
    for (start, later) in zip(starts, starts.dropFirst(most)) {
      #expect(later - start >= .seconds(1))
    }
  }
}

extension CrashBench {
  /// The jobs that processes have added, as they said once they knew.
  func added() throws -> [(id: JobID, number: Int)] {
    String(decoding: try Files.read(effects.path) ?? [], as: UTF8.self).split(separator: "\n")
      .compactMap { line in
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "Q", let id = JobID(String(words[1])),
          let number = Int(words[2])
        else { return nil }
        return (id, number)
      }
  }
}
