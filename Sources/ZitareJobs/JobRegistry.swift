internal import FoundationEssentials

/// The kinds of jobs that a program can run.
public struct JobRegistry<Services: Sendable>: Sendable {
  /// What is known of a kind without its type.
  struct Entry: Sendable {
    let retry: RetryPolicy
    /// Reads the parameters, and returns the job's `run`.
    let prepare: @Sendable ([UInt8]) throws -> Run
  }
  typealias Run = @Sendable (JobContext<Services>) async throws -> JobOutcome

  private var entries: [JobKind: Entry] = [:]

  public init() {}

  /// Adds a type of job; a kind belongs to one type.
  public mutating func register<J: Job>(_ type: J.Type) where J.Services == Services {
    precondition(entries[J.kind] == nil, "two types are of kind \(J.kind)")
    entries[J.kind] = Entry(retry: J.retry) { parameters in
      let job = try JSONDecoder().decode(J.self, from: Data(parameters))
      return { try await job.run($0) }
    }
  }

  public var kinds: Set<JobKind> { Set(entries.keys) }

  subscript(kind: JobKind) -> Entry? { entries[kind] }
}
