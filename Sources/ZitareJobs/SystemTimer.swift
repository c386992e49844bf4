internal import CSystem
internal import Glibc
internal import ZitareBase

/// One wait for a clock of the kernel (timerfd_create(2)).
///
/// `Task.sleep` would do, were it not for the threads of libdispatch, see `ThreadPool`.
final class SystemTimer: Sendable {
  private enum State {
    case armed
    case awaited(CheckedContinuation<Void, Never>)
    case over
  }
  private let state = Mutex(State.armed)

  /// No caller waits longer for the wall clock: a time further off shows that it was set meanwhile.
  static let longest: Duration = .seconds(60)

  /// Waits until the wall clock shows a time, is set, or the task is cancelled; throws in the last
  /// case.
  static func wait(until time: Timestamp) async throws {
    let timer = SystemTimer()
    let descriptor = armed(wall_timer_create()) { wall_timer_set($0, max(1, time.milliseconds)) }
    // Looked at now that the timer tells when the clock is set.
    let left = time - .now()
    if left > longest + .seconds(1) { timer.end() }
    try await timer.wait(for: descriptor, or: min(left, longest))
  }

  /// Waits for a time in which the machine may sleep, or throws when the task is cancelled.
  static func wait(for time: Duration) async throws {
    guard time > .zero else { return try Task.checkCancellation() }
    let nanoseconds = time / .nanoseconds(1)
    let descriptor = armed(boot_timer_create()) {
      boot_timer_set($0, Int64(min(nanoseconds, 1e18).rounded(.up)))
    }
    try await SystemTimer().wait(for: descriptor, or: time)
  }

  /// The timer, nil where the system has none left.
  private static func armed(_ descriptor: Int32, _ set: (Int32) -> Int32) -> Int32? {
    guard descriptor >= 0 else { return nil }
    if set(descriptor) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  private func wait(for descriptor: Int32?, or time: Duration) async throws {
    guard let descriptor else { return try await Task.sleep(for: max(.zero, time)) }
    let watch = ReadWatch(descriptor) {
      var expirations: UInt64 = 0
      read(descriptor, &expirations, 8)
      self.end()
    }
    defer { watch.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { hold($0) }
    } onCancel: {
      end()
    }
    try Task.checkCancellation()
  }

  private func hold(_ continuation: CheckedContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .awaited(continuation)
      return false
    }
    if isOver { continuation.resume() }
  }

  private func end() {
    let previous = state.withLock { state in
      defer { state = .over }
      return state
    }
    if case .awaited(let continuation) = previous { continuation.resume() }
  }
}
