internal import FoundationEssentials

/// The kinds of jobs that a program can run.
public struct JobRegistry<Services: Sendable>: Sendable {
  /// What is known of a kind without its type.
  struct Entry: Sendable {
    let retry: RetryPolicy
    let timeout: Duration?
    /// Reads the parameters, and returns the job's `run`.
    let prepare: @Sendable ([UInt8]) throws -> Run
    /// Reads the parameters, and returns the job to enqueue.
    let draft: @Sendable ([UInt8]) throws -> NewJob
  }
  typealias Run = @Sendable (JobContext<Services>) async throws -> JobOutcome

  private var entries: [JobKind: Entry] = [:]

  public init() {}

  /// Adds a type of job; a kind belongs to one type.
  public mutating func register<J: Job>(_ type: J.Type) where J.Services == Services {
    precondition(entries[J.kind] == nil, "two types are of kind \(J.kind)")
    precondition((0...9).contains(J.priority), "\(J.kind): priorities go from 0 to 9")
    let decode: @Sendable ([UInt8]) throws -> J = { parameters in
      try JSONDecoder().decode(J.self, from: Data(parameters))
    }
    entries[J.kind] = Entry(
      retry: J.retry, timeout: J.timeout,
      prepare: { parameters in
        let job = try decode(parameters)
        return { try await job.run($0) }
      },
      draft: { try NewJob(try decode($0)) })
  }

  /// A job of a kind known by name and parameters as JSON, such as an operator writes them.
  ///
  /// Nil for an unknown kind; throws what reading the parameters throws, or an `EnqueueError`.
  public func job(of kind: JobKind, parameters: [UInt8]) throws -> NewJob? {
    try entries[kind]?.draft(parameters)
  }

  /// Reads the parameters of a job and runs it without a store; nil for an unknown kind.
  package func run(
    _ job: NewJob, in context: JobContext<Services>
  ) async throws -> JobOutcome? {
    try await entries[job.kind]?.prepare(job.parameters)(context)
  }

  public var kinds: Set<JobKind> { Set(entries.keys) }

  subscript(kind: JobKind) -> Entry? { entries[kind] }
}
