internal import Dispatch

/// Runs an actor on a queue of its own, so that blocking calls hold no thread of the shared pool.
public final class DatabaseExecutor: SerialExecutor {
  private let queue: DispatchQueue

  public init(label: String) { queue = DispatchQueue(label: label) }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs `work` after what is in line; an actor on this executor may assume its isolation then.
  public func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
