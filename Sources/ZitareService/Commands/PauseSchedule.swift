import ZitareJobs

struct PauseSchedule<Services: Sendable>: Command {
  static var name: String { "pause" }
  static var synopsis: String { "NAME" }
  static var summary: Message { ServiceText.schedulePause.message }
  private let schedule: ScheduleName

  init(_ arguments: inout Arguments) throws(UsageError) {
    schedule = try arguments.positional("NAME")
  }
  func run(in app: App<Services>) async throws { try await app.pause(schedule, true) }
}

struct ResumeSchedule<Services: Sendable>: Command {
  static var name: String { "resume" }
  static var synopsis: String { "NAME" }
  static var summary: Message { ServiceText.scheduleResume.message }
  private let schedule: ScheduleName

  init(_ arguments: inout Arguments) throws(UsageError) {
    schedule = try arguments.positional("NAME")
  }
  func run(in app: App<Services>) async throws { try await app.pause(schedule, false) }
}

extension App {
  /// Pauses or resumes a configured schedule and shows it as it is then.
  fileprivate func pause(_ name: ScheduleName, _ isPaused: Bool) async throws {
    let schedules = try service.schedules(configuration)
    guard let schedule = schedules.first(where: { $0.name == name }) else {
      throw unknown(JobText.unknownSchedule, name, among: Set(schedules.map(\.name)))
    }
    let store = try jobStore()
    let order = Mutation.pause(schedule: name, isPaused: isPaused)
    if try await store.apply(order) == .notFound {
      // No worker has seen it yet; it begins now, as it would with the first one.
      try await Scheduler([schedule], store: store, clocks: clocks).settle()
      _ = try await store.apply(order)
    }
    for line in try await ScheduleLine.all(in: self) where line.name == name.rawValue {
      try line.print(in: self)
    }
  }
}
