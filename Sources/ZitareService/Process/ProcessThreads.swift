import Glibc
import ZitareBase

/// The threads on which a worker program runs its tasks.
enum ProcessThreads {
  /// More than cores, since a call to the disk may hold one for a while.
  static let pool = ThreadPool(most: max(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
