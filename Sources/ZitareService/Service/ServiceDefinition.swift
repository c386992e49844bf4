public import ZitareJobs

/// A worker program as one value: its name, configuration, commands, jobs and what they work with.
public struct ServiceDefinition<Services: Sendable>: Sendable {
  /// Also the name of its folders and of its configuration file.
  public let name: String
  /// One sentence on what it is.
  public let summary: Message
  public var version: ProgramVersion { makeVersion() }
  /// All keys, `ServiceKeys.fields` among them.
  public let schema: ConfigurationSchema
  public let globalOptions: [GlobalOption]
  /// The dispatcher and the help.
  public let sections: [CommandSection<Services>]
  /// What the bare name of the program runs; nil for the help.
  public let bare: (any Command<Services>.Type)?
  public let registry: JobRegistry<Services>
  /// In the order in which workers serve them.
  public let queues: [QueueName]
  /// What a scheduler fires.
  public let schedules: @Sendable (Configuration) throws -> [Schedule]
  /// What `run` and the start of a worker do first: enqueue the chain, make retries due.
  public let due: @Sendable (Configuration) throws -> [Mutation]
  /// The exit code for a job of a kind that died.
  public let deadExitCode: @Sendable (JobKind) -> ExitCode
  /// What `status` asks besides the jobs.
  public let checks: [Check<Services>]
  /// Builds what jobs and commands work with.
  public let services: @Sendable (App<Services>) async throws -> Services
  private let makeVersion: @Sendable () -> ProgramVersion

  /// - Parameter version: made when it is asked for, since to name a library may be to load it.
  public init(
    name: String, summary: Message,
    version: @autoclosure @escaping @Sendable () -> ProgramVersion, schema: ConfigurationSchema,
    globalOptions: [GlobalOption] = [], sections: [CommandSection<Services>],
    bare: (any Command<Services>.Type)? = nil, registry: JobRegistry<Services> = JobRegistry(),
    queues: [QueueName] = ["default"],
    schedules: @escaping @Sendable (Configuration) throws -> [Schedule] = { _ in [] },
    due: @escaping @Sendable (Configuration) throws -> [Mutation] = { _ in [] },
    deadExitCode: @escaping @Sendable (JobKind) -> ExitCode = { _ in .failure },
    checks: [Check<Services>] = [],
    services: @escaping @Sendable (App<Services>) async throws -> Services
  ) {
    self.name = name
    self.summary = summary
    makeVersion = version
    self.schema = schema
    self.globalOptions = globalOptions
    self.sections = sections
    self.bare = bare
    self.registry = registry
    self.queues = queues
    self.schedules = schedules
    self.due = due
    self.deadExitCode = deadExitCode
    self.checks = checks
    self.services = services
  }
}
