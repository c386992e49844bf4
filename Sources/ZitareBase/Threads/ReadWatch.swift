internal import Glibc

/// Tells when a descriptor can be read; one thread watches all of them.
package final class ReadWatch: Sendable {
  private let id: UInt64

  /// Takes over `descriptor`, which is closed when nobody watches it any more.
  ///
  /// `onReadable` is called on the watching thread, which it must not hold up, and again until it has
  /// read what there is.
  package init(_ descriptor: Int32, onReadable: @escaping @Sendable () -> Void) {
    id = Watcher.shared.add(descriptor, onReadable)
  }

  deinit { cancel() }

  /// Ends the watch; a call that has begun may still go on.
  package func cancel() { Watcher.shared.remove(id) }
}

/// The thread that watches.
private final class Watcher: Sendable {
  static let shared = Watcher()

  private struct Watch {
    let descriptor: Int32
    let onReadable: @Sendable () -> Void
  }

  private struct State {
    var watches: [UInt64: Watch] = [:]
    /// To be closed by the thread itself, since it may be using them.
    var retired: [Int32] = []
    var lastID: UInt64 = 0
  }

  private let state = Mutex(State())
  private let wakeUp: (read: Int32, write: Int32)

  private init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { fatalError("no pipe: errno \(errno)") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wakeUp = (ends[0], ends[1])
    startThread { self.run() }
  }

  func add(_ descriptor: Int32, _ onReadable: @escaping @Sendable () -> Void) -> UInt64 {
    let id = state.withLock { state in
      state.lastID += 1
      state.watches[state.lastID] = Watch(descriptor: descriptor, onReadable: onReadable)
      return state.lastID
    }
    lookAgain()
    return id
  }

  func remove(_ id: UInt64) {
    let isKnown = state.withLock { state in
      guard let watch = state.watches.removeValue(forKey: id) else { return false }
      state.retired.append(watch.descriptor)
      return true
    }
    if isKnown { lookAgain() }
  }

  private func lookAgain() {
    var byte: UInt8 = 0
    _ = write(wakeUp.write, &byte, 1)  // a full pipe wakes it, too
  }

  private func run() {
    while true {
      let watches = state.withLock { state in
        for descriptor in state.retired { close(descriptor) }
        state.retired = []
        return Array(state.watches)
      }
      var polled = [pollfd(fd: wakeUp.read, events: Int16(POLLIN), revents: 0)]
      polled += watches.map { pollfd(fd: $0.value.descriptor, events: Int16(POLLIN), revents: 0) }
      poll(&polled, nfds_t(polled.count), -1)
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(wakeUp.read, &bytes, bytes.count) > 0 {}
      for (watch, result) in zip(watches, polled.dropFirst()) where result.revents != 0 {
        let isWatched = state.withLock { $0.watches[watch.key] != nil }
        if isWatched { watch.value.onReadable() }
      }
    }
  }
}
