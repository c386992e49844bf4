import CCurl
import Glibc
internal import Synchronization
import ZitareBase

/// The thread that owns libcurl's multi handle and everything in it.
///
/// Others reach it through an inbox and `curl_multi_wakeup`, the one call that libcurl allows them.
final class TransferLoop: Sendable {
  private enum Message {
    case start(Transfer, CheckedContinuation<Transfer.Outcome, Never>)
    case cancel(Transfer)
    case proceed(Transfer)
    case stop
  }

  private let inbox = ZitareBase.Mutex<[Message]>([])
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

  init() {
    guard Self.isReady, let multi = curl_multi_init() else { fatalError("libcurl does not start") }
    self.multi = multi
    startThread { [self] in run() }
  }

  /// libcurl's own initialisation, once per process.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Carries out a transfer; cancelling the task ends it at once, whatever it waits for.
  func perform(_ transfer: Transfer) async -> Transfer.Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { post(.start(transfer, $0)) }
    } onCancel: {
      transfer.isCancelled.store(true, ordering: .releasing)
      post(.cancel(transfer))
    }
  }

  /// Goes on with a transfer that waits to be resumed.
  func proceed(_ transfer: Transfer) { post(.proceed(transfer)) }

  /// Ends the thread; no transfer may be running.
  func stop() { post(.stop) }

  /// The wake-up stays inside the lock: the thread frees the handle once it has seen `stop`.
  private func post(_ message: Message) {
    inbox.withLock {
      $0.append(message)
      curl_multi_wakeup(multi)
    }
  }

  private func run() {
    var active: [UnsafeMutableRawPointer: ActiveTransfer] = [:]
    while true {
      let messages = inbox.withLock { inbox in
        defer { inbox = [] }
        return inbox
      }
      for message in messages {
        switch message {
        case .start(let transfer, let continuation):
          start(transfer, continuation, in: &active)
        case .cancel(let transfer):
          for running in active.values where running.transfer === transfer {
            end(running, .cancelled, in: &active)
          }
        case .proceed(let transfer):
          for running in active.values where running.transfer === transfer {
            if running.pause != nil { proceed(running, in: &active) }
          }
        case .stop:
          curl_multi_cleanup(multi)
          return
        }
      }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      finish(in: &active)
      let next = expire(in: &active)
      if inbox.withLock({ $0.isEmpty }) { curl_multi_poll(multi, nil, 0, wait(until: next), nil) }
    }
  }

  private func start(
    _ transfer: Transfer, _ continuation: CheckedContinuation<Transfer.Outcome, Never>,
    in active: inout [UnsafeMutableRawPointer: ActiveTransfer]
  ) {
    if transfer.isCancelled.load(ordering: .acquiring) {
      return continuation.resume(returning: Transfer.Outcome(failure: .cancelled))
    }
    let running = ActiveTransfer(transfer, continuation)
    if let failure = running.prepare() { return running.resume(failure) }
    let code = curl_multi_add_handle(multi, running.easy.handle)
    guard code == CURLM_OK else {
      return running.resume(.invalidRequest(String(cString: curl_multi_strerror(code))))
    }
    active[running.easy.handle] = running
  }

  private func end(
    _ running: ActiveTransfer, _ failure: HTTPError.Reason?,
    in active: inout [UnsafeMutableRawPointer: ActiveTransfer]
  ) {
    active[running.easy.handle] = nil
    curl_multi_remove_handle(multi, running.easy.handle)
    running.resume(failure)
  }

  private func finish(in active: inout [UnsafeMutableRawPointer: ActiveTransfer]) {
    var handle: UnsafeMutableRawPointer?
    var result = CURLE_OK
    while zitare_next_finished(multi, &handle, &result) == 1 {
      guard let handle, let running = active[handle] else { continue }
      end(running, running.verdict(result), in: &active)
    }
  }

  private func proceed(
    _ running: ActiveTransfer, in active: inout [UnsafeMutableRawPointer: ActiveTransfer]
  ) {
    if let code = running.proceedAfterPause(at: .now) {
      end(running, running.verdict(code), in: &active)
    }
  }

  /// Ends what has taken too long and goes on with what has waited; returns when to look again.
  private func expire(
    in active: inout [UnsafeMutableRawPointer: ActiveTransfer]
  ) -> Deadlines.Instant? {
    let now = SuspendingClock.now
    for running in active.values {
      if let phase = running.deadlines.expired(at: now) {
        end(running, .timeout(phase), in: &active)
      } else if case .until(let instant) = running.pause, instant <= now {
        proceed(running, in: &active)
      }
    }
    return active.values.compactMap(\.next).min()
  }

  /// In milliseconds, rounded up; libcurl shortens it for timers of its own.
  private func wait(until next: Deadlines.Instant?) -> Int32 {
    guard let next else { return 60_000 }
    let left = SuspendingClock.now.duration(to: next) / .milliseconds(1)
    return Int32(min(max(left.rounded(.up), 0), 60_000))
  }
}

/// Runs the body on a thread that takes no signals.
///
/// The program's other threads then get them, and SIGPIPE, which libcurl does not mask once
/// `CURLOPT_NOSIGNAL` is set, stays without effect here.
private func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { argument in
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  guard code == 0 else { fatalError("cannot start a thread: error \(code)") }
  pthread_detach(thread)
}
