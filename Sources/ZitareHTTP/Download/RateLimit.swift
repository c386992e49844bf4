internal import ZitareBase

/// A number of bytes per second that all downloads sharing it keep to together.
public final class RateLimit: Sendable {
  public let bytesPerSecond: Int64
  /// What may be taken at once; negative for what was taken ahead.
  private let bucket: Mutex<Bucket>

  private struct Bucket {
    var bytes: Double
    var filledAt: SuspendingClock.Instant?
  }

  /// - Precondition: `bytesPerSecond` is positive.
  public init(bytesPerSecond: Int64) {
    precondition(bytesPerSecond > 0, "a rate of nothing lets nothing through")
    self.bytesPerSecond = bytesPerSecond
    bucket = Mutex(Bucket(bytes: 0))
  }

  /// Takes the bytes and returns nil, or takes none and says when to ask again.
  func take(_ count: Int, at now: SuspendingClock.Instant) -> SuspendingClock.Instant? {
    let rate = Double(bytesPerSecond)
    return bucket.withLock { bucket in
      if let filledAt = bucket.filledAt {
        // A pause must not be followed by a burst: a quarter of a second is saved up at most.
        bucket.bytes = min(bucket.bytes + rate * ((now - filledAt) / .seconds(1)), rate / 4)
      }
      bucket.filledAt = now
      if bucket.bytes < 0 { return now + .seconds(-bucket.bytes / rate) }
      bucket.bytes -= Double(count)
      return nil
    }
  }

  /// How much is read at once, so that the flow is even.
  var pieceSize: Int { Int(min(max(bytesPerSecond / 8, 16 << 10), 512 << 10)) }
}
