import CCurl
internal import Synchronization

/// What libcurl is at work on; made, used and released on the loop's thread.
final class ActiveTransfers {
  private let multi: UnsafeMutableRawPointer
  private var byHandle: [UnsafeMutableRawPointer: ActiveTransfer] = [:]
  private var byTransfer: [ObjectIdentifier: ActiveTransfer] = [:]
  /// Handles of transfers that have ended: making one costs more than to reset it, and a TLS session
  /// is resumed by its own only.
  private var spare: [EasyHandle] = []
  private static let mostSpare = 16

  init(_ multi: UnsafeMutableRawPointer, _ options: ConnectionOptions) {
    self.multi = multi
    zitare_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, options.maxConnections)
    zitare_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, options.maxConnectionsPerHost)
    zitare_multi_set_long(multi, CURLMOPT_MAXCONNECTS, options.maxConnections)
  }

  /// - Parameter proceedLater: has `proceed` called for the transfer, from any thread.
  func start(
    _ transfer: Transfer, _ continuation: CheckedContinuation<Transfer.Outcome, Never>,
    proceedLater: @escaping @Sendable () -> Void
  ) {
    if transfer.isCancelled.load(ordering: .acquiring) {
      return continuation.resume(returning: Transfer.Outcome(failure: .cancelled))
    }
    let running = ActiveTransfer(
      transfer, spare.popLast() ?? EasyHandle(), continuation, proceedLater: proceedLater)
    if let failure = running.prepare() { return release(running, failure) }
    let code = curl_multi_add_handle(multi, running.easy.handle)
    guard code == CURLM_OK else {
      return release(running, .invalidRequest(String(cString: curl_multi_strerror(code))))
    }
    byHandle[running.easy.handle] = running
    byTransfer[ObjectIdentifier(transfer)] = running
  }

  func cancel(_ transfer: Transfer) {
    if let running = byTransfer[ObjectIdentifier(transfer)] { end(running, .cancelled) }
  }

  /// Goes on with a transfer that waits; one that has ended by now needs nothing.
  func proceed(_ transfer: Transfer) {
    if let running = byTransfer[ObjectIdentifier(transfer)] { proceed(running) }
  }

  /// Lets libcurl do what can be done now; returns when to look again, whatever comes till then.
  func advance() -> Deadlines.Instant? {
    var running: Int32 = 0
    curl_multi_perform(multi, &running)
    finish()
    return expire()
  }

  private func proceed(_ running: ActiveTransfer) {
    if let code = running.proceed() { end(running, running.verdict(code)) }
  }

  private func end(_ running: ActiveTransfer, _ failure: HTTPError.Reason?) {
    byHandle[running.easy.handle] = nil
    byTransfer[ObjectIdentifier(running.transfer)] = nil
    curl_multi_remove_handle(multi, running.easy.handle)
    release(running, failure)
  }

  /// Ends a transfer that libcurl no longer has.
  private func release(_ running: ActiveTransfer, _ failure: HTTPError.Reason?) {
    running.resume(failure)
    running.easy.reset()
    if spare.count < Self.mostSpare { spare.append(running.easy) }
  }

  private func finish() {
    var handle: UnsafeMutableRawPointer?
    var result = CURLE_OK
    while zitare_next_finished(multi, &handle, &result) == 1 {
      guard let handle, let running = byHandle[handle] else { continue }
      end(running, running.verdict(result))
    }
  }

  /// Ends what has taken too long and goes on with what has waited; returns when to look again.
  private func expire() -> Deadlines.Instant? {
    let now = SuspendingClock.now
    var next: Deadlines.Instant?
    for running in byHandle.values {
      if let phase = running.deadlines.expired(at: now) {
        // A server that has answered need not read what is still sent.
        let isAnswered = phase == .idle && running.noticesAnswer(in: multi)
        end(running, isAnswered ? running.verdict(CURLE_ABORTED_BY_CALLBACK) : .timeout(phase))
      } else if running.isWaitingForBody, running.noticesAnswer(in: multi) {
        proceed(running)
      } else if case .until(let instant) = running.pause, instant <= now {
        proceed(running)
      }
      if let instant = running.next { next = next.map { min($0, instant) } ?? instant }
    }
    return next
  }
}
