public import ZitareBase

/// The number of a batch in its store; never used twice.
public struct BatchID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Reads what `description` writes.
  public init?(_ text: String) {
    guard let number = Int64(text), number > 0 else { return nil }
    rawValue = number
  }

  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int64.self)
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public var description: String { String(rawValue) }
}

/// Jobs that are added together, and one that runs when all of them have ended.
public struct NewBatch: Sendable, Equatable {
  /// For people; it need not be unique.
  public var name: String
  public var jobs: [NewJob]
  /// Runs once all members have ended, however they did; `JobContext.batch` tells how.
  public var completion: NewJob?

  /// The most jobs that can be added in one go; a job may join the batch that it is in.
  public static let limit = 10_000

  public init(_ name: String, jobs: [NewJob], completion: NewJob? = nil) {
    self.name = name
    self.jobs = jobs
    self.completion = completion
  }
}

/// A batch as it is stored.
public struct BatchRecord: Sendable, Equatable {
  public let id: BatchID
  public let name: String
  public let createdAt: Timestamp
  /// When its last member ended.
  public let finishedAt: Timestamp?
  public let completion: JobID?
  public let counts: BatchCounts
}

/// What became of the members of a batch; members that were pruned are missing.
public struct BatchCounts: Sendable, Equatable, Codable {
  public var unfinished: Int
  public var completed: Int
  public var cancelled: Int
  public var dead: Int

  public init(unfinished: Int = 0, completed: Int = 0, cancelled: Int = 0, dead: Int = 0) {
    self.unfinished = unfinished
    self.completed = completed
    self.cancelled = cancelled
    self.dead = dead
  }

  public var all: Int { unfinished + completed + cancelled + dead }
}
