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

  /// Files and folders that the jobs keep.
  public struct Places: Sendable {
    /// Payload, history and panel files.
    public let state: FilePath
    /// Downloads in progress.
    public let cache: FilePath

    public init(state: FilePath, cache: FilePath) {
      self.state = state
      self.cache = cache
    }

    public var payload: FilePath { file(.payload) }
    public var history: FilePath { state.appending("history.jsonl") }
    public func file(_ format: PayloadFormat) -> FilePath { state.appending(format.fileName) }
  }

  /// - Parameter generator: program and version, as the payload names them.
  public init(
    configuration: PipelineConfiguration, corpus: CorpusStore, index: SearchIndex, places: Places,
    submissions: SubmissionStore, http: HTTPClient, generator: String
  ) {
    self.configuration = configuration
    self.corpus = corpus
    self.index = index
    self.places = places
    self.submissions = submissions
    self.http = http
    self.generator = generator
  }

  /// The configured origin of this name, nil where the configuration has dropped it.
  func origin(_ id: OriginID) -> Origin? { configuration.origins.first { $0.id == id } }

  /// What deliveries wait for that the server wants a login for.
  public var login: Condition? {
    get throws { try configuration.api.map { try SubmissionClient($0, http: http).login } }
  }

  func submissionClient() throws -> SubmissionClient {
    guard let api = configuration.api else { throw NoServerError() }
    return try SubmissionClient(api, http: http)
  }
}

/// No origin is on the web, and no other server is configured.
public struct NoServerError: Error, CustomStringConvertible {
  public var description: String {
    "no server takes submissions: no origin is https; submit.origin or submit.api names one"
  }
}
