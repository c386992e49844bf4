import Synchronization
import ZitareBase
import ZitareJobs

/// A clock that tests move; wall and boot time go together unless the wall clock is set.
final class TestClock: Sendable {
  private let state: Mutex<(boot: Duration, wall: Timestamp)>
  private let isRunningFree: Bool

  /// Where it runs free, whoever sleeps moves the clock to the end of the sleep at once; otherwise
  /// sleeps end by cancellation only.
  init(wall: Timestamp = Timestamp(seconds: 1_800_000_000), isRunningFree: Bool = false) {
    state = Mutex((.seconds(1000), wall))
    self.isRunningFree = isRunningFree
  }

  var now: Timestamp { state.withLock { $0.wall } }

  func advance(by duration: Duration) {
    state.withLock { state in
      state.boot += duration
      state.wall = state.wall + duration
    }
  }

  func clocks(bootID: String = "boot-1") -> Clocks {
    Clocks(
      wall: { self.now }, boot: { self.state.withLock { $0.boot } }, bootID: bootID,
      sleep: { duration in
        guard self.isRunningFree else { return try await Task.sleep(for: .seconds(86_400)) }
        await Task.yield()
        try Task.checkCancellation()
        self.advance(by: duration)
      })
  }
}
