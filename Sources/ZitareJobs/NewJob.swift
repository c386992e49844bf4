internal import FoundationEssentials
public import ZitareBase

/// A job ready to be enqueued: its parameters as JSON, what its type says of it, and what the caller
/// wants beyond that.
public struct NewJob: Sendable, Equatable {
  public let kind: JobKind
  public var queue: QueueName
  /// From 0, the most urgent, to 9.
  public var priority: Int
  public var maxAttempts: Int
  public let parameters: [UInt8]
  public var uniqueness: Uniqueness?
  public var limit: JobLimit?
  /// When it is due; nil for at once.
  public var runAt: Timestamp?
  /// A job that has not started by then is dead.
  public var deadline: Timestamp?
  /// It waits until these have completed; if one is cancelled or dies, so does it.
  public var dependencies: [JobID] = []
  /// The unfinished batch that it joins.
  public var batch: BatchID?
  /// A further job with the same key is not added, even after this one has finished, as long as the
  /// store keeps it.
  public var idempotencyKey: String?

  /// The most bytes of JSON that a job may have as parameters.
  public static let parametersLimit = 1 << 20

  /// Encodes the job; throws `EnqueueError`, or what its `encode(to:)` throws.
  public init<J: Job>(_ job: J, at runAt: Timestamp? = nil) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let parameters = Array(try encoder.encode(job))
    guard parameters.count <= Self.parametersLimit else {
      throw EnqueueError.tooLarge(J.kind, bytes: parameters.count)
    }
    kind = J.kind
    queue = J.queue
    priority = J.priority
    maxAttempts = J.retry.maxAttempts
    self.parameters = parameters
    uniqueness = job.uniqueness
    limit = job.limit
    self.runAt = runAt
  }
}

/// Why a job could not be enqueued.
public enum EnqueueError: Error, Equatable, CustomStringConvertible {
  case tooLarge(JobKind, bytes: Int)
  /// A job it should wait for is not there, or has been cancelled or died.
  case dependency(JobID)
  /// The batch it should join is not there or has ended.
  case batch(BatchID)
  case batchTooLarge(String, jobs: Int)

  public var description: String {
    switch self {
    case .tooLarge(let kind, let bytes):
      "the parameters of a \(kind) have \(bytes) bytes, of \(NewJob.parametersLimit) at most: "
        + "keep large data in a file or table and name it in the job"
    case .dependency(let id):
      "job \(id), which it should wait for, is not there or will not complete"
    case .batchTooLarge(let name, let jobs):
      "the batch \(name) has \(jobs) jobs, of \(NewBatch.limit) at most: let one of them add more"
    case .batch(let id): "batch \(id), which it should join, is not there or has ended"
    }
  }
}

extension NewJob {
  /// What the unique index holds, nil for a job that need not be unique.
  var uniqueHash: [UInt8]? {
    uniqueness.map { Self.hash([kind.rawValue, $0.key.rawValue]) }
  }

  /// What no second job may have as long as the row is kept: the idempotency key, or the stretch of
  /// time in which the job is unique.
  func onceHash(now: Timestamp) -> [UInt8]? {
    if let idempotencyKey { return Self.hash(["", idempotencyKey]) }
    guard let uniqueness, let window = uniqueness.window else { return nil }
    let number = now.milliseconds / window.milliseconds
    return Self.hash([kind.rawValue, uniqueness.key.rawValue, "\(number)"])
  }

  /// Until when the row must be kept for its window.
  func onceUntil(now: Timestamp) -> Timestamp? {
    guard idempotencyKey == nil, let window = uniqueness?.window?.milliseconds else { return nil }
    return Timestamp(milliseconds: (now.milliseconds / window + 1) * window)
  }

  /// The first 16 bytes of a hash over the parts.
  private static func hash(_ parts: [String]) -> [UInt8] {
    Array(SHA256.digest(Array(parts.map { Array($0.utf8) }.joined(separator: [0]))).prefix(16))
  }
}
