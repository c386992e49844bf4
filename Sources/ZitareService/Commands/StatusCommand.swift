import ZitareJobs

/// Shows how the program does: workers, jobs, schedules and its own checks.
public struct StatusCommand<Services: Sendable>: Command {
  public static var name: String { "status" }
  public static var summary: Message { ServiceText.statusSummary.message }

  /// What `--json` prints, on one line.
  struct Report: Encodable {
    struct CheckLine: Encodable {
      let name: String
      let level: Finding.Level
      let text: String
      let facts: [String: Finding.Fact]
    }

    let program: String
    /// The process ids of the workers that live.
    let workers: [Int32]
    /// How many jobs are in each state.
    let jobs: [String: Int]
    /// The kinds of unfinished jobs that this program does not know.
    let unknownKinds: [String]
    /// The kinds of jobs whose parameters it cannot read.
    let unreadableKinds: [String]
    let pausedQueues: [String]
    /// The limits that hold jobs back.
    let limits: [LimitLine]
    let schedules: [ScheduleLine]
    let checks: [CheckLine]
  }

  public init(_ arguments: inout Arguments) throws(UsageError) {}

  public func run(in app: App<Services>) async throws {
    let report = try await report(on: app.wantsJSON ? app.speaking(.english) : app)
    if app.wantsJSON { return try app.console.json(report) }
    let workers = report.workers.map(String.init).joined(separator: ", ")
    app.console.line(
      workers.isEmpty
        ? app.text(ServiceText.statusNoWorker)
        : app.text(ServiceText.statusWorkers, ["processes": workers]))
    let jobs = JobState.allCases.compactMap { state in
      report.jobs["\(state)"].map { "\($0) \(app.text(state))" }
    }
    app.console.line(
      app.text(
        ServiceText.statusJobs, ["counts": jobs.isEmpty ? "0" : jobs.joined(separator: ", ")]))
    let unserved = [
      (ServiceText.statusUnknown, report.unknownKinds),
      (ServiceText.statusUnreadable, report.unreadableKinds),
    ]
    for (text, kinds) in unserved where !kinds.isEmpty {
      app.console.line(app.text(text, ["kinds": kinds.joined(separator: ", ")]))
    }
    if !report.pausedQueues.isEmpty {
      let queues = report.pausedQueues.joined(separator: ", ")
      app.console.line(app.text(JobText.statusPaused, ["queues": queues]))
    }
    for limit in report.limits {
      app.console.line(
        app.text(JobText.statusLimit, ["name": limit.name, "count": "\(limit.waiting)"]))
    }
    for schedule in report.schedules {
      app.console.line(
        schedule.isPaused
          ? "\(schedule.name): \(app.text(ServiceText.schedulePaused))"
          : app.text(
            ServiceText.statusSchedule, ["name": schedule.name, "time": schedule.next ?? "-"]))
    }
    for (check, asked) in zip(report.checks, app.service.checks) {
      let mark = check.level == .fine ? "" : "\(app.text(check.level)): "
      app.console.line("\(asked.title.text(in: app.language)): \(mark)\(check.text)")
    }
  }

  private func report(on app: App<Services>) async throws -> Report {
    let store = try app.jobStoreIfPresent()
    let counts = try await store?.counts() ?? [:]
    let unknown = try await store?.unknownKinds(besides: app.service.registry.kinds) ?? [:]
    let unreadable = try await store?.unreadableKinds() ?? [:]
    var checks: [Report.CheckLine] = []
    for check in app.service.checks {
      let finding: Finding
      do {
        finding = try await check.run(app)
      } catch {
        // One check that fails must not hide the others.
        finding = Finding(.failed, "\(error)")
      }
      checks.append(
        Report.CheckLine(
          name: check.name, level: finding.level, text: finding.text, facts: finding.facts))
    }
    return Report(
      program: app.service.name,
      workers: try LiveWorkers.processes(in: app.workersFolder),
      jobs: Dictionary(uniqueKeysWithValues: counts.map { ("\($0.key)", $0.value) }),
      unknownKinds: unknown.keys.map(\.rawValue).sorted(),
      unreadableKinds: unreadable.keys.map(\.rawValue).sorted(),
      pausedQueues: try await QueueLine.all(in: app).filter(\.isPaused).map(\.name),
      limits: try await LimitLine.all(in: app).filter { $0.of == .key && $0.waiting > 0 },
      schedules: try await ScheduleLine.all(in: app), checks: checks)
  }
}
