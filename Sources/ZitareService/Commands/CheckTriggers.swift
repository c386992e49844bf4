import ZitareBase
import ZitareJobs

/// Checks the expressions given, or the configured schedules where there are none.
struct CheckTriggers<Services: Sendable>: Command {
  static var name: String { "check" }
  static var synopsis: String { "[EXPR…] \(TriggerOptions.synopsis)" }
  static var summary: Message { ServiceText.scheduleCheck.message }
  static var options: [OptionDescription] { TriggerOptions.descriptions }

  private let expressions: [String]
  private let options: TriggerOptions

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try TriggerOptions(&arguments)
    expressions = try arguments.rest("EXPR")
  }

  func run(in app: App<Services>) async throws {
    guard !expressions.isEmpty else { return try checkSchedules(in: app) }
    let zone = try options.rules()
    var wrong = 0
    for expression in expressions {
      do {
        let trigger = try options.trigger(expression, in: zone, now: app.now())
        try show(trigger, expression, in: app)
      } catch let error as CronError {
        wrong += 1
        try show(error, in: app)
      }
    }
    if wrong > 0 { throw CommandFailure(.badData) }
  }

  private func checkSchedules(in app: App<Services>) throws {
    for schedule in try app.service.schedules(app.configuration) {
      try show(schedule.trigger, schedule.trigger.description, in: app, name: schedule.name)
    }
  }

  private func show(
    _ trigger: Schedule.Trigger, _ expression: String, in app: App<Services>,
    name: ScheduleName? = nil
  ) throws {
    let line = TriggerLine(expression, trigger, now: app.now())
    if app.wantsJSON { return try app.console.json(Verdict(line, name)) }
    let next = trigger.next(after: app.now())
      .map { $0.iso8601(offsetSeconds: trigger.zone.offset(at: $0)) }
    app.console.line((name.map { "\($0) " } ?? "") + "\(trigger): \(next ?? "-")")
    for warning in line.warnings { app.console.line("  \(warning.text)") }
  }

  private func show(_ error: CronError, in app: App<Services>) throws {
    if app.wantsJSON { return try app.console.json(Verdict(error)) }
    app.console.note("\(error)")
  }
}

/// What `--json` prints of each: the explanation of a right expression, the error of a wrong one.
private struct Verdict: Encodable {
  struct Fault: Encodable {
    let field: String
    let token: String
    /// The characters before the token.
    let offset: Int
    let reason: String
  }

  let name: String?
  let expression: String
  let explanation: TriggerLine?
  let error: Fault?

  init(_ line: TriggerLine, _ name: ScheduleName?) {
    self.name = name?.rawValue
    expression = line.expression
    explanation = line
    error = nil
  }

  init(_ error: CronError) {
    name = nil
    expression = error.expression
    explanation = nil
    self.error = Fault(
      field: error.field.rawValue, token: error.token, offset: error.offset, reason: error.reason)
  }
}
