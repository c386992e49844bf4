internal import ZitareBase

/// Ticks for everybody in this process who waits for a store's changes.
final class Wakeups: Sendable {
  private let listeners = Mutex<(next: Int, all: [Int: AsyncStream<Void>.Continuation])>((0, [:]))

  /// Ticks from now on; what a slow listener missed is one tick.
  func listen() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = listeners.withLock { listeners in
      listeners.next += 1
      listeners.all[listeners.next] = continuation
      return listeners.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.listeners.withLock { $0.all[number] = nil }
    }
    return stream
  }

  func tick() {
    for continuation in listeners.withLock({ Array($0.all.values) }) { continuation.yield() }
  }
}
