public import ZitareBase

/// Fires schedules: enqueues the job of each slot exactly once, whoever else runs a scheduler on the
/// same store.
///
/// It keeps no state of its own. The store holds for each schedule up to when its slots are settled,
/// and moves that mark in the transaction that enqueues.
public struct Scheduler: Sendable {
  private let schedules: [Schedule]
  private let store: any JobStore
  private let clocks: Clocks
  private let events: @Sendable (JobEvent) -> Void

  /// Sleeping is measured in running time: after a suspension, or when the clock is set, a slot
  /// fires at most this late.
  private static let longestSleep: Duration = .seconds(30)

  /// The names of the schedules must differ.
  public init(
    _ schedules: [Schedule], store: any JobStore, clocks: Clocks = .system,
    events: @escaping @Sendable (JobEvent) -> Void = { _ in }
  ) {
    precondition(
      Set(schedules.map(\.name)).count == schedules.count, "two schedules have the same name")
    self.schedules = schedules
    self.store = store
    self.clocks = clocks
    self.events = events
  }

  /// Fires slots as they come due until its task is cancelled.
  ///
  /// A store that is unavailable for a while is an event and is tried again; what it misses
  /// meanwhile is caught up with as each schedule says. Throws its other failures, and what encoding
  /// a job throws.
  public func run() async throws {
    while !Task.isCancelled {
      var next: Timestamp?
      do {
        next = try await settle()
      } catch let error as StoreError where error.isTransient {
        events(.storeUnavailable(error))
      }
      let wait = next.map { $0 - clocks.wall() } ?? Self.longestSleep
      do {
        try await clocks.sleep(max(.milliseconds(1), min(wait, Self.longestSleep)))
      } catch is CancellationError {
        return
      }
    }
  }

  /// Fires what is due now and returns the next slot of any schedule that is not paused.
  ///
  /// A schedule that is new, or whose trigger was edited, starts at this moment: nothing is caught
  /// up with.
  @discardableResult
  public func settle() async throws -> Timestamp? {
    let now = clocks.wall()
    let stored = Dictionary(
      uniqueKeysWithValues: try await store.schedules().map { ($0.name, $0) })
    var moves: [Move] = []
    var next: Timestamp?
    for schedule in schedules {
      let move = try Move(schedule, from: stored[schedule.name], now: now)
      moves.append(move)
      if !move.isPaused, let slot = schedule.trigger.next(after: move.cursor) {
        next = min(next ?? slot, slot)
      }
    }
    let mutations = moves.flatMap(\.mutations)
    guard !mutations.isEmpty else { return next }
    var results = try await store.apply(mutations)[...]
    for move in moves {
      for event in move.events(results.prefix(move.mutations.count)) { events(event) }
      results = results.dropFirst(move.mutations.count)
    }
    return next
  }
}

/// What one look at the clock comes to for one schedule.
private struct Move {
  let cursor: Timestamp
  let isPaused: Bool
  /// A `fire` for each slot, then the cursor; none where nothing has changed.
  private(set) var mutations: [Mutation] = []
  private let schedule: Schedule
  private let step: ScheduleStep?

  init(_ schedule: Schedule, from place: StoredSchedule?, now: Timestamp) throws {
    self.schedule = schedule
    isPaused = place?.isPaused ?? false
    let definition = schedule.trigger.description
    if let place, place.definition == definition {
      let step = ScheduleStep(schedule.trigger, schedule.catchUp, cursor: place.cursor, now: now)
      self.step = step
      cursor = step.cursor
      // Where nothing was due the stored cursor is as good as a later one, and the disk sleeps on.
      if step.slots.isEmpty && step.missed == 0 && step.clock != .reset { return }
    } else {
      step = nil
      cursor = now
    }
    // Slots of a paused schedule are settled without a trace: a pause is no downtime.
    if let step, !isPaused {
      // Each moves the cursor up to itself only: were those that follow lost, they'd be due again.
      for slot in step.slots {
        let job = try schedule.job(of: slot, at: now)
        mutations.append(.fire(schedule: schedule.name, slot: slot, cursor: slot, job: job))
      }
    }
    mutations.append(
      .saveCursor(schedule: schedule.name, definition: definition, cursor: cursor))
  }

  func events(_ results: ArraySlice<MutationResult>) -> [JobEvent] {
    guard let step, !isPaused else { return [] }
    var events = zip(step.slots, results).map { slot, result -> JobEvent in
      if case .enqueued(let id) = result { return .fired(schedule.name, slot: slot, id) }
      return .suppressed(schedule.name, slot: slot)
    }
    if step.missed > 0 { events.append(.missed(schedule.name, count: step.missed)) }
    if step.clock == .reset { events.append(.clockReset(schedule.name, to: step.cursor)) }
    return events
  }
}
