import ZitareBase

/// The outcome of work that any number of tasks wait for; each may leave before it comes.
final class Flight<Value: Sendable>: Sendable {
  private struct State {
    var outcome: Result<Value, any Error>?
    var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
    var seats = 0
  }
  private let state = Mutex(State())

  /// Tells all who wait, now and later; called once.
  func end(_ outcome: Result<Value, any Error>) {
    let waiters = state.withLock { state in
      state.outcome = outcome
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }

  /// Waits for the outcome; a cancelled task leaves at once with a `CancellationError`.
  func value() async throws -> Value {
    let seat = state.withLock { state in
      state.seats += 1
      return state.seats
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let known: Result<Value, any Error>? = state.withLock { state in
          if let outcome = state.outcome { return outcome }
          // Asked inside the lock: a cancellation from now on finds the continuation.
          if Task.isCancelled { return .failure(CancellationError()) }
          state.waiters[seat] = continuation
          return nil
        }
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: seat) }
      waiter?.resume(throwing: CancellationError())
    }
  }
}
