internal import ZitareBase

/// Messages from many tasks to one.
final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var waiter: CheckedContinuation<Void, Never>?
  }
  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }

  /// Whether a message that nobody has taken yet is of this kind.
  func contains(where matches: (Message) -> Bool) -> Bool {
    state.withLock { $0.messages.contains(where: matches) }
  }

  func post(_ message: Message) {
    let waiter = state.withLock { state in
      state.messages.append(message)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// All messages so far in the order of their arrival; suspends until there is one.
  func take() async -> [Message] {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.messages.isEmpty { state.waiter = continuation }
        return !state.messages.isEmpty
      }
      if isReady { continuation.resume() }
    }
    return state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }
}
