internal import Glibc

/// Runs tasks on a few threads of its own, which sleep while there is nothing to do.
///
/// Those of libdispatch end after five idle seconds, and from the first of them on another thread
/// wakes up every second to count them: a program that waits for days should not.
package final class ThreadPool: TaskExecutor {
  /// Those of a worker program; more than cores, since a call to the disk may hold one for a while.
  package static let shared = ThreadPool(most: max(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  private let line = WorkLine<UnownedJob>()
  private let most: Int
  private let started = Mutex(0)

  /// Starts threads as they are needed, `most` at most.
  package init(most: Int) { self.most = most }

  deinit { line.close() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let isTaken = line.append(UnownedJob(job))
    guard !isTaken else { return }
    let isNeeded = started.withLock { started in
      guard started < most else { return false }
      started += 1
      return true
    }
    if isNeeded {
      startThread { [line, executor = asUnownedTaskExecutor()] in
        while let job = line.next() { job.runSynchronously(on: executor) }
      }
    }
  }
}
