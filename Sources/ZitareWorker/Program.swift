import ZitareBase
import ZitareCorpus
import ZitareJobs
import ZitarePipeline
import ZitareService

/// `zitare` as one value: its commands, jobs, schedules and checks.
enum Program {
  static let definition = ServiceDefinition<Services>(
    name: "zitare", summary: Text.summary.message, version: Version.build, schema: Keys.schema,
    globalOptions: [
      GlobalOption(
        name: "--origin", value: "ORIGIN…", key: Keys.origins.field.path,
        meaning: Text.originOption.message)
    ],
    sections: [read, contribute, operate], bare: BareCommand.self, registry: registry,
    queues: [DeliverSubmission.queue, "default"], schedules: schedules, due: due,
    deadExitCode: { $0 == RefreshCorpus.kind ? .unavailable : .failure }, checks: Checks.all,
    services: { try await $0.makeServices() })

  private static let read = CommandSection<Services>(
    Text.sectionRead.message,
    [
      .command(TodayCommand.self), .command(WatchCommand.self), .command(SearchCommand.self),
      .command(SuggestCommand.self), .command(ShowCommand.self), .command(BrowseCommand.self),
      .command(RandomCommand.self),
      .command(OpenCommand.self), .command(CopyCommand.self), .command(HideCommand.self),
    ])

  private static let contribute = CommandSection<Services>(
    Text.sectionContribute.message,
    [
      .command(SubmitCommand.self),
      .family(
        "submissions", SubmissionText.family.message,
        [
          ListSubmissions.self, ShowSubmission.self, EditSubmission.self, SendSubmissions.self,
          RetrySubmissions.self, ResolveSubmission.self, DiscardSubmissions.self,
        ]),
      .command(LoginCommand.self), .command(LogoutCommand.self), .command(WhoamiCommand.self),
      .command(CompleteCommand.self),
    ])

  private static let operate = CommandSection<Services>(
    Text.sectionOperate.message,
    [
      .command(RunCommand<Services>.self), .command(WorkerCommand<Services>.self),
      .command(RefreshCommand.self), .command(IndexCommand.self), .command(RenderCommand.self),
      .command(DeliverCommand.self),
      .family("snapshot", Text.snapshotSummary.message, [BuildSnapshot.self]),
      .command(ExportCommand.self), .command(ProbeCommand.self), .jobs, .schedule,
      .command(StatusCommand<Services>.self),
      .command(ConfigCommand<Services>.self), .command(SetupCommand.self),
      .command(AboutCommand.self),
    ])

  private static let registry: JobRegistry<Services> = {
    var registry = JobRegistry<Services>()
    registry.register(RefreshCorpus.self)
    registry.register(ForgetOrigins.self)
    registry.register(UpdateIndex.self)
    registry.register(ExportCorpus.self)
    registry.register(RenderPayload.self)
    registry.register(RenderCards.self)
    registry.register(DeliverSubmission.self)
    registry.register(SweepSubmissions.self)
    return registry
  }()

  /// One refresh schedule per origin, so that each has its own place in the jitter.
  private static func schedules(_ configuration: Configuration) throws -> [Schedule] {
    let zone = configuration[Keys.zone] ?? TimeZoneRules.systemIdentifier()
    var schedules = try Origins.read(configuration).compactMap { origin in
      try Keys.refresh.schedule(in: configuration, named: ScheduleName("refresh \(origin.id)")) {
        RefreshCorpus(origin.id)
      }
    }
    let render = try Keys.render.schedule(in: configuration, standardZone: zone) { RenderPayload() }
    let deliver = try Keys.deliver.schedule(in: configuration) { SweepSubmissions() }
    let index = try Keys.index.schedule(in: configuration) { UpdateIndex() }
    schedules += [render, deliver, index].compactMap { $0 }
    return schedules
  }

  /// What `run` and the start of a worker look after: everything that may differ from what should be.
  private static func due(_ configuration: Configuration) throws -> [Mutation] {
    var jobs: [any Job] = [ForgetOrigins()]
    jobs += try Origins.read(configuration).map { RefreshCorpus($0.id) }
    jobs += [UpdateIndex(), RenderPayload(), SweepSubmissions()] as [any Job]
    return try jobs.map { .enqueue(try NewJob($0)) }
      + [RefreshCorpus.kind, DeliverSubmission.kind].map { .hastenAll(of: $0) }
  }
}

/// The configured origins.
enum Origins {
  /// Relative paths are taken from where the program was started.
  static func read(_ configuration: Configuration) throws -> [Origin] {
    try configuration[Keys.origins].map { text in
      try Origin(text, relativeTo: FilePath.workingFolder())
    }
  }

  /// Whether they come from the configuration file or are the default: those that a command line
  /// names hold for that call only.
  static func stand(in configuration: Configuration) -> Bool {
    switch configuration.source(of: Keys.origins) {
    case .standard, .file: true
    case .option: false
    }
  }
}
