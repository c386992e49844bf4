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

  private struct Inbox {
    var messages: [Message] = []
    /// Whether the thread sleeps, or is about to: only then it costs something to wake it.
    var isAsleep = false
    /// Set once the thread has seen `stop`: the handle is then no longer there to be woken.
    var isClosed = false
  }

  let options: ConnectionOptions
  private let inbox = ZitareBase.Mutex(Inbox())
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

  init(_ options: ConnectionOptions) {
    guard Self.isReady, let multi = curl_multi_init() else { fatalError("libcurl does not start") }
    self.options = options
    self.multi = multi
    // It takes no signals: SIGPIPE, which libcurl does not mask once `CURLOPT_NOSIGNAL` is set, stays
    // without effect there.
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

  /// Ends the thread; no transfer may be running.
  func stop() { post(.stop) }

  /// The wake-up stays inside the lock: the thread frees the handle once it has seen `stop`.
  ///
  /// What comes later speaks of transfers that have ended, as a cancellation that lost the race.
  private func post(_ message: Message) {
    inbox.withLock {
      if $0.isClosed { return }
      $0.messages.append(message)
      guard $0.isAsleep else { return }
      $0.isAsleep = false
      curl_multi_wakeup(multi)
    }
  }

  private func run() {
    let transfers = ActiveTransfers(multi, options)
    while true {
      let messages = inbox.withLock { inbox in
        defer {
          inbox.messages = []
          inbox.isAsleep = false
        }
        return inbox.messages
      }
      for message in messages {
        switch message {
        case .start(let transfer, let continuation):
          transfers.start(transfer, continuation) { [self] in post(.proceed(transfer)) }
        case .cancel(let transfer): transfers.cancel(transfer)
        case .proceed(let transfer): transfers.proceed(transfer)
        case .stop:
          inbox.withLock { $0.isClosed = true }
          curl_multi_cleanup(multi)
          return
        }
      }
      let next = transfers.advance()
      let isIdle = inbox.withLock { inbox in
        inbox.isAsleep = inbox.messages.isEmpty
        return inbox.isAsleep
      }
      if isIdle { curl_multi_poll(multi, nil, 0, Self.wait(until: next), nil) }
    }
  }

  /// In milliseconds, rounded up; libcurl shortens it for timers of its own.
  ///
  /// A loop without transfers sleeps until it is woken.
  private static func wait(until next: Deadlines.Instant?) -> Int32 {
    guard let next else { return .max }
    let left = SuspendingClock.now.duration(to: next) / .milliseconds(1)
    return Int32(min(max(left.rounded(.up), 0), Double(Int32.max)))
  }
}
