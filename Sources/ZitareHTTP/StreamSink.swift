import ZitareBase

/// Keeps what has come of a body until it is asked for, and has the transfer wait when that is much.
final class StreamSink: BodySink {
  /// What the reader of a body gets.
  enum Next {
    case chunk([UInt8])
    case end(End)
  }

  /// How a whole body has ended.
  struct End {
    let isProven: Bool
    let metrics: HTTPMetrics?
  }

  /// From so many bytes on the transfer waits; what one piece of the network unpacks to may be more.
  static let capacity = 256 << 10
  /// Small, since gzip makes up to a thousandfold of it.
  let bufferSize = 16 << 10

  private struct State {
    var head: HTTPStream.Head?
    var buffer: [UInt8] = []
    var end: Result<End, HTTPError>?
    /// Whether the transfer waits for the buffer to be emptied.
    var isFull = false
    var proceed: (@Sendable () -> Void)?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func attach(proceed: @escaping @Sendable () -> Void) {
    state.withLock { $0.proceed = proceed }
  }

  func begin(_ head: ResponseHead, from url: HTTPURL) -> Bool {
    change { $0.head = HTTPStream.Head(status: head.status, headers: head.headers, url: url) }
    return true
  }

  func pause(before count: Int, at now: SuspendingClock.Instant) -> BodyPause? {
    state.withLock {
      $0.isFull = $0.buffer.count >= Self.capacity
      return $0.isFull ? .untilResumed : nil
    }
  }

  func take(_ piece: UnsafeRawBufferPointer) {
    change { $0.buffer += piece }
  }

  /// Tells how the transfer has ended; what is in the buffer is still to be had.
  func end(with result: Result<End, HTTPError>) {
    change {
      $0.end = result
      $0.proceed = nil
    }
  }

  /// Waits for the head of a good answer.
  func head() async throws(HTTPError) -> HTTPStream.Head {
    while true {
      let (head, end) = state.withLock { ($0.head, $0.end) }
      if let head { return head }
      if case .failure(let error) = end { throw error }
      await wait { $0.head != nil || $0.end != nil }
    }
  }

  /// Waits for the next bytes, all there are.
  func next() async throws(HTTPError) -> Next {
    while true {
      let (bytes, end, proceed) = state.withLock { state in
        defer {
          state.buffer = []
          state.isFull = false
        }
        return (state.buffer, state.end, state.isFull ? state.proceed : nil)
      }
      proceed?()
      if !bytes.isEmpty { return .chunk(bytes) }
      if let end { return .end(try end.get()) }
      await wait { !$0.buffer.isEmpty || $0.end != nil }
    }
  }

  /// Suspends until something changes, unless all is there; one task at a time may wait.
  private func wait(unless isThere: (borrowing State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if isThere(state) { return true }
        precondition(state.waiter == nil, "two tasks read the same answer")
        state.waiter = continuation
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func change(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }
}
