/// When a transfer is to be given up; all but the connect time, which libcurl spends by address.
struct Deadlines {
  typealias Instant = SuspendingClock.Instant

  private enum Stage {
    case connecting
    case sending(bytes: Int, until: Instant)
    case waiting(until: Instant)
    case receiving(bytes: Int, until: Instant)
  }

  private let timeouts: HTTPTimeouts
  private let end: Instant?
  private var stage: Stage = .connecting
  /// Whether this side is the one that keeps the other waiting.
  private var isPaused = false
  /// In any idle time this much must pass, so that a trickle does not count as life.
  private static let leastBytes = 1024

  /// - Parameter end: when the total runs out; it began before any redirect.
  init(_ timeouts: HTTPTimeouts, end: Instant?) {
    self.timeouts = timeouts
    self.end = end
  }

  mutating func requestBegins(at now: Instant) {
    stage = .waiting(until: now + timeouts.firstByte)
  }

  /// Takes note of bytes of the request's body; with the last of them the wait for an answer begins.
  mutating func sent(_ count: Int, isLast: Bool, at now: Instant) {
    switch stage {
    case .receiving(let bytes, let until): stage = .receiving(bytes: bytes + count, until: until)
    case _ where isLast: stage = .waiting(until: now + timeouts.firstByte)
    case .sending(let bytes, let until): stage = .sending(bytes: bytes + count, until: until)
    case .connecting, .waiting: stage = .sending(bytes: count, until: now + timeouts.idle)
    }
  }

  mutating func received(_ count: Int, at now: Instant) {
    switch stage {
    case .receiving(let bytes, let until): stage = .receiving(bytes: bytes + count, until: until)
    case .connecting, .sending, .waiting:
      stage = .receiving(bytes: count, until: now + timeouts.idle)
    }
  }

  /// From here to `proceeds` only the total counts: nothing can pass, and not by the server's fault.
  mutating func pauses() { isPaused = true }

  mutating func proceeds(at now: Instant) {
    guard isPaused else { return }
    isPaused = false
    switch stage {
    case .connecting: break
    case .sending: stage = .sending(bytes: 0, until: now + timeouts.idle)
    case .waiting: stage = .waiting(until: now + timeouts.firstByte)
    case .receiving: stage = .receiving(bytes: 0, until: now + timeouts.idle)
    }
  }

  /// The next moment at which `expired` may say something new.
  var next: Instant? {
    if isPaused { return end }
    switch stage {
    case .connecting: return end
    case .sending(_, let until), .waiting(let until), .receiving(_, let until):
      return end.map { min($0, until) } ?? until
    }
  }

  /// What has taken too long by now.
  mutating func expired(at now: Instant) -> HTTPTimeouts.Phase? {
    if let end, now >= end { return .total }
    if isPaused { return nil }
    switch stage {
    case .connecting: return nil
    case .waiting(let until): return now >= until ? .firstByte : nil
    case .sending(let bytes, let until):
      if now < until { return nil }
      if bytes < Self.leastBytes { return .idle }
      stage = .sending(bytes: 0, until: now + timeouts.idle)
      return nil
    case .receiving(let bytes, let until):
      if now < until { return nil }
      if bytes < Self.leastBytes { return .idle }
      stage = .receiving(bytes: 0, until: now + timeouts.idle)
      return nil
    }
  }
}
