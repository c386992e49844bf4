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

  private static let longestSleep = SystemTimer.longest
  private static let retryAfter: Duration = .seconds(30)
  /// A busy store changes thousands of times a second; once in this time it is looked at.
  private static let pace: Duration = .seconds(1)

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
  /// It looks at every slot, when the clock is set, when the store has changed, and once a minute. A
  /// store that is unavailable for a while is an event and is tried again; what it misses meanwhile
  /// is caught up with as each schedule says. Throws its other failures, and what encoding a job
  /// throws.
  public func run() async throws {
    let mailbox = Mailbox<Signal>()
    let ticks = store.wakeups()
    async let _ = { for await _ in ticks { mailbox.post(.changed) } }()
    try await withTaskCancellationHandler {
      var view = View(schedules: schedules)
      while !Task.isCancelled {
        let start = clocks.boot()
        // By the clock as it was before: if it is set meanwhile, this is no time to wait for.
        let latest = clocks.wall() + Self.longestSleep
        let next = try await patientlySettle(&view)
        if await signal(by: min(next, latest), mailbox) == .changed {
          await pause(min(Self.pace - (clocks.boot() - start), next - clocks.wall()))
        }
      }
    } onCancel: {
      mailbox.post(.stop)
    }
  }

  /// Fires what is due now and returns the next slot of any schedule that is not paused.
  ///
  /// A schedule that is new, or whose trigger was edited, starts at this moment: nothing is caught
  /// up with.
  @discardableResult
  public func settle() async throws -> Timestamp? {
    var view = View(schedules: schedules)
    return try await settle(&view)
  }

  private enum Signal: Sendable { case time, changed, stop }

  /// What is kept from one look to the next, to save work and words.
  private struct View {
    /// By the present data of their time zones.
    var schedules: [Schedule]
    /// Those that wait for the clock to pass their cursor again.
    var held: Set<ScheduleName> = []
  }

  /// When to look again at the latest.
  private func patientlySettle(_ view: inout View) async throws -> Timestamp {
    do {
      return try await settle(&view) ?? clocks.wall() + Self.longestSleep
    } catch let error as StoreError where error.isTransient {
      events(.storeUnavailable(error))
      return clocks.wall() + Self.retryAfter
    }
  }

  private func settle(_ view: inout View) async throws -> Timestamp? {
    readZones(&view)
    let now = clocks.wall()
    let stored = Dictionary(
      uniqueKeysWithValues: try await store.schedules().map { ($0.name, $0) })
    var moves: [ScheduleMove] = []
    var next: Timestamp?
    for schedule in view.schedules {
      let move = try ScheduleMove(
        schedule, from: stored[schedule.name], now: now, bootID: clocks.bootID)
      moves.append(move)
      if !move.isPaused, let slot = move.schedule.trigger.next(after: move.cursor) {
        next = min(next ?? slot, slot)
      }
    }
    let mutations = moves.flatMap(\.mutations)
    var results = mutations.isEmpty ? [] : try await store.apply(mutations)[...]
    for move in moves {
      for event in move.events(results.prefix(move.mutations.count)) { events(event) }
      results = results.dropFirst(move.mutations.count)
      tellOfHold(move, &view)
    }
    return next
  }

  /// Goes on with the system's time zones as they are now; the cursors stay.
  private func readZones(_ view: inout View) {
    for (index, schedule) in view.schedules.enumerated() {
      do throws(TimeZoneError) {
        guard let trigger = try schedule.trigger.reloaded() else { continue }
        view.schedules[index] = schedule.with(trigger)
      } catch {
        events(.zoneUnreadable(schedule.name, error))
      }
    }
  }

  private func tellOfHold(_ move: ScheduleMove, _ view: inout View) {
    let name = move.schedule.name
    guard move.clock == .held else {
      view.held.remove(name)
      return
    }
    if view.held.insert(name).inserted { events(.clockHeld(name, until: move.cursor)) }
  }

  /// What there is first: a change of the store, or that the time has come.
  private func signal(by time: Timestamp, _ mailbox: Mailbox<Signal>) async -> Signal {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await clocks.sleepUntil(time)
          mailbox.post(.time)
        } catch {
          // Cancelled: something else came first.
        }
      }
      let signals = await mailbox.take()
      group.cancelAll()
      return signals.contains(.changed) ? .changed : .time
    }
  }

  private func pause(_ time: Duration) async {
    guard time > .zero else { return }
    do {
      try await clocks.sleep(time)
    } catch {
      // Cancelled: the caller's loop ends.
    }
  }
}
