import ZitareBase
public import ZitareCorpus
public import ZitareJobs

/// Brings the local corpus up to an origin's current state.
public struct RefreshCorpus: Job {
  public static let kind: JobKind = "corpus.refresh"
  /// A machine may be offline for weeks; no attempt is worth less than the one before it.
  ///
  /// Not every return of the network shows on this machine, so the delays stay short.
  public static let retry: RetryPolicy = .exponential(
    maxAttempts: 10_000, base: .seconds(30), cap: .seconds(900))

  public let origin: OriginID
  /// Takes the snapshot in although it is older, smaller or miscounted.
  public let accepting: Bool

  public init(_ origin: OriginID, accepting: Bool = false) {
    self.origin = origin
    self.accepting = accepting
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    origin = try container.decode(OriginID.self, forKey: .origin)
    accepting = try container.decodeIfPresent(Bool.self, forKey: .accepting) ?? false
  }

  public var uniqueness: Uniqueness? {
    Uniqueness(UniqueKey(accepting ? "\(origin) accepting" : origin.string))
  }

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    guard let origin = context.services.origin(origin) else {
      return .cancel(reason: "\(origin) is no longer configured")
    }
    let refresh = OriginRefresh(
      origin: origin, services: context.services, accepting: accepting, now: context.now(),
      report: { context.report($0) })
    let isChanged = try await refresh.run()
    var followers: [any Job] = isChanged ? [UpdateIndex(), RenderPayload()] : []
    if try !context.services.droppedOrigins().isEmpty { followers.append(ForgetOrigins()) }
    return .completed(then: followers)
  }
}
