public import ZitareBase
public import ZitareCorpus
public import ZitareHTTP
public import ZitareJobs
public import ZitareSearch

/// What the jobs work with; built once at launch.
public struct Services: Sendable {
  public let configuration: PipelineConfiguration
  public let corpus: CorpusStore
  public let index: SearchIndex
  public let places: Places
  public let submissions: SubmissionStore
  public let http: HTTPClient
  public let generator: String
  /// What draws cards.
  public let cards: CardProgram
  let clocks: Clocks

  /// Files and folders that the jobs keep.
  public struct Places: Sendable {
    /// Payload, history and panel files.
    public let state: FilePath
    /// Downloads in progress, and cards.
    public let cache: FilePath

    public init(state: FilePath, cache: FilePath) {
      self.state = state
      self.cache = cache
    }

    public var payload: FilePath { file(.payload) }
    /// Logins, for their owner alone.
    public var credentials: FilePath { state.appending("credentials") }
    public var history: FilePath { state.appending("history.jsonl") }
    /// What its person does not want to see.
    public var hidden: FilePath { state.appending("hidden.jsonl") }
    public func file(_ format: PanelFormat) -> FilePath {
      (format == .card ? cache : state).appending(format.fileName)
    }
  }

  /// - Parameter generator: program and version, as the payload names them.
  public init(
    configuration: PipelineConfiguration, corpus: CorpusStore, index: SearchIndex, places: Places,
    submissions: SubmissionStore, http: HTTPClient, generator: String,
    cards: CardProgram = .own, clocks: Clocks = .system
  ) {
    self.configuration = configuration
    self.corpus = corpus
    self.index = index
    self.places = places
    self.submissions = submissions
    self.http = http
    self.generator = generator
    self.cards = cards
    self.clocks = clocks
  }

  /// The configured origin of this name, nil where the configuration has dropped it.
  func origin(_ id: OriginID) -> Origin? { configuration.origins.first { $0.id == id } }

  /// The login that is kept under this name.
  public func account(_ name: AccountName) -> Account {
    Account(
      name, settings: configuration.account, api: configuration.api?.base,
      folder: places.credentials, clocks: clocks)
  }
}
