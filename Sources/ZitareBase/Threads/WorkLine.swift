internal import Glibc

/// Work in line for threads that sleep while there is none.
package final class WorkLine<Work: Sendable>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let arrival: UnsafeMutablePointer<pthread_cond_t>
  /// Nil where it has been taken, so that nothing ends its life while the lock is held.
  private var line: [Work?] = []
  /// Where the first one is.
  private var first = 0
  private var isClosed = false
  private var waiting = 0

  package init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    arrival = .allocate(capacity: 1)
    arrival.initialize(to: pthread_cond_t())
    pthread_cond_init(arrival, nil)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(lock)
    arrival.deallocate()
    lock.deallocate()
  }

  /// Gets in line; false where no thread is waiting that could begin at once.
  @discardableResult
  package func append(_ work: Work) -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    line.append(work)
    pthread_cond_signal(arrival)
    return line.count - first <= waiting
  }

  /// The next one, once there is one; nil when the line is closed and empty.
  package func next() -> Work? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    waiting += 1
    defer { waiting -= 1 }
    while first == line.count {
      if isClosed { return nil }
      pthread_cond_wait(arrival, lock)
    }
    let work = line[first].take()
    first += 1
    if first == line.count || first >= 1024 && first * 2 >= line.count {
      line.removeSubrange(..<first)
      first = 0
    }
    return work
  }

  /// Lets the threads end once the line is empty.
  package func close() {
    pthread_mutex_lock(lock)
    isClosed = true
    pthread_cond_broadcast(arrival)
    pthread_mutex_unlock(lock)
  }
}
