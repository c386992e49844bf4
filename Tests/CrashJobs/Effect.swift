import Glibc
public import ZitareBase
public import ZitareJobs

/// One line of the effects file: what happened in a run of a job.
public struct Effect: Sendable {
  public enum Step: Character, Sendable {
    case begun = "B"
    /// What the job is for was done.
    case done = "D"
    /// The run is about to return.
    case ended = "E"
    /// The run kills its process now.
    case killing = "K"
  }

  public let step: Step
  /// Time since the machine started.
  public let time: Duration
  public let process: Int32
  public let job: JobID
  public let attempt: Int
  public let claim: Int64
  /// The number of the job in its plan, or of a point of the store.
  public let number: Int

  /// The point of the store at which its process killed itself; nil for a job's effects.
  public var point: KillPoint? { job == Self.store ? KillPoint.all[number] : nil }

  /// What stands for the job where there is none.
  fileprivate static let store = JobID(rawValue: 0)

  /// Reads a line; nil where it is none, such as the torn end of a file.
  init?(_ line: Substring) {
    let words = line.split(separator: " ")
    guard words.count == 7, let letter = words[0].first, let step = Step(rawValue: letter),
      let time = Int64(words[1]), let process = Int32(words[2]), let job = Int64(words[3]),
      let attempt = Int(words[4]), let claim = Int64(words[5]), let number = Int(words[6])
    else { return nil }
    self.step = step
    self.time = .nanoseconds(time)
    self.process = process
    self.job = JobID(rawValue: job)
    self.attempt = attempt
    self.claim = claim
    self.number = number
  }
}

/// Where jobs leave their traces: many processes append to it, a line in one write.
public final class EffectsFile: Sendable {
  public let path: FilePath
  private let descriptor: Int32

  public init(_ path: FilePath) throws {
    self.path = path
    descriptor = open(path.string, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("open", path, code: errno) }
  }

  deinit { close(descriptor) }

  func append<Services>(_ step: Effect.Step, _ number: Int, _ context: JobContext<Services>) {
    append(step, "\(context.id) \(context.attempt) \(context.claim) \(number)")
  }

  /// Appends what happens at a point of the store.
  public func append(_ step: Effect.Step, at point: KillPoint) {
    append(step, "\(Effect.store) 0 0 \(point.number)")
  }

  private func append(_ step: Effect.Step, _ rest: String) {
    let time = Clocks.system.boot()
    let nanoseconds =
      time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000
    append("\(step.rawValue) \(nanoseconds) \(getpid()) \(rest)\n")
  }

  /// Appends a line of another sort.
  public func append(_ text: String) {
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      fatalError("\(path): \(errno)")
    }
  }

  /// The lines so far, in the order in which they were written.
  public func effects() throws -> [Effect] {
    var start = 0
    return try effects(after: &start)
  }

  /// The lines behind the first `start` bytes; moves `start` to their end.
  public func effects(after start: inout Int) throws -> [Effect] {
    let bytes = (try Files.read(path) ?? []).dropFirst(start)
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    start = end + 1
    return String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
      .compactMap { Effect($0) }
  }
}
