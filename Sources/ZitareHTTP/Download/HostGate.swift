import Synchronization
import ZitareBase

/// Lets a few downloads at a time to each server, and none while it asks to be left alone.
final class HostGate: Sendable {
  private struct Host {
    var running = 0
    var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    /// Until when nothing is to be asked of it, and how long that was when it said so.
    var closed: (until: Timestamp, wait: Duration)?
  }

  private struct State {
    var hosts: [HTTPURL.Origin: Host] = [:]
    var nextID = 0

    /// Takes a place where one is free.
    mutating func take(_ origin: HTTPURL.Origin, limit: Int) -> Bool {
      let host = hosts[origin] ?? Host()
      guard host.running < limit else { return false }
      hosts[origin, default: host].running += 1
      return true
    }
  }

  private let limit: Int
  private let state = ZitareBase.Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// Keeps everybody from a server for so long.
  func close(_ origin: HTTPURL.Origin, for wait: Duration, at now: Timestamp) {
    state.withLock { state in
      let until = now + wait
      if let closed = state.hosts[origin]?.closed, closed.until > until { return }
      state.hosts[origin, default: Host()].closed = (until, wait)
    }
  }

  /// How long the server is still to be left alone; a clock that was set back makes it no longer.
  func wait(for origin: HTTPURL.Origin, at now: Timestamp) -> Duration? {
    state.withLock { state in
      guard let closed = state.hosts[origin]?.closed, closed.until > now else { return nil }
      return min(closed.until - now, closed.wait)
    }
  }

  /// Waits for a place; false where the task was cancelled meanwhile, and no place is taken.
  func enter(_ origin: HTTPURL.Origin) async -> Bool {
    let id: Int? = state.withLock { state in
      if state.take(origin, limit: limit) { return nil }
      state.nextID += 1
      return state.nextID
    }
    guard let id else { return true }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let entered: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          // A place may have become free between the two locks.
          if state.take(origin, limit: limit) { return true }
          state.hosts[origin, default: Host()].waiting.append((id, continuation))
          return nil
        }
        if let entered { continuation.resume(returning: entered) }
      }
    } onCancel: {
      let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
        guard let index = state.hosts[origin]?.waiting.firstIndex(where: { $0.id == id }) else {
          return nil
        }
        return state.hosts[origin]?.waiting.remove(at: index).continuation
      }
      waiting?.resume(returning: false)
    }
  }

  /// Gives the place to who has waited longest.
  func leave(_ origin: HTTPURL.Origin) {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard var host = state.hosts[origin] else { return nil }
      defer { state.hosts[origin] = host.running == 0 && host.closed == nil ? nil : host }
      if !host.waiting.isEmpty { return host.waiting.removeFirst().continuation }
      host.running -= 1
      return nil
    }
    next?.resume(returning: true)
  }
}
