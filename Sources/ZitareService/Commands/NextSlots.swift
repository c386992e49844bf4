import ZitareBase
import ZitareJobs

struct NextSlots<Services: Sendable>: Command {
  static var name: String { "next" }
  static var synopsis: String {
    "EXPR \(TriggerOptions.synopsis) [--from INSTANT] [--until INSTANT] [--prev] [--count N]"
  }
  static var summary: Message { ServiceText.scheduleNext.message }
  static var options: [OptionDescription] {
    TriggerOptions.descriptions + [
      OptionDescription("--from INSTANT", ServiceText.scheduleFrom.message),
      OptionDescription("--until INSTANT", ServiceText.scheduleUntil.message),
      OptionDescription("--prev", ServiceText.schedulePrevious.message),
      OptionDescription("--count N", ServiceText.scheduleCount.message),
    ]
  }

  private let expression: String
  private let options: TriggerOptions
  private let start: Timestamp?
  private let end: Timestamp?
  private let isBackwards: Bool
  private let count: Int

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try TriggerOptions(&arguments)
    start = try arguments.option("--from")
    end = try arguments.option("--until")
    isBackwards = try arguments.flag("--prev")
    let count: Count? = try arguments.option("--count", "-n")
    self.count = count?.number ?? (end == nil ? 5 : Count.largest)
    expression = try arguments.positional("EXPR")
  }

  func run(in app: App<Services>) async throws {
    let trigger = try options.required(expression, now: app.now())
    let slots = slots(of: trigger, from: start ?? app.now())
    if app.wantsJSON { return try app.console.json(slots.map(\.iso8601)) }
    for slot in slots { app.console.line(trigger.line(for: slot)) }
  }

  /// Up to and including `--until`, forwards or backwards.
  private func slots(of trigger: Schedule.Trigger, from start: Timestamp) -> [Timestamp] {
    var time = start
    var slots: [Timestamp] = []
    while slots.count < count,
      let next = isBackwards ? trigger.previous(before: time) : trigger.next(after: time)
    {
      if let end, isBackwards ? next < end : next > end { break }
      slots.append(next)
      time = next
    }
    return slots
  }
}

extension Schedule.Trigger {
  /// A slot as the clocks of its zone show it, in UTC, and what is special about it.
  fileprivate func line(for slot: Timestamp) -> String {
    let local = slot.iso8601(offsetSeconds: zone.offset(at: slot))
    let mark = mark(of: slot).map { " \($0)" } ?? ""
    return "\(local) \(slot.iso8601)\(mark)"
  }
}
