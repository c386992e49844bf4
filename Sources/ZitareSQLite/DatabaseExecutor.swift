internal import Dispatch
internal import Synchronization

/// Runs an actor on a queue of its own, so that blocking calls hold no thread of the shared pool.
public final class DatabaseExecutor: SerialExecutor {
  private let queue: DispatchQueue
  /// How much is in line or runs.
  private let pending = Atomic(0)

  public init(label: String) { queue = DispatchQueue(label: label) }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    perform { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs `work` after what is in line; an actor on this executor may assume its isolation then.
  public func perform(_ work: @escaping @Sendable () -> Void) {
    pending.add(1, ordering: .relaxed)
    queue.async {
      work()
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
    queue.sync(execute: work)
    pending.subtract(1, ordering: .relaxed)
    return true
  }

  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
