import CFaultVFS
import CrashJobs
import Glibc
import ZitareBase

/// Kills this process when it comes to a point for the n-th time.
///
/// It lasts as long as the process: connections keep calling it.
final class Trap: Sendable {
  private let point: KillPoint
  private let effects: EffectsFile
  private let state: Mutex<State>

  private struct State {
    var times: Int
    /// How many statements of the point's the transaction of a connection has begun, in order.
    var begun: [UInt: Int] = [:]
  }

  private init(_ point: KillPoint, times: Int, _ effects: EffectsFile) {
    self.point = point
    self.effects = effects
    state = Mutex(State(times: times))
  }

  static func set(at point: KillPoint, times: Int, in folder: CrashFolder) throws {
    let trap = Trap(point, times: times, try folder.effects())
    let context = Unmanaged.passRetained(trap).toOpaque()
    switch point.place {
    case .call(let calls):
      let disk = fault_disk_create_shared(folder.path.string)
      fault_disk_watch(disk, calls, { context in Trap.at(context)?.reach() }, context)
    case .statements:
      fault_trace(
        { context, connection, text, hasEnded in
          guard let text else { return }
          Trap.at(context)?.meet(
            String(cString: text), on: UInt(bitPattern: connection), hasEnded: hasEnded != 0)
        }, context)
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> Trap? {
    context.map { Unmanaged<Trap>.fromOpaque($0).takeUnretainedValue() }
  }

  private func meet(_ text: String, on connection: UInt, hasEnded: Bool) {
    guard case .statements(let statements, let isOver) = point.place else { return }
    let isThere = state.withLock { state in
      if text.hasPrefix("BEGIN") { state.begun[connection] = 0 }
      let begun = state.begun[connection, default: 0]
      if hasEnded {
        return isOver && begun == statements.count && text.hasPrefix(statements[begun - 1])
      }
      guard begun < statements.count, text.hasPrefix(statements[begun]) else { return false }
      // Those of one statement come up several times in a transaction.
      state.begun[connection] = statements.count == 1 ? 0 : begun + 1
      return !isOver && begun + 1 == statements.count
    }
    if isThere { reach() }
  }

  private func reach() {
    let isLast = state.withLock { state in
      state.times -= 1
      return state.times == 0
    }
    guard isLast else { return }
    effects.append(.killing, at: point)
    kill(getpid(), SIGKILL)
  }
}
