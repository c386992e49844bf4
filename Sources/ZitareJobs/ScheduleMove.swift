internal import ZitareBase

/// What one look at the clock comes to for one schedule.
struct ScheduleMove {
  /// With its intervals counted from where the store says.
  let schedule: Schedule
  let cursor: Timestamp
  let isPaused: Bool
  /// A `fire` for each slot, then the cursor; none where nothing has changed.
  private(set) var mutations: [Mutation] = []
  private(set) var clock: ScheduleStep.ClockChange?
  private var slots: [Timestamp] = []
  private var missed = 0
  private let isNew: Bool

  init(
    _ schedule: Schedule, from place: StoredSchedule?, now: Timestamp, bootID: String
  ) throws {
    isPaused = place?.isPaused ?? false
    let definition = schedule.trigger.description
    guard let place, place.definition == definition else {
      // New or edited: it begins here, and nothing is caught up with.
      let anchor = Timestamp(seconds: now.seconds)
      isNew = true
      self.schedule = schedule.with(schedule.trigger.anchored(at: anchor))
      cursor = now
      mutations = [
        .saveCursor(
          schedule: schedule.name, definition: definition, cursor: now, anchor: anchor,
          boot: bootID)
      ]
      return
    }
    isNew = false
    self.schedule = schedule.with(schedule.trigger.anchored(at: place.anchor))
    guard !isPaused else {
      cursor = place.cursor  // resuming moves it
      return
    }
    var boot: String?
    if case .reboot = schedule.trigger {
      cursor = now
      if place.boot != bootID { boot = bootID }
      // Without one it was new or paused when the machine started.
      if boot != nil && place.boot != nil { slots = [now] }
    } else {
      let step = ScheduleStep(
        self.schedule.trigger, schedule.catchUp, cursor: place.cursor, now: now)
      (cursor, slots, missed, clock) = (step.cursor, step.slots, step.missed, step.clock)
    }
    // Where nothing was due the stored cursor is as good as a later one, and the disk sleeps on.
    guard !slots.isEmpty || missed > 0 || clock == .reset || boot != nil else { return }
    // Each moves the cursor up to itself only: were those that follow lost, they'd be due again.
    mutations = try slots.map { slot in
      .fire(
        schedule: schedule.name, slot: slot, cursor: slot,
        job: try self.schedule.job(of: slot, at: now), overlap: schedule.overlap, boot: boot)
    }
    mutations.append(
      .saveCursor(
        schedule: schedule.name, definition: definition, cursor: cursor, missed: missed,
        boot: boot))
  }

  /// What there is to tell, by what became of the mutations.
  func events(_ results: ArraySlice<MutationResult>) -> [JobEvent] {
    let name = schedule.name
    if isNew, case .at(let slot) = schedule.trigger, slot <= cursor {
      return [.tooLate(name, slot: slot)]
    }
    var events = zip(slots, results).map { slot, result -> JobEvent in
      switch result {
      case .enqueued(let id), .replaced(let id): .fired(name, slot: slot, id)
      case .skipped(let reason, let id): .skipped(name, slot: slot, reason, id)
      default: .suppressed(name, slot: slot)
      }
    }
    if missed > 0 { events.append(.missed(name, count: missed)) }
    if clock == .reset { events.append(.clockReset(name, to: cursor)) }
    return events
  }
}
