internal import ZitareBase

extension CronLint {
  /// What happens to fixed times when clocks are changed, by the next change that matters.
  var clockChange: CronWarning? {
    guard !expression.followsClock else { return nil }
    let gap = change { (1..<3 * 3600).contains($0.shift) }
    if hasHourRange, let overlap = change(where: { $0.shift < 0 }) {
      return CronWarning(
        code: .dstFixedRange,
        reason: "clocks show \(clockText(overlap.local)) twice on \(date(overlap.local)) in "
          + "\(zone.identifier), and this runs once: the hours are fixed; for every hour that clocks "
          + "show write '*' in their place")
    }
    guard let gap else { return nil }
    return CronWarning(
      code: .dstGap,
      reason:
        "\(clockText(gap.local)) does not exist on \(date(gap.local)) in \(zone.identifier): it "
        + "runs at \(clockText(gap.segment.localStart)), right after the gap")
  }

  private struct Change {
    let segment: TimeZoneRules.Segment
    /// The first of the expression's times that clocks leave out or show twice.
    let local: Int64
  }

  /// The next change of a kind, in a hundred years from now, that leaves out or repeats a time of
  /// the expression.
  private func change(where isWanted: (TimeZoneRules.Segment) -> Bool) -> Change? {
    var segment = zone.segment(containing: now.seconds)
    let end = now.seconds + 100 * 31_556_952
    while segment.end < end {
      segment = zone.segment(containing: segment.end)
      guard isWanted(segment) else { continue }
      let first = segment.localStart - max(0, segment.shift)
      if let match = expression.nextLocal(from: first), match < first + abs(segment.shift) {
        return Change(segment: segment, local: match)
      }
    }
    return nil
  }

  /// Whether the hours are written as a span of the day rather than one by one.
  private var hasHourRange: Bool {
    field(.hour)?.items.contains { item in
      switch item {
      case .range, .from(_, _?): item.numbers(in: .hour).nonzeroBitCount > 1
      case .all, .from, .hashed, .last, .nearestWorkday, .lastWorkday, .lastOf, .nth: false
      }
    } ?? false
  }

  private func date(_ local: Int64) -> String {
    "\(CivilDate(daysSinceEpoch: Int(local.dividedDown(by: 86_400).quotient)))"
  }
}
