/// How far a call has come.
public struct HTTPProgress: Sendable, Equatable {
  /// Bytes of the request's body handed to the network.
  public internal(set) var sent: Int64 = 0
  /// Nil where the body's length is not known.
  public internal(set) var toSend: Int64?
  /// Bytes of the answer's body, unpacked.
  public internal(set) var received: Int64 = 0
  /// Nil where the answer does not tell its length, or comes packed.
  public internal(set) var toReceive: Int64?

  /// Is told at most ten times a second and at the end, on the client's thread.
  ///
  /// It must not hold that up. Numbers never fall within a request; a redirect starts them anew.
  public typealias Observer = @Sendable (HTTPProgress) -> Void
}

/// Passes on how far a transfer has come, but not all of it.
struct ProgressReport {
  private(set) var progress = HTTPProgress()
  private let observer: HTTPProgress.Observer?
  private var reported: HTTPProgress?
  private var last: SuspendingClock.Instant?

  init(_ observer: HTTPProgress.Observer?) { self.observer = observer }

  mutating func update(_ change: (inout HTTPProgress) -> Void) {
    guard observer != nil else { return }
    change(&progress)
    let now = SuspendingClock.now
    if let last, now - last < .milliseconds(100) { return }
    last = now
    report()
  }

  /// Tells the last state, unless it was told already or nothing has passed.
  mutating func report() {
    guard progress != reported, progress != HTTPProgress() else { return }
    reported = progress
    observer?(progress)
  }
}
