import TestSupport
import ZitareBase

/// A server that takes submissions, counts what it stores, answers lookups honestly and fails at
/// times, before storing or after.
final class SubmissionServer: Sendable {
  private struct State {
    var random: SeededGenerator
    var stored: [String: Int] = [:]
    var bodies: [String: String] = [:]
    var differing: Set<String> = []
  }

  private let state: SharedState
  private let server: LoopbackServer

  private final class SharedState: Sendable {
    let value: Mutex<State>
    init(_ state: State) { value = Mutex(state) }
  }

  /// Never fails without a seed.
  init(seed: UInt64? = nil) {
    let state = SharedState(State(random: SeededGenerator(seed: seed ?? 0)))
    self.state = state
    server = LoopbackServer { request in
      state.value.withLock { Self.answer(request, &$0, failing: seed != nil) }
    }
  }

  var address: String { server.url("") }
  var requests: [LoopbackServer.Request] { server.requests }
  /// How often each submission was stored, by its key.
  var stored: [String: Int] { state.value.withLock { $0.stored } }
  /// The keys that came with more than one body.
  var keysDiffering: Set<String> { state.value.withLock { $0.differing } }

  private static func answer(
    _ request: LoopbackServer.Request, _ state: inout State, failing: Bool
  ) -> LoopbackServer.Response {
    guard request.method == "POST" else {
      let id = request.query.map { String($0.dropFirst("client_id=".count)) } ?? ""
      let entries = state.stored[id] == nil ? "" : "{\"client_id\":\"\(id)\"}"
      return .json("{\"submissions\":[\(entries)]}")
    }
    let key = request["Idempotency-Key"] ?? "none"
    if state.bodies[key, default: request.text] != request.text { state.differing.insert(key) }
    state.bodies[key] = request.text
    let chance = failing ? Int.random(in: 0..<10, using: &state.random) : 9
    if chance == 0 { return .json("{}", status: 503) }
    if chance == 1 { return .dropped }
    state.stored[key, default: 0] += 1
    return chance == 2 ? .dropped : .json("{\"client_id\":\"\(key)\"}", status: 201)
  }
}
