/// Looks every few milliseconds until the condition holds; throws, which fails a test, when it never
/// does.
public func eventually(
  _ what: String, within limit: Duration = .seconds(240), _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < end else { throw NeverHappened(what: what, limit: limit) }
    try await Task.sleep(for: .milliseconds(10))
  }
}

private struct NeverHappened: Error, CustomStringConvertible {
  let what: String
  let limit: Duration

  var description: String { "\(what) did not happen within \(limit)" }
}
