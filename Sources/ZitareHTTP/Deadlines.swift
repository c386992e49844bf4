/// When a transfer is to be given up; all but the connect time, which libcurl spends by address.
struct Deadlines {
  typealias Instant = SuspendingClock.Instant

  private enum Stage {
    case connecting
    case waiting(until: Instant)
    case receiving(bytes: Int, until: Instant)
    case paused
  }

  private let timeouts: HTTPTimeouts
  private let end: Instant?
  private var stage: Stage = .connecting
  /// In any idle time this much must come, so that a trickle does not count as life.
  private static let leastBytes = 1024

  /// - Parameter end: when the total runs out; it began before any redirect.
  init(_ timeouts: HTTPTimeouts, end: Instant?) {
    self.timeouts = timeouts
    self.end = end
  }

  mutating func requestBegins(at now: Instant) {
    stage = .waiting(until: now + timeouts.firstByte)
  }

  mutating func received(_ count: Int, at now: Instant) {
    switch stage {
    case .receiving(let bytes, let until): stage = .receiving(bytes: bytes + count, until: until)
    case .connecting, .waiting, .paused:
      stage = .receiving(bytes: count, until: now + timeouts.idle)
    }
  }

  /// Stops the idle time: it is this side that takes nothing.
  mutating func pauses() { stage = .paused }

  mutating func proceeds(at now: Instant) {
    stage = .receiving(bytes: 0, until: now + timeouts.idle)
  }

  /// The next moment at which `expired` may say something new.
  var next: Instant? {
    switch stage {
    case .connecting, .paused: end
    case .waiting(let until), .receiving(_, let until): end.map { min($0, until) } ?? until
    }
  }

  /// What has taken too long by now.
  mutating func expired(at now: Instant) -> HTTPTimeouts.Phase? {
    if let end, now >= end { return .total }
    switch stage {
    case .connecting, .paused: return nil
    case .waiting(let until): return now >= until ? .firstByte : nil
    case .receiving(let bytes, let until):
      if now < until { return nil }
      if bytes < Self.leastBytes { return .idle }
      stage = .receiving(bytes: 0, until: now + timeouts.idle)
      return nil
    }
  }
}
