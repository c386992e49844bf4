import ZitareJobs

/// The options that choose jobs, for lists and for orders to many.
struct JobFilter: Sendable {
  static var options: [OptionDescription] {
    [
      OptionDescription("--state STATE", ServiceText.jobsState.message),
      OptionDescription("--kind KIND", ServiceText.jobsKind.message),
      OptionDescription("--queue QUEUE", JobText.filterQueue.message),
      OptionDescription("--batch ID", JobText.filterBatch.message),
      OptionDescription("--since INSTANT", JobText.filterSince.message),
    ]
  }

  private(set) var query: JobQuery
  /// Whether any of the options was there.
  let isGiven: Bool

  /// Takes the options; `states` are those that may be named, `usual` those meant if none is.
  init(
    _ arguments: inout Arguments, of states: [JobState] = JobState.allCases,
    usually usual: [JobState] = JobState.allCases, limit: Int
  ) throws(UsageError) {
    let named: [JobState] = try arguments.options("--state")
    if let wrong = named.first(where: { !states.contains($0) }) {
      let form = Message.choice(of: states.map(\.description))
      throw UsageError(badValue: "\(wrong)", of: "--state", form: form)
    }
    let kinds: [JobKind] = try arguments.options("--kind")
    query = JobQuery(
      states: Set(named.isEmpty ? usual : named), kinds: kinds.isEmpty ? nil : Set(kinds),
      queue: try arguments.option("--queue"), batch: try arguments.option("--batch"),
      since: try arguments.option("--since"), limit: limit)
    isGiven =
      !named.isEmpty || query.kinds != nil || query.queue != nil || query.batch != nil
      || query.since != nil
  }
}
