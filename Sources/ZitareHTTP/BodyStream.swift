import ZitareBase

/// The chunks of a body that come one by one, between the task that makes them and the loop's
/// thread, which takes them.
final class BodyStream: Sendable {
  /// What there is to take.
  enum Next {
    case chunk([UInt8])
    /// Nothing yet; the stream wakes the loop when that changes.
    case nothing
    case end
    case failure(String)
  }

  private struct State {
    var isStarted = false
    var isStopped = false
    var next: Next = .nothing
    /// Set while the loop waits.
    var wake: (@Sendable () -> Void)?
    /// Set while the chunk before is not yet taken.
    var producer: CheckedContinuation<Bool, Never>?
    var task: Task<Void, Never>?
  }

  let length: Int64?
  private let produce: @Sendable (BodyStream) async throws -> Void
  private let state = Mutex(State())

  init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int64?)
  where Chunks.Element == [UInt8] {
    self.length = length
    produce = { stream in
      var iterator = chunks.makeAsyncIterator()
      while let chunk = try await iterator.next() {
        guard !chunk.isEmpty, await !stream.put(chunk) else { continue }
        // Who makes the chunks learns of the end only by being asked in a task that is cancelled.
        _ = try await iterator.next()
        return
      }
    }
  }

  /// Starts asking for chunks; false where that was done before.
  ///
  /// The task outlives this call of the loop's thread, until the chunks end or `stop` is called.
  func start() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return false }
    let task = Task {
      do {
        try await produce(self)
        end(.end)
      } catch {
        end(.failure(String(describing: error)))
      }
    }
    state.withLock { $0.task = task }
    return true
  }

  /// Ends the task where it still runs.
  func stop() {
    let (producer, task) = state.withLock { state in
      state.isStopped = true
      state.wake = nil
      defer { (state.producer, state.task) = (nil, nil) }
      return (state.producer, state.task)
    }
    task?.cancel()
    producer?.resume(returning: false)
  }

  /// Takes what is there; where that is nothing, `wake` is called once something has come.
  func take(wake: @escaping @Sendable () -> Void) -> Next {
    let (next, producer) = state.withLock { state in
      let next = state.next
      switch next {
      case .chunk: state.next = .nothing
      case .nothing: state.wake = wake
      case .end, .failure: break
      }
      defer { state.producer = nil }
      return (next, state.producer)
    }
    producer?.resume(returning: true)
    return next
  }

  /// Hands a chunk over and waits until it is taken; false if nobody will take another.
  private func put(_ chunk: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      let isStopped = state.withLock {
        if $0.isStopped { return true }
        $0.next = .chunk(chunk)
        $0.producer = continuation
        return false
      }
      if isStopped { continuation.resume(returning: false) } else { wake() }
    }
  }

  private func end(_ next: Next) {
    state.withLock { $0.next = next }
    wake()
  }

  private func wake() {
    let wake = state.withLock { state in
      defer { state.wake = nil }
      return state.wake
    }
    wake?()
  }
}
