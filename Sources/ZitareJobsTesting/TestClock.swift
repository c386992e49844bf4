public import ZitareBase
public import ZitareJobs

/// A wall clock and a boot clock that stand still until somebody moves them.
///
/// Both go together unless the wall clock is set, as by an operator or a time server.
public final class TestClock: Sendable {
  private struct State {
    var boot: Duration = .seconds(1000)
    var wall: Timestamp
    var sleepers: [Int: Sleeper] = [:]
    /// Sleeps that were cancelled before they began.
    var cancelled: Set<Int> = []
    var sleeps = 0
  }

  private struct Sleeper {
    let end: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let state: Mutex<State>
  private let isRunningFree: Bool

  /// Where it runs free, whoever sleeps moves the clock to the end of the sleep at once; otherwise a
  /// sleep ends when the clock has been moved past its end, or by cancellation.
  public init(wall: Timestamp = Timestamp(seconds: 1_800_000_000), isRunningFree: Bool = false) {
    state = Mutex(State(wall: wall))
    self.isRunningFree = isRunningFree
  }

  /// The wall clock's time.
  public var now: Timestamp { state.withLock { $0.wall } }

  /// How many sleeps have begun and not ended; tests wait for it before they move the clock.
  public var sleeping: Int { state.withLock { $0.sleepers.count } }

  /// Lets time pass on both clocks, which ends the sleeps that are over by then.
  public func advance(by duration: Duration) {
    let ended = state.withLock { state in
      state.wall = state.wall + duration
      state.boot += duration
      let ended = state.sleepers.filter { $0.value.end <= state.boot }
      for number in ended.keys { state.sleepers[number] = nil }
      return ended.values.map(\.continuation)
    }
    for continuation in ended { continuation.resume() }
  }

  /// Sets the wall clock; no time passes.
  public func setWall(_ time: Timestamp) { state.withLock { $0.wall = time } }

  /// The clocks for a store, a worker or a scheduler; another `bootID` is another start of the
  /// machine.
  public func clocks(bootID: String = "boot-1") -> Clocks {
    Clocks(
      wall: { self.now }, boot: { self.state.withLock { $0.boot } }, bootID: bootID,
      sleep: { try await self.sleep(for: $0) })
  }

  private func sleep(for duration: Duration) async throws {
    guard isRunningFree else { return try await wait(for: duration) }
    await Task.yield()
    try Task.checkCancellation()
    advance(by: duration)
  }

  private func wait(for duration: Duration) async throws {
    let number = state.withLock { state in
      state.sleeps += 1
      return state.sleeps
    }
    defer { state.withLock { _ = $0.cancelled.remove(number) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled: Bool? = state.withLock { state in
          if state.cancelled.contains(number) { return true }
          if duration <= .zero { return false }
          state.sleepers[number] = Sleeper(
            end: state.boot + duration, continuation: continuation)
          return nil
        }
        guard let isCancelled else { return }
        continuation.resume(
          with: isCancelled ? .failure(CancellationError()) : .success(()))
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(number)
        return state.sleepers.removeValue(forKey: number)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
