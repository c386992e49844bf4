import ZitareBase
public import ZitareJobs

extension JobID: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { ServiceText.formJob.message }
}

extension BatchID: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { JobText.formBatch.message }
}

extension JobState: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message {
    Message.choice(of: JobState.allCases.map(\.description))
  }
}

/// Names of the queue's things are words of a command line as they are; only empty ones are wrong.
extension ArgumentValue where Self: Name {
  public init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(argument)
  }
  public static var argumentForm: Message { ServiceText.formText.message }
}

extension JobKind: ArgumentValue {}
extension QueueName: ArgumentValue {}
extension LimitName: ArgumentValue {}
extension ScheduleName: ArgumentValue {}
extension UniqueKey: ArgumentValue {}

/// How urgent a job is.
struct Priority: ArgumentValue {
  let number: Int

  init?(argument: String) {
    guard let number = Int(argument), (0...9).contains(number) else { return nil }
    self.number = number
  }

  static var argumentForm: Message { JobText.formPriority.message }
}

/// How many jobs may run at once, or start at once after a pause.
struct Bound: ArgumentValue {
  let number: Int

  init?(argument: String) {
    guard let number = Int(argument), (0...Count.largest).contains(number) else { return nil }
    self.number = number
  }

  static var argumentForm: Message { JobText.formBound.message }
}

/// How often jobs may start, such as `30/1m` or `5/s`.
struct Rate: ArgumentValue {
  let count: Int
  let period: Duration

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Count(argument: String(parts[0])),
      let period = Duration(text: parts[1]) ?? Duration(text: "1\(parts[1])"),
      period >= .milliseconds(1)
    else { return nil }
    self.count = count.number
    self.period = period
  }

  static var argumentForm: Message { JobText.formRate.message }
}
