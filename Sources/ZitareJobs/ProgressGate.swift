internal import ZitareBase

/// Lets through a few reports of progress a second, and the first of each stage.
final class ProgressGate: Sendable {
  private let last = Mutex<(stage: String, time: Duration)?>(nil)
  private let interval: Duration

  init(interval: Duration) { self.interval = interval }

  func admits(_ progress: JobProgress, at time: Duration) -> Bool {
    last.withLock { last in
      if let last, last.stage == progress.stage, time - last.time < interval { return false }
      last = (progress.stage, time)
      return true
    }
  }
}
