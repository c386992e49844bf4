import ZitareBase
import ZitareCorpus
import ZitareHTTP
import ZitareJobs
import ZitarePipeline
import ZitareSearch
import ZitareService

extension App<Services> {
  var corpus: CorpusStore { .quotes(in: paths.data) }
  var index: SearchIndex { .quotes(in: paths.data) }
  var places: Services.Places { Services.Places(state: paths.state, cache: paths.cache) }

  /// The corpus for reading, or the reason why there is nothing to read.
  func corpusReader() throws -> CorpusReader {
    guard let reader = try corpus.reader() else {
      throw CommandFailure(.tryLater, text(Text.noCorpus))
    }
    return reader
  }

  /// How a command ends that could not use the index.
  func failure(of error: SearchError) -> any Error {
    if error.needsRebuild {
      return CommandFailure(.tryLater, text(Text.noIndex, ["reason": "\(error)"]))
    }
    return error.isTransient ? CommandFailure(.tryLater, "\(error)") : error
  }

  var today: Today {
    get throws {
      Today(
        try pipelineConfiguration(), corpus: corpus, places: places,
        generator: Version.generator)
    }
  }

  /// Everything that jobs work with; it opens the job store and brings its tables up to date.
  func makeServices() async throws -> Services {
    let store = try jobStore()
    try await migrate(component: SubmissionStore.component, SubmissionStore.migrations)
    var http = HTTPClient.Configuration(userAgent: "zitare-worker/\(Version.number)")
    http.now = { [clocks] in clocks.wall() }
    http.sleep = clocks.sleep
    return Services(
      configuration: try pipelineConfiguration(), corpus: corpus, index: index, places: places,
      submissions: SubmissionStore(store, now: clocks.wall), http: HTTPClient(http),
      generator: Version.generator, clocks: clocks)
  }

  /// The login kept under a name; looking at it opens no job store.
  func account(_ name: AccountName) throws -> Account {
    let configuration = try pipelineConfiguration()
    return Account(
      name, settings: configuration.account, api: configuration.api?.base,
      folder: places.credentials, clocks: clocks)
  }

  func pipelineConfiguration() throws -> PipelineConfiguration {
    let zone = configuration[Keys.zone] ?? TimeZoneRules.systemIdentifier()
    return PipelineConfiguration(
      origins: try Origins.read(configuration), originsStand: Origins.stand(in: configuration),
      allowedShrink: Double(configuration[Keys.refreshShrink]) / 100,
      languages: languages(), speaksGerman: language == .german, themes: configuration[Keys.themes],
      epochs: configuration[Keys.epochs],
      honoursAnniversaries: configuration[Keys.anniversaries],
      zone: zone == "UTC" ? .utc : try TimeZoneRules(identifier: zone),
      formats: configuration[Keys.formats].compactMap { PanelFormat(rawValue: $0) },
      cards: configuration[Keys.cards].compactMap { CardForm($0) },
      api: try apiAddress().map {
        PipelineConfiguration.API(
          base: $0, submissionsPath: configuration[Keys.submissionsPath],
          timeout: configuration[Keys.submitTimeout],
          settling: configuration[Keys.submitSettling])
      }, account: accountSettings(), exports: try exports())
  }

  /// The folders that the configuration names for exports.
  func exports() throws -> [ExportTarget: FilePath] {
    var folders: [ExportTarget: FilePath] = [:]
    for target in ExportTarget.allCases {
      guard let text = configuration[Keys.export(target)] else { continue }
      folders[target] = try Paths.place(text, home: environment.home)
    }
    return folders
  }

  private func accountSettings() -> AccountSettings {
    let folder = environment.variables["CREDENTIALS_DIRECTORY"]
    return AccountSettings(
      name: AccountName(configuration[Keys.accountName]) ?? .standard,
      server: configuration[Keys.accountServer],
      tokenCommand: configuration[Keys.accountTokenCommand],
      credentialsFolder: folder.flatMap { $0.hasPrefix("/") ? FilePath($0) : nil },
      timeout: configuration[Keys.submitTimeout], userAgent: "zitare-worker/\(Version.number)")
  }

  /// The configured server, else that of the origin that takes submissions.
  private func apiAddress() throws -> String? {
    if let address = configuration[Keys.api] { return address }
    if let text = configuration[Keys.submitOrigin] {
      return try Origin(text, relativeTo: "/").api
    }
    return try Origins.read(configuration).first { $0.site != nil }?.api
  }

  /// The configured languages, else the locale's with German next.
  private func languages() -> [String] {
    let configured = configuration[Keys.languages]
    guard configured.isEmpty else { return configured }
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap {
      environment.variables[$0]
    }
    let locale = variables.first { !$0.isEmpty } ?? ""
    let tag = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }.lowercased()
    let isLanguage = (2...3).contains(tag.utf8.count) && tag.utf8.allSatisfy { $0 > 0x60 }
    return isLanguage && tag != "de" ? [tag, "de"] : ["de"]
  }
}
