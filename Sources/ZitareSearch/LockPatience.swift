internal import Glibc

/// Waits a moment where a lock is in the way.
///
/// A process that was just started by another thread has all that this one had open, and with it the
/// locks, until it is a program of its own: a lock that was given back is then still taken.
struct LockPatience {
  private var rest = 25

  /// Whether it is worth another attempt; blocks for 2 ms before it says so.
  mutating func waits() -> Bool {
    guard rest > 0 else { return false }
    rest -= 1
    usleep(2000)
    return true
  }
}
