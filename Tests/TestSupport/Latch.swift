import Dispatch
import ZitareBase

/// A door that opens once and stays open; tests order events with it in place of sleeping.
public final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let state = Mutex((isOpen: false, waiters: [CheckedContinuation<Void, Never>]()))

  public init() {}

  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Lets everybody through, now and later; a second call does nothing.
  public func open() {
    let waiters: [CheckedContinuation<Void, Never>]? = state.withLock { state in
      if state.isOpen { return nil }
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    guard let waiters else { return }
    semaphore.signal()
    for waiter in waiters { waiter.resume() }
  }

  /// Suspends the task until the latch is open.
  public func opened() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock {
        if !$0.isOpen { $0.waiters.append(continuation) }
        return $0.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Blocks the calling thread until the latch is open; not for tasks.
  public func block() {
    semaphore.wait()
    semaphore.signal()
  }
}

/// A place where a server stops until the test lets it go on.
public final class Gate: Sendable {
  /// Opens when somebody stands before the gate.
  public let reached = Latch()
  private let released = Latch()

  public init() {}

  /// Lets whoever waits go on; later comers are not held.
  public func release() { released.open() }

  func pass() {
    reached.open()
    released.block()
  }
}
