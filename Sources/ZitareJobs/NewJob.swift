internal import FoundationEssentials
public import ZitareBase

/// A job ready to be enqueued: its parameters as JSON and what its type says of it.
public struct NewJob: Sendable, Equatable {
  public let kind: JobKind
  public let queue: QueueName
  public let priority: Int
  public let maxAttempts: Int
  public let parameters: [UInt8]
  public let uniqueKey: UniqueKey?
  /// When it is due; nil for at once.
  public let runAt: Timestamp?

  /// Encodes the job; throws what its `encode(to:)` throws.
  public init<J: Job>(_ job: J, at runAt: Timestamp? = nil) throws {
    precondition((0...9).contains(J.priority), "\(J.kind): priorities go from 0 to 9")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    kind = J.kind
    queue = J.queue
    priority = J.priority
    maxAttempts = J.retry.maxAttempts
    parameters = Array(try encoder.encode(job))
    uniqueKey = job.uniqueKey
    self.runAt = runAt
  }

  /// The first 16 bytes of a hash over kind and key, nil for a job that need not be unique.
  var uniqueHash: [UInt8]? {
    uniqueKey.map { key in
      Array(SHA256.digest(Array(kind.rawValue.utf8) + [0] + Array(key.rawValue.utf8)).prefix(16))
    }
  }
}
