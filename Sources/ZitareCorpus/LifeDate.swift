import ZitareBase

/// When somebody was born or died, as exactly as is known: `1749-08-28`, `1749-08`, `1749`; a minus
/// stands before a year before our era.
struct LifeDate: Sendable, Equatable {
  let text: String

  /// Nil for any other form.
  ///
  /// Of an instant the date counts.
  init?(_ text: String) {
    let date = text.prefix { $0 != "T" }
    let parts = (date.hasPrefix("-") ? date.dropFirst() : date)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].utf8.count == 4,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    // Years before our era have leap days of their own; any is accepted.
    let (month, day) = (parts.count > 1 ? parts[1] : "01", parts.count > 2 ? parts[2] : "01")
    guard CivilDate("2000-\(month)-\(day)") != nil else { return nil }
    self.text = String(date)
  }
}
