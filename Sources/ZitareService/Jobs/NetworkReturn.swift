import ZitareBase
import ZitareJobs

/// Makes jobs whose attempts failed for want of a network due soon after there is one again.
///
/// The kernel is listened to only while such a job waits, so an idle worker is never woken.
struct NetworkReturn: Sendable {
  /// A network is there before its names can be resolved: the jobs are tried more than once.
  static let delays: [Duration] = [.seconds(2), .seconds(8), .seconds(20), .seconds(60)]

  private enum Input: Sendable {
    case cutOff(JobID)
    case over(JobID)
    case arrival
    /// A delay of a round has passed.
    case due(round: Int, Int)
  }
  private let inputs: AsyncStream<Input>
  private let feed: AsyncStream<Input>.Continuation

  init() { (inputs, feed) = AsyncStream.makeStream(of: Input.self) }

  /// Takes notice of what happens in the worker.
  func note(_ event: JobEvent) {
    switch event {
    case .cutOff(let job): feed.yield(.cutOff(job.id))
    case .completed(let job, _), .dead(let job, _), .cancelled(let job, _), .snoozed(let job, _),
      .blocked(let job, _), .unreadable(let job, _), .leaseLost(let job):
      feed.yield(.over(job.id))
    case .started, .progress, .retrying, .released, .stuck, .rescued, .fired, .suppressed,
      .skipped, .tooLate, .missed, .clockHeld, .clockReset, .zoneUnreadable, .storeUnavailable,
      .draining:
      break
    }
  }

  /// Works until the task is cancelled.
  ///
  /// Where the store is busy or full, the next delay tries again.
  /// `watch` begins to listen and says nil where that is impossible; the policy's retries are all
  /// there is then.
  func run<Watch: Sendable>(
    watch: @Sendable (_ onArrival: @escaping @Sendable () -> Void) -> Watch?,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    hasten: @Sendable ([JobID]) async throws -> Void
  ) async throws {
    var waiting: Set<JobID> = []
    var listening: Watch?
    var round = 0
    var isSettling = false
    try await withThrowingTaskGroup(of: Void.self) { group in
      func wait(_ step: Int) {
        let due = Input.due(round: round, step)
        group.addTask { [feed] in
          try await sleep(Self.delays[step])
          feed.yield(due)
        }
      }
      for await input in inputs {
        switch input {
        case .cutOff(let job):
          waiting.insert(job)
          if listening == nil { listening = watch { [feed] in feed.yield(.arrival) } }
        case .over(let job):
          waiting.remove(job)
          if waiting.isEmpty { listening = nil }
        case .arrival where !isSettling && !waiting.isEmpty:
          // Addresses and routes come one after the other: those behind the first one are its own.
          isSettling = true
          round += 1
          wait(0)
        case .due(round, let step):
          isSettling = false
          do {
            if !waiting.isEmpty { try await hasten(waiting.sorted { $0.rawValue < $1.rawValue }) }
            if step + 1 < Self.delays.count { wait(step + 1) }
          } catch let error as StoreError where error.isTransient {
            wait(min(step + 1, Self.delays.count - 1))
          }
        case .arrival, .due: break
        }
      }
      group.cancelAll()
    }
  }
}
