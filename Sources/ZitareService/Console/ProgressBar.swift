import ZitareBase

/// A line that shows how far long work is, on a terminal only, redrawn at most ten times a second.
public final class ProgressBar: Sendable {
  private struct State {
    var stage = ""
    var stageStart: ContinuousClock.Instant?
    var lastDrawn: ContinuousClock.Instant?
  }

  private let console: Console
  private let language: Language
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  public init(
    console: Console, language: Language,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.console = console
    self.language = language
    self.now = now
  }

  /// Shows that `done` of `total` units of a stage are done; a nil total is not known.
  ///
  /// A new stage is drawn at once, and so is its end.
  public func update(stage: String, done: Int64, total: Int64?) {
    let now = now()
    state.withLock { state in
      if stage != state.stage || state.stageStart == nil {
        state = State(stage: stage, stageStart: now)
      }
      if let last = state.lastDrawn, now - last < .milliseconds(100), done != total { return }
      state.lastDrawn = now
      let step = ProgressStep(
        stage: stage, done: done, total: total,
        elapsed: state.stageStart.map { now - $0 } ?? .zero)
      console.progress(step.line(width: console.width, language: language))
    }
  }

  /// Removes the line.
  public func finish() {
    state.withLock { $0 = State() }
    console.progress("")
  }
}
