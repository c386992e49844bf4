internal import CSystem
@preconcurrency internal import Dispatch
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
  private let source: any DispatchSourceRead

  /// No caller waits longer: a time further off shows that the clock was set meanwhile.
  static let longest: Duration = .seconds(60)

  /// Nil where the system has no timer left.
  private init?(until time: Timestamp) {
    let timer = wall_timer_create()
    guard timer >= 0 else { return nil }
    guard wall_timer_set(timer, max(1, time.milliseconds)) == 0 else {
      close(timer)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: timer, queue: .global())
    source.setEventHandler { [weak self] in self?.end() }
    source.setCancelHandler { close(timer) }
    source.activate()
  }

  /// Waits until the clock shows a time, is set, or the task is cancelled; throws in the last case.
  static func wait(until time: Timestamp) async throws {
    guard let timer = WallTimer(until: time) else {
      return try await Task.sleep(for: max(.zero, min(time - .now(), longest)))
    }
    if time - .now() > longest + .seconds(1) { timer.end() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { timer.hold($0) }
    } onCancel: {
      timer.end()
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
    source.cancel()
    if case .awaited(let continuation) = previous { continuation.resume() }
  }
}
