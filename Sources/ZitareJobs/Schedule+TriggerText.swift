public import ZitareBase

extension Schedule.Trigger {
  /// Reads a trigger: a cron expression, with `CRON_TZ=Zone` before it if wanted; `@every 1h30m`;
  /// `@reboot`; `at 2026-03-29 02:30 [Zone]`, also with an offset from UTC after the time.
  ///
  /// `zone` holds where the text names none, and `anchor` is what an interval is counted from. `H`
  /// needs a name. With `now` given, an instant that has passed is refused.
  public init(
    _ text: String, name: ScheduleName? = nil, zone: TimeZoneRules = .utc, anchor: Timestamp,
    now: Timestamp? = nil
  ) throws(CronError) {
    let words = TriggerText(text)
    switch words.keyword {
    case "@every": self = .every(try words.interval(), anchor: anchor)
    case "@reboot":
      try words.refuseWords(from: 1)
      self = .reboot
    case "at":
      let time = try words.instant(in: zone)
      if let now, time <= now {
        throw words.error(.instant, words.words[1], "this has passed; write a time to come")
      }
      self = .at(time)
    case let word where word.hasPrefix(Self.zonePrefix):
      let identifier = words.words[0].dropFirst(Self.zonePrefix.count)
      let start = words.words.dropFirst().first?.startIndex ?? text.endIndex
      self = .cron(
        try words.cron(from: start, name: name), zone: try words.zone(identifier))
    default:
      self = .cron(try words.cron(from: text.startIndex, name: name), zone: zone)
    }
  }

  private static let zonePrefix = "cron_tz="
}

extension Duration {
  /// The shortest text that `@every` reads as this interval, as `1h30m`.
  var units: String {
    var rest = components.seconds
    var text = ""
    for (unit, length) in [("d", Int64(86_400)), ("h", 3600), ("m", 60), ("s", 1)]
    where rest >= length {
      text += "\(rest / length)\(unit)"
      rest %= length
    }
    return text
  }
}
