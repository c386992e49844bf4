import TestSupport
import ZitareBase
import ZitareJobs
import ZitareSQLite

/// A store in a folder of its own, and a clock that only goes on when it is set or, running free,
/// slept by.
final class Bench: Sendable {
  let store: SQLiteJobStore
  /// Open once as many slots have fired.
  let firstSlot = Latch()
  let thirdSlot = Latch()
  /// Open once somebody has waited for the wall clock as often.
  let waited = Latch()
  let waitedAgain = Latch()
  private let folder = TemporaryFolder()
  let clocks: Clocks
  private let time: Time

  private final class Time: Sendable {
    let state: Mutex<(now: Timestamp, boot: String, waits: [Duration], events: [JobEvent])>
    init(_ now: Timestamp) { state = Mutex((now, "boot-1", [], [])) }
  }

  init(_ now: String, isRunningFree: Bool = true) throws {
    let time = Time(try instant(now))
    self.time = time
    let (waited, waitedAgain) = (waited, waitedAgain)
    clocks = Clocks(
      wall: { time.state.withLock { $0.now } }, boot: { .zero }, bootID: "boot-1",
      sleep: { duration in
        try Task.checkCancellation()
        if isRunningFree { time.state.withLock { $0.now = $0.now + duration } }
      },
      sleepUntil: { until in
        try Task.checkCancellation()
        let waits = time.state.withLock { state in
          state.waits.append(until - state.now)
          if isRunningFree { state.now = max(state.now, until) }
          return state.waits.count
        }
        waited.open()
        if waits > 1 { waitedAgain.open() }
        if !isRunningFree { try await Task.sleep(for: .seconds(86_400)) }
      })
    store = try SQLiteJobStore(
      path: folder.appending("jobs.sqlite"), runtimeFolder: folder.path, durability: .normal,
      clocks: clocks)
  }

  /// Another process's way to the same store.
  func anotherStore() throws -> SQLiteJobStore {
    try SQLiteJobStore(
      path: folder.appending("jobs.sqlite"), runtimeFolder: folder.path, durability: .normal,
      clocks: clocks)
  }

  func set(_ now: String) {
    guard let now = Timestamp(iso8601: now) else { return }
    time.state.withLock { $0.now = now }
  }

  func set(_ now: Timestamp) { time.state.withLock { $0.now = now } }

  var now: Timestamp { clocks.wall() }
  var events: [JobEvent] { time.state.withLock { $0.events } }
  var waits: [Duration] { time.state.withLock { $0.waits } }

  func forgetEvents() { time.state.withLock { $0.events = [] } }

  /// The slots that fired, in order.
  var fired: [String] {
    events.compactMap { if case .fired(_, let slot, _) = $0 { slot.iso8601 } else { nil } }
  }

  /// When each job in the store is due, oldest job first.
  func dueTimes() async throws -> [String] {
    try await store.jobs(JobQuery(limit: 10_000)).reversed().map(\.runAt.iso8601)
  }

  /// The states of all jobs, oldest job first.
  func states() async throws -> [JobState] {
    try await store.jobs(JobQuery(limit: 10_000)).reversed().map(\.state)
  }

  func schedule(
    _ expression: String, catchUp: Schedule.CatchUp = .once, overlap: Schedule.Overlap? = .allow,
    jitter: Schedule.Jitter = .none, name: ScheduleName = "test", isUnique: Bool = false
  ) throws -> Schedule {
    Schedule(
      name, trigger: try Schedule.Trigger(expression, anchor: Timestamp(seconds: 0)),
      catchUp: catchUp, overlap: overlap, jitter: jitter
    ) {
      ScriptedJob(key: isUnique ? "only" : nil)
    }
  }

  func scheduler(
    _ schedule: Schedule, store: (any JobStore)? = nil, bootID: String = "boot-1"
  ) -> Scheduler {
    var clocks = clocks
    clocks.bootID = bootID
    return Scheduler([schedule], store: store ?? self.store, clocks: clocks) { event in
      self.time.state.withLock { $0.events.append(event) }
      if self.fired.count >= 1 { self.firstSlot.open() }
      if self.fired.count >= 3 { self.thirdSlot.open() }
    }
  }

  func scheduler(
    _ expression: String, catchUp: Schedule.CatchUp = .once,
    overlap: Schedule.Overlap? = .allow, bootID: String = "boot-1"
  ) throws -> Scheduler {
    scheduler(try schedule(expression, catchUp: catchUp, overlap: overlap), bootID: bootID)
  }
}
