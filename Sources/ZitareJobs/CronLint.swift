internal import ZitareBase

/// Finds what is hardly meant in a cron expression.
struct CronLint {
  let expression: CronExpression
  let zone: TimeZoneRules
  let now: Timestamp
  /// The items of each field as they were written.
  let fields: [Field]

  struct Field {
    let field: CronField
    let items: [CronItem]
    let startsWithStar: Bool
  }

  init(_ expression: CronExpression, _ zone: TimeZoneRules, _ now: Timestamp) {
    self.expression = expression
    self.zone = zone
    self.now = now
    fields = Self.fields(of: expression)
  }

  /// Each code at most once; where it never runs, nothing else matters.
  var warnings: [CronWarning] {
    guard expression.next(after: now, in: zone) != nil else {
      return [
        CronWarning(
          code: .neverInZone,
          reason: "clocks in \(zone.identifier) leave out all of these times, so this never runs; "
            + "give another hour")
      ]
    }
    let found =
      stepWarnings + [everySecond, dayFields].compactMap { $0 } + calendar
      + [clockChange].compactMap { $0 }
    var codes: Set<CronWarning.Code> = []
    return found.filter { codes.insert($0.code).inserted }
  }

  private static func fields(of expression: CronExpression) -> [Field] {
    // What was read once is read again; `H` says nothing here, whatever name it is drawn from.
    guard var parser = try? CronParser(expression.description, name: "-"),
      let fields = try? parser.fields()
    else { preconditionFailure("\(expression) cannot be read again") }
    return fields.all.map { field, range in
      var items: [CronItem] = []
      try? parser.eachItem(of: range, in: field) { items.append($0) }
      return Field(field: field, items: items, startsWithStar: parser.startsWithStar(range))
    }
  }

  func field(_ name: CronError.Field) -> Field? { fields.first { $0.field.name == name } }

  var hasAnyDay: Bool { expression.dates.needsBoth && expression.dates.hasEveryDayOfMonth }
  var hasAnyWeekday: Bool { expression.dates.needsBoth && expression.dates.hasEveryWeekday }

  private var everySecond: CronWarning? {
    guard expression.seconds.nonzeroBitCount == 60 else { return nil }
    return CronWarning(
      code: .everySecond,
      reason: "this runs 60 times in each of its minutes; for once a minute leave out the first "
        + "field")
  }

  private var dayFields: CronWarning? {
    let dates = expression.dates
    if !dates.needsBoth {
      return CronWarning(
        code: .domDowOr,
        reason: "a day that matches either day field will do; for days that match both let one of "
          + "them start with '*', or write MON#1 for the first Monday")
    }
    if dates.hasEveryDayOfMonth || dates.hasEveryWeekday { return nil }
    return CronWarning(
      code: .domDowAnd,
      reason: "a day must match both day fields, because one of them starts with '*'")
  }
}

// MARK: - Steps

extension CronLint {
  private var stepWarnings: [CronWarning] {
    fields.flatMap { entry -> [CronWarning] in
      // A day field does not decide alone where the other one has its say.
      switch entry.field.name {
      case .dayOfMonth where !hasAnyWeekday, .dayOfWeek where !hasAnyDay: []
      default: entry.items.compactMap { stepWarning($0, entry.field) }
      }
    }
  }

  private func stepWarning(_ item: CronItem, _ field: CronField) -> CronWarning? {
    let written: String
    switch item {
    case .all(let step?) where step > 1: written = "*/\(step)"
    case .from(let first, let step?) where step > 1: written = "\(first)/\(step)"
    case .range(let first, let last, let step?)
    where first == field.range.lowerBound && last == field.range.upperBound && step > 1:
      written = "\(first)-\(last)/\(step)"
    case .all, .from, .range, .hashed, .last, .nearestWorkday, .lastWorkday, .lastOf, .nth:
      return nil
    }
    var bits = item.numbers(in: field)
    if field.name == .dayOfWeek { bits = (bits | bits >> 7) & 0x7f }
    let numbers = bits.bitNumbers
    guard numbers.count > 1, let first = numbers.first else {
      return CronWarning(
        code: .stepWholeField,
        reason:
          "\(written) in the \(field.name.rawValue) field is \(numbers.first ?? 0) and nothing "
          + "else; write \(numbers.first ?? 0)")
    }
    let gaps = zip(numbers, numbers.dropFirst() + [first + field.cycle]).map { $1 - $0 }
    guard Set(gaps).count > 1 || field.name == .dayOfMonth else { return nil }
    return CronWarning(
      code: .unevenStep,
      reason:
        "\(written) in the \(field.name.rawValue) field is \(listed(numbers.map(String.init)))"
        + ", and from \(numbers[numbers.count - 1]) it goes on with \(first): the intervals differ")
  }
}
