/// One item of the list that a field of a cron expression is.
enum CronItem: Hashable {
  /// `*`, or `?` in the place of it.
  case all(step: Int?)
  /// `n`, or `n/step` to the end of the field.
  case from(Int, step: Int?)
  case range(Int, Int, step: Int?)
  /// `H` in any of its forms, as the numbers that it stands for.
  case hashed(UInt64)
  /// `L`, or `L-n`: so many days before the last day of the month.
  case last(daysBefore: Int)
  /// `nW`: the day from Monday to Friday that is nearest to a day of the month, in its month.
  case nearestWorkday(Int)
  /// `LW`
  case lastWorkday
  /// `dL`
  case lastOf(weekday: Int)
  /// `d#n`
  case nth(Int, weekday: Int)

  /// The numbers it stands for in a field; none for days that hang on the month.
  func numbers(in field: CronField) -> UInt64 {
    let range = field.range
    return switch self {
    case .all(let step):
      field.bits(from: range.lowerBound, through: range.upperBound, step: step ?? 1)
    case .from(let number, nil): 1 << UInt64(number)
    case .from(let number, let step?):
      field.bits(from: number, through: range.upperBound, step: step)
    case .range(let first, let last, let step):
      field.bits(from: first, through: last, step: step ?? 1)
    case .hashed(let bits): bits
    case .last, .nearestWorkday, .lastWorkday, .lastOf, .nth: 0
    }
  }
}
