import ZitareBase
import ZitareJobs

/// Turns the events of workers and schedulers into log lines, a progress bar and counts.
final class EventReporter: Sendable {
  /// Whether people watch one command, or operators a service.
  enum Audience: Sendable { case person, operators }

  private let audience: Audience
  private let log: Log
  private let console: Console
  private let language: Language
  private let bar: ProgressBar?
  private let counts = Mutex(JobEnding())
  private let said = Mutex<Set<String>>([])

  init<Services>(_ app: App<Services>, for audience: Audience) {
    self.audience = audience
    log = app.log
    console = app.console
    language = app.language
    bar =
      audience == .person && !app.isQuiet
      ? ProgressBar(console: app.console, language: app.language) : nil
  }

  var ending: JobEnding { counts.withLock { $0 } }

  func finish() { bar?.finish() }

  func report(_ event: JobEvent) {
    counts.withLock { $0.count(event) }
    if case .progress(_, let progress) = event { show(progress) }
    switch audience {
    case .operators: write(event)
    case .person: tell(event)
    }
  }

  func show(_ progress: JobProgress) {
    bar?.update(stage: progress.stage, done: progress.done, total: progress.total)
  }

  /// Says what went wrong with a job that another process ran.
  func report(_ record: JobRecord) {
    counts.withLock { $0.count(record) }
    let reason = record.reason ?? record.condition.map { "\($0)" } ?? ""
    switch record.state {
    case .dead: tellDead(record.kind, reason)
    case .scheduled: tellRetrying(record.kind, at: record.runAt, reason)
    case .cancelled: tellCancelled(record.kind, reason)
    case .blocked: tellBlocked(record.kind, reason)
    case .completed, .available, .running: break
    }
  }

  private func tell(_ event: JobEvent) {
    switch event {
    case .dead(let job, let error): tellDead(job.kind, error)
    case .retrying(let job, let time, let error): tellRetrying(job.kind, at: time, error)
    case .cancelled(let job, let reason): tellCancelled(job.kind, reason)
    case .blocked(let job, let condition): tellBlocked(job.kind, "\(condition)")
    case .unreadable, .leaseLost, .storeUnavailable, .tooLate, .clockReset, .zoneUnreadable,
      .rescued, .stuck:
      write(event)
    case .started, .progress, .completed, .cutOff, .snoozed, .released, .fired, .suppressed,
      .skipped, .missed, .clockHeld, .draining:
      break
    }
  }

  private func tellDead(_ kind: JobKind, _ error: String) {
    tell(.jobDead, ["kind": "\(kind)", "error": error])
  }
  private func tellRetrying(_ kind: JobKind, at time: Timestamp, _ error: String) {
    tell(.jobRetrying, ["kind": "\(kind)", "error": error, "time": time.iso8601])
  }
  private func tellCancelled(_ kind: JobKind, _ reason: String) {
    tell(.jobCancelled, ["kind": "\(kind)", "error": reason])
  }
  private func tellBlocked(_ kind: JobKind, _ condition: String) {
    tell(.jobBlocked, ["kind": "\(kind)", "error": condition])
  }

  /// A command may run a job several times; what is the same each time is said once.
  private func tell(_ text: ServiceText, _ places: KeyValuePairs<String, String>) {
    let line = text.text(in: language, places)
    if said.withLock({ $0.insert(line).inserted }) { console.note(line) }
  }

  private func write(_ event: JobEvent) {
    switch event {
    case .started(let job, let attempt):
      log.debug("job started", fields(job) + [("attempt", "\(attempt)")])
    case .progress(let job, let progress):
      log.debug(
        "job progress", fields(job) + [("stage", progress.stage), ("done", "\(progress.done)")])
    case .completed(let job, let time):
      log.info("job completed", fields(job) + [("after", time.text)])
    case .retrying(let job, let time, let error):
      log.warning(
        "job will be tried again", fields(job) + [("at", time.iso8601), ("error", error)])
    case .dead(let job, let error): log.error("job died", fields(job) + [("error", error)])
    case .cutOff(let job): log.debug("job waits for a network", fields(job))
    case .stuck(let job): log.warning("job ignores its timeout", fields(job))
    case .snoozed(let job, let time):
      log.info("job snoozed", fields(job) + [("until", time.iso8601)])
    case .cancelled(let job, let reason):
      log.notice("job cancelled", fields(job) + [("reason", reason)])
    case .blocked(let job, let condition):
      log.notice("job waits", fields(job) + [("condition", "\(condition)")])
    case .unreadable(let job, let error):
      log.error("job cannot be read and stays", fields(job) + [("error", error)])
    case .released(let job): log.info("job released", fields(job))
    case .leaseLost(let job): log.warning("job had passed to another worker", fields(job))
    case .rescued(let job, let state):
      log.warning("job taken back from a dead worker", fields(job) + [("state", "\(state)")])
    case .fired(let schedule, let slot, let id):
      log.info(
        "schedule fired",
        [("schedule", "\(schedule)"), ("slot", slot.iso8601), ("job", "\(id)")])
    case .suppressed(let schedule, let slot):
      log.debug("schedule suppressed", [("schedule", "\(schedule)"), ("slot", slot.iso8601)])
    case .skipped(let schedule, let slot, let reason, let id):
      log.notice(
        "schedule skipped a slot",
        [
          ("schedule", "\(schedule)"), ("slot", slot.iso8601), ("reason", "\(reason)"),
          ("job", "\(id)"),
        ])
    case .tooLate(let schedule, let slot):
      log.error(
        "schedule was new when its time had passed; write a time to come",
        [("schedule", "\(schedule)"), ("slot", slot.iso8601)])
    case .missed(let schedule, let count):
      log.notice("schedule missed slots", [("schedule", "\(schedule)"), ("count", "\(count)")])
    case .clockHeld(let schedule, let time):
      log.warning(
        "clock was put back, schedule waits",
        [("schedule", "\(schedule)"), ("until", time.iso8601)])
    case .zoneUnreadable(let schedule, let error):
      log.warning(
        "time zone stays as it was", [("schedule", "\(schedule)"), ("error", "\(error)")])
    case .clockReset(let schedule, let time):
      log.warning(
        "clock was put back", [("schedule", "\(schedule)"), ("to", time.iso8601)])
    case .storeUnavailable(let error):
      log.warning("job store is not available", [("error", "\(error)")])
    case .draining(let running): log.notice("draining", [("running", "\(running)")])
    }
  }

  private func fields(_ job: JobReference) -> [(String, String)] {
    [("kind", "\(job.kind)"), ("job", "\(job.id)")]
  }
}
