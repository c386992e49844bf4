import Glibc
import Synchronization

/// Time, CPU and the length of each call from a start on.
final class Measurement: Sendable {
  private let start = ContinuousClock.now
  private let cpuStart = cpu()
  private let calls = Mutex<[Double]>([])

  func time<R>(_ body: () async throws -> R) async rethrows -> R {
    let start = ContinuousClock.now
    let result = try await body()
    note(ContinuousClock.now - start)
    return result
  }

  func note(_ duration: Duration) { calls.withLock { $0.append(duration / .milliseconds(1)) } }

  /// Jobs per second, microseconds of CPU per job, median and 99th percentile of the milliseconds
  /// that a call took.
  func line(jobs: Int) -> String {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let spent = Self.cpu() - cpuStart
    let sorted = calls.withLock { $0.sorted() }
    let (median, last) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    return "\(Double(jobs) / seconds) \(spent * 1e6 / Double(jobs)) \(median) \(last)"
  }

  private static func cpu() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
}
