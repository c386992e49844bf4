internal import CTimer
internal import Glibc
internal import ZitareBase

/// One wait for the wall clock, which ends at once when that is set: timerfd_create(2) with
/// `TFD_TIMER_CANCEL_ON_SET`.
final class WallTimer: Sendable {
  private enum State {
    case armed
    case awaited(CheckedContinuation<Void, Never>)
    case over
  }
  private let state = Mutex(State.armed)

  /// No caller waits longer: a time further off shows that the clock was set meanwhile.
  static let longest: Duration = .seconds(60)

  /// Waits until the clock shows a time, is set, or the task is cancelled; throws in the last case.
  static func wait(until time: Timestamp) async throws {
    guard let descriptor = armed(until: time) else {  // the system has no timer left
      return try await Task.sleep(for: max(.zero, min(time - .now(), longest)))
    }
    let timer = WallTimer()
    let watch = ReadWatch(descriptor) {
      var expirations: UInt64 = 0
      read(descriptor, &expirations, 8)
      timer.end()
    }
    defer { watch.cancel() }
    if time - .now() > longest + .seconds(1) { timer.end() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { timer.hold($0) }
    } onCancel: {
      timer.end()
    }
    try Task.checkCancellation()
  }

  private static func armed(until time: Timestamp) -> Int32? {
    let descriptor = wall_timer_create()
    guard descriptor >= 0 else { return nil }
    guard wall_timer_set(descriptor, max(1, time.milliseconds)) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
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
