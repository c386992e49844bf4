import ZitareBase
import ZitareCorpus
public import ZitareJobs

/// Removes what the mirror holds of origins that the configuration has dropped.
///
/// Only the standing configuration drops one: origins named for a single call are no reason to
/// delete a mirror that took long to fetch. And one of the configured origins must have been taken
/// in, so that a corpus is replaced, never emptied.
public struct ForgetOrigins: Job {
  public static let kind: JobKind = "corpus.forget"
  public static let retry: RetryPolicy = .exponential(maxAttempts: 20, cap: .seconds(600))

  public init() {}

  public var uniqueness: Uniqueness? { "dropped" }

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    let (services, now) = (context.services, context.now())
    let dropped = try services.droppedOrigins()
    guard !dropped.isEmpty else { return .completed }
    try await blocking {
      let writer = try services.corpus.writer(waiting: true)
      for origin in dropped { try writer.forget(origin, at: now) }
    }
    return .completed(then: [UpdateIndex(), RenderPayload()])
  }
}

extension Services {
  /// The origins to forget.
  func droppedOrigins() throws -> [OriginID] {
    guard configuration.originsStand, let known = try corpus.glance({ try $0.statuses() }) else {
      return []
    }
    let wanted = Set(configuration.origins.map(\.id))
    guard known.contains(where: { wanted.contains($0.id) && $0.syncedAt != nil }) else { return [] }
    return known.map(\.id).filter { !wanted.contains($0) }
  }
}
