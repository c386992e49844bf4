import ZitareBase

/// What jobs and commands work with, built when it is first asked for.
final class ServicesBox<Services: Sendable>: Sendable {
  private let built = Mutex<Services?>(nil)

  /// Where two ask for the first time at once both build, and both get the same.
  func services(_ build: () async throws -> Services) async throws -> Services {
    if let services = built.withLock({ $0 }) { return services }
    let services = try await build()
    return built.withLock { built in
      let kept = built ?? services
      built = kept
      return kept
    }
  }
}
