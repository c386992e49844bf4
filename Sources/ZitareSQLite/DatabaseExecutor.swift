internal import Glibc
internal import Synchronization
internal import ZitareBase

/// Runs an actor on a thread of its own, so that blocking calls hold no thread of the shared pool.
public final class DatabaseExecutor: SerialExecutor {
  private let thread = WorkThread()
  private let turn = Turn()
  /// How much is in line or runs.
  private let pending = Atomic(0)

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    perform { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs `work` after what is in line; an actor on this executor may assume its isolation then.
  public func perform(_ work: @escaping @Sendable () -> Void) {
    pending.add(1, ordering: .relaxed)
    thread.perform {
      self.turn.take(work)
      self.pending.subtract(1, ordering: .relaxed)
    }
  }

  /// Runs `work` on the calling thread if nothing is in line or runs, and says whether it did.
  ///
  /// For work that waits for nothing: it saves two changes of threads.
  public func performIfIdle(_ work: () -> Void) -> Bool {
    guard pending.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged else {
      return false
    }
    turn.take(work)
    pending.subtract(1, ordering: .relaxed)
    return true
  }

  public func checkIsolated() {
    precondition(turn.isTakenHere, "this runs on another thread than the database's")
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

/// What only the thread may do whose turn it is.
private final class Turn: Sendable {
  private let lock = ZitareBase.Mutex(())
  private let owner = Atomic<UInt>(0)

  var isTakenHere: Bool { owner.load(ordering: .relaxed) == pthread_self() }

  func take(_ work: () -> Void) {
    lock.withLock { _ in
      owner.store(pthread_self(), ordering: .relaxed)
      work()
      owner.store(0, ordering: .relaxed)
    }
  }
}
