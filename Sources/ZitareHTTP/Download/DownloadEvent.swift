/// What happens on the way of a download.
public enum DownloadEvent: Sendable {
  /// A request is about to be sent, for the bytes from `offset` on.
  case attempt(number: Int, offset: Int64, url: String)
  /// Bytes that had come count no more, and the next come from the file's start.
  case restarted(lost: Int64, count: Int, reason: String)
  /// What an earlier run has left is read again before it is trusted.
  case checking(Int64)
  case progress(DownloadProgress)
  /// Nothing is done for so long.
  case waiting(Duration, reason: String)
}

/// How far a download is, told at most ten times a second.
public struct DownloadProgress: Sendable, Equatable {
  public let received: Int64
  /// Nil where neither the caller nor the server knows.
  public let total: Int64?
  /// Over the last seconds; nil at the beginning.
  public let bytesPerSecond: Double?

  /// How long the rest takes at this rate.
  public var remaining: Duration? {
    guard let total, let rate = bytesPerSecond, rate > 0 else { return nil }
    let seconds = Double(max(0, total - received)) / rate
    return seconds < 1e12 ? .seconds(seconds) : nil
  }
}

/// Smooths the rate at which bytes come.
struct RateMeter {
  private var last: (instant: SuspendingClock.Instant, bytes: Int64)?
  private var rate: Double?

  /// Takes note of the bytes so far; nil where less than 0.1 s have passed since the last note.
  mutating func note(_ bytes: Int64, total: Int64?, at now: SuspendingClock.Instant)
    -> DownloadProgress?
  {
    guard let last else {
      last = (now, bytes)
      return DownloadProgress(received: bytes, total: total, bytesPerSecond: nil)
    }
    let seconds = (now - last.instant) / .seconds(1)
    guard seconds >= 0.1 else { return nil }
    let current = Double(bytes - last.bytes) / seconds
    let weight = min(1, seconds / 3)
    rate = rate.map { $0 * (1 - weight) + current * weight } ?? current
    self.last = (now, bytes)
    return DownloadProgress(received: bytes, total: total, bytesPerSecond: rate)
  }
}
