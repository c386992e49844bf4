import ZitareBase
import ZitareJobs

struct ExplainTrigger<Services: Sendable>: Command {
  static var name: String { "explain" }
  static var synopsis: String { "EXPR \(TriggerOptions.synopsis)" }
  static var summary: Message { ServiceText.scheduleExplain.message }
  static var options: [OptionDescription] { TriggerOptions.descriptions }

  private let expression: String
  private let options: TriggerOptions

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try TriggerOptions(&arguments)
    expression = try arguments.positional("EXPR")
  }

  func run(in app: App<Services>) async throws {
    let trigger = try options.required(expression, now: app.now())
    let line = TriggerLine(expression, trigger, now: app.now())
    if app.wantsJSON { return try app.console.json(line) }
    app.console.line(line.words)
    if let clockChanges = line.clockChanges { app.console.line(clockChanges) }
    for warning in line.warnings { app.console.line(warning.text) }
  }
}

/// A trigger with what can be said about it, as `--json` prints it.
struct TriggerLine: Encodable {
  struct Warning: Encodable {
    let code: String
    let reason: String

    var text: String { "\(code): \(reason)" }
  }

  let expression: String
  let zone: String
  let words: String
  let clockChanges: String?
  let warnings: [Warning]
  /// In UTC.
  let next: String?

  init(_ expression: String, _ trigger: Schedule.Trigger, now: Timestamp) {
    let explanation = TriggerExplanation(trigger, now: now)
    self.expression = expression
    zone = trigger.zone.identifier
    words = explanation.words
    clockChanges = explanation.clockChanges
    warnings = explanation.warnings.map { Warning(code: $0.code.rawValue, reason: $0.reason) }
    next = trigger.next(after: now)?.iso8601
  }
}
