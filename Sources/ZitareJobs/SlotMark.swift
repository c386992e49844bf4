public import ZitareBase

/// Why a slot's local time is not the plain one: its clocks were changed.
public enum SlotMark: Sendable, Hashable, CustomStringConvertible {
  /// It stands for a time that clocks left out.
  case madeUp(missing: String)
  /// Clocks show this time once more.
  case firstOfTwo(String)
  case secondOfTwo(String)

  public var description: String {
    switch self {
    case .madeUp(let time): "made up (\(time) does not exist)"
    case .firstOfTwo(let time): "first of two \(time)"
    case .secondOfTwo(let time): "second of two \(time)"
    }
  }
}

extension Schedule.Trigger {
  /// What is special about the local time of one of its slots; nil for most.
  public func mark(of slot: Timestamp) -> SlotMark? {
    guard case .cron(let expression, let zone) = self else { return nil }
    let segment = zone.segment(containing: slot.seconds)
    let local = slot.seconds + segment.offset
    if slot.seconds == segment.start, segment.shift > 0, expression.nextLocal(from: local) != local,
      let missing = expression.nextLocal(from: local - segment.shift), missing < local
    {
      return .madeUp(missing: clockText(missing))
    }
    guard case .twice(let first, _) = zone.instants(ofLocal: local) else { return nil }
    return first == slot.seconds ? .firstOfTwo(clockText(local)) : .secondOfTwo(clockText(local))
  }
}

/// The time of the day, as `02:30`, with seconds where they are not 0.
func clockText(_ local: Int64) -> String {
  let second = Int(local.dividedDown(by: 86_400).remainder)
  let text = "\(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60))"
  return second % 60 == 0 ? text : "\(text):\(twoDigits(second % 60))"
}
