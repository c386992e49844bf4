/// One reading of a progress bar, and how it is drawn.
struct ProgressStep {
  let stage: String
  let done: Int64
  let total: Int64?
  let elapsed: Duration

  /// `index  [########        ] 50 %  12,000/24,000  4,000/s  3s left`, cut to fit `width` columns.
  func line(width: Int, language: Language) -> String {
    let rate = rate
    var parts = [stage.singleLine]
    if let total, total > 0 {
      let share = min(1, Double(done) / Double(total))
      let filled = Int(share * 20)
      let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled)
      parts.append("[\(bar)] \(Int(share * 100)) %")
      parts.append("\(done)/\(total)")
    } else {
      parts.append("\(done)")
    }
    if let rate { parts.append("\(Int(rate))/s") }
    if let rate, let total, rate > 0, total > done {
      let left = Duration.seconds(Int((Double(total - done) / rate).rounded(.up)))
      parts.append(ServiceText.timeLeft.text(in: language, ["time": left.text]))
    }
    // One column stays free: a terminal that wraps at the last one would not redraw in place.
    return String(parts.joined(separator: "  ").prefix(max(0, width - 1)))
  }

  /// Units per second, nil in the first half second, when it would be noise.
  private var rate: Double? {
    let seconds = elapsed / .seconds(1)
    return seconds >= 0.5 && done > 0 ? Double(done) / seconds : nil
  }
}
