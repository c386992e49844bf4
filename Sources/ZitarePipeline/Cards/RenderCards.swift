import ZitareBase
public import ZitareJobs

/// Draws the cards of the payload's days that are not there.
///
/// It is no part of `RenderPayload`, which follows it and names them: panels wait for no picture, and
/// where pictures cannot be drawn nothing else is missing.
public struct RenderCards: Job {
  public static let kind: JobKind = "cards.render"
  public static let priority = 7
  public static let retry: RetryPolicy = .exponential(
    maxAttempts: 5, base: .seconds(60), cap: .seconds(3600))

  public init() {}

  public var uniqueness: Uniqueness? { "cards" }

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    let (services, shelf) = (context.services, CardShelf(context.services))
    guard let payload = try Payload.read(services.places.payload) else { return .completed }
    let orders = try shelf.missing(in: payload)
    guard !orders.isEmpty else { return .completed }
    if services.cards.path == nil {
      return .cancel(reason: "\(CardError.notInstalled(services.cards.places))")
    }
    try shelf.prepare()
    var failure: CardError?
    for (index, order) in orders.enumerated() {
      try Task.checkCancellation()
      context.report(JobProgress(stage: "cards", done: Int64(index), total: Int64(orders.count)))
      do throws(CardError) {
        try await blocking { () throws(CardError) in
          try services.cards.draw(order.request, as: order.form, to: order.path)
        }
      } catch {
        failure = error
      }
    }
    guard try shelf.missing(in: payload).count < orders.count else {
      if let failure { throw failure }
      return .completed
    }
    // The rendering asks for those again that could not be drawn.
    return .completed(then: [RenderPayload()])
  }
}
