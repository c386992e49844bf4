import Glibc
public import ZitareJobs

/// What crash jobs work with.
public struct CrashServices: Sendable {
  public let store: SQLiteJobStore
  public let effects: EffectsFile

  public init(store: SQLiteJobStore, effects: EffectsFile) {
    self.store = store
    self.effects = effects
  }
}

/// A job that leaves traces and, where its plan says so, takes its process with it.
public struct CrashJob: Job {
  public static let kind: JobKind = "crash.job"
  public static let retry: RetryPolicy = .exponential(maxAttempts: 30, base: .milliseconds(10))

  /// Where the first run kills its process.
  public enum Fault: String, Codable, Sendable, CaseIterable {
    case beforeEffect, afterEffect, afterFollower
    /// Every run kills its process.
    case always
  }

  public let number: Int
  /// Of jobs with the same key no more than `width` run at once.
  public var key: String?
  public var width: Int?
  /// What it is the only unfinished job for.
  public var twin: String?
  public var fault: Fault?
  public var sleepMilliseconds: Int?
  /// A sleep that goes on after a cancellation.
  public var isStubborn: Bool?
  /// The number of a job that follows it.
  public var follower: Int?

  public init(_ number: Int) { self.number = number }

  public var limit: JobLimit? { key.map { JobLimit(LimitName($0), concurrency: width ?? 2) } }
  public var uniqueness: Uniqueness? { twin.map { Uniqueness(UniqueKey($0)) } }

  public func run(_ context: JobContext<CrashServices>) async throws -> JobOutcome {
    let effects = context.services.effects
    effects.append(.begun, number, context)
    if fault == .always { die(context) }
    if fault == .beforeEffect, context.attempt == 1 { die(context) }
    effects.append(.done, number, context)
    if fault == .afterEffect, context.attempt == 1 { die(context) }
    if let sleepMilliseconds { try await sleep(sleepMilliseconds) }
    if fault == .afterFollower, let follower {
      var next = try NewJob(CrashJob(follower))
      next.idempotencyKey = "after \(number)"
      try await context.services.store.enqueue(next)
      if context.attempt == 1 { die(context) }
      effects.append(.ended, number, context)
      return .completed
    }
    effects.append(.ended, number, context)
    return .completed(then: follower.map { [CrashJob($0)] } ?? [])
  }

  private func sleep(_ milliseconds: Int) async throws {
    guard isStubborn == true else { return try await Task.sleep(for: .milliseconds(milliseconds)) }
    await Task { try? await Task.sleep(for: .milliseconds(milliseconds)) }.value
  }

  private func die(_ context: JobContext<CrashServices>) -> Never {
    context.services.effects.append(.killing, number, context)
    kill(getpid(), SIGKILL)
    fatalError("nobody survives SIGKILL")
  }
}

extension JobRegistry<CrashServices> {
  /// The kinds of these tests.
  public static var crash: JobRegistry<CrashServices> {
    var registry = JobRegistry<CrashServices>()
    registry.register(CrashJob.self)
    return registry
  }
}
