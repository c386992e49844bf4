import Glibc
import Synchronization
import ZitareBase

/// What the outside asks of a process that runs for long.
public enum ProcessSignal: Sendable, Equatable {
  /// The first SIGTERM or SIGINT: finish what is in hand.
  case stop
  /// Every further one: end now.
  case stopNow
  /// SIGHUP: read the configuration anew.
  case reload
  /// SIGUSR1: say how it is going.
  case report
}

/// The process's signals as a sequence.
public enum Signals {
  /// Lets writes to a reader that has gone fail with EPIPE instead of ending the process.
  public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// The signals from now on.
  ///
  /// While the sequence lives they no longer end the process; when it ends their default effect
  /// returns. A new sequence takes over from the one before.
  public static func stream() -> AsyncStream<ProcessSignal> {
    let (stream, continuation) = AsyncStream.makeStream(of: ProcessSignal.self)
    let (turn, previous) = current.withLock { subscription in
      let previous = subscription.continuation
      subscription = Subscription(turn: subscription.turn + 1, continuation: continuation)
      return (subscription.turn, previous)
    }
    previous?.finish()
    continuation.onTermination = { _ in end(turn) }
    _ = pump
    setHandlers(forward)
    return stream
  }

  /// Ends the process at once, for its parent by SIGTERM.
  static func endProcess() -> Never {
    signal(SIGTERM, SIG_DFL)
    raise(SIGTERM)
    _exit(128 + SIGTERM)
  }

  private struct Subscription {
    var turn = 0
    var stops = 0
    var continuation: AsyncStream<ProcessSignal>.Continuation?
  }

  private static let current = ZitareBase.Mutex(Subscription())
  private static let handled = [SIGTERM, SIGINT, SIGHUP, SIGUSR1]

  /// Moves numbers from the pipe to the sequence.
  ///
  /// A handler may call next to nothing, so it only writes to the pipe (signal-safety(7)); a
  /// thread waits at the other end.
  private static let pump: Void = {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no pipe for signals: errno \(errno)")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A full pipe must not block a handler; 64 KiB of unread signals say all there is to say.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
    let reader = ends[0]
    startThread {
      var number: UInt8 = 0
      while true {
        let count = read(reader, &number, 1)
        if count == 1 { deliver(Int32(number)) } else if errno != EINTR { return }
      }
    }
  }()

  private static func deliver(_ number: Int32) {
    current.withLock { subscription in
      let signal: ProcessSignal
      switch number {
      case SIGHUP: signal = .reload
      case SIGUSR1: signal = .report
      default:
        subscription.stops += 1
        signal = subscription.stops == 1 ? .stop : .stopNow
      }
      subscription.continuation?.yield(signal)
    }
  }

  private static func end(_ turn: Int) {
    let isLast = current.withLock { subscription in
      guard subscription.turn == turn else { return false }
      subscription.continuation = nil
      return true
    }
    if isLast { setHandlers(SIG_DFL) }
  }

  private static func setHandlers(_ handler: sighandler_t?) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = SA_RESTART
    for number in handled { sigaction(number, &action, nil) }
  }

  private static let forward: @convention(c) (Int32) -> Void = { number in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = saved
  }
}

/// The end of the pipe that signal handlers write to: a handler has no context but globals.
private let signalPipe = Atomic<Int32>(-1)
