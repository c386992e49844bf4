/// Takes the body of an answer as it arrives.
///
/// It is called on the loop's thread, which it must not hold up, and by nobody once the transfer has
/// ended.
protocol BodySink: AnyObject, Sendable {
  /// How many bytes of the network libcurl takes at once.
  var bufferSize: Int { get }

  /// Learns how a transfer that waits for this is told to go on; to be called from any thread.
  func attach(proceed: @escaping @Sendable () -> Void)

  /// Sees the head of a good answer (2xx) before its body; false leaves the body in memory.
  func begin(_ head: ResponseHead, from url: HTTPURL) throws(Refusal) -> Bool

  /// Whether the next bytes, counted as they come over the wire, have to wait.
  func pause(before count: Int, at now: SuspendingClock.Instant) -> BodyPause?

  /// Takes the next piece of the unpacked body.
  func take(_ piece: UnsafeRawBufferPointer) throws(Refusal)
}

extension BodySink {
  /// Sinks that only wait for a moment have nothing to tell.
  func attach(proceed: @escaping @Sendable () -> Void) {}
}

/// What a transfer waits for before it takes more of its body; its idle time does not run meanwhile.
enum BodyPause {
  case until(SuspendingClock.Instant)
  /// Until the sink calls what it was attached with.
  case untilResumed
}
