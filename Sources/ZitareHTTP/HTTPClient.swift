public import ZitareBase

/// Sends requests over libcurl; one thread serves any number of calls and downloads.
///
/// Only http and https are spoken, no proxy and no `.netrc` of the environment is used, and
/// redirects are followed without taking credentials to another origin. Cancelling a task ends its
/// call within milliseconds.
public final class HTTPClient: Sendable {
  public struct Configuration: Sendable {
    public var userAgent: String
    /// For calls whose request names none.
    public var callTimeouts = HTTPTimeouts(total: .seconds(60))
    /// For downloads whose request names none.
    public var downloadTimeouts = HTTPTimeouts()
    public var maxRedirects = 10
    /// How many verified downloads run at once from one server; further ones wait.
    public var downloadsPerHost = 4
    /// The wall clock, for waits that a server names by date.
    public var now: @Sendable () -> Timestamp = { .now() }
    /// Waits between attempts, or throws `CancellationError`.
    public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A random number from 0 up to 1, by which waits are spread.
    public var jitter: @Sendable () -> Double = { .random(in: 0..<1) }

    /// Whether calls may go over HTTP/2 where an https server offers it.
    ///
    /// Streams, downloads and bodies that cannot be sent again go over HTTP/1.1 all the same, as
    /// does everything to a server with which HTTP/2 has failed.
    public var usesHTTP2 = true
    /// Connections at the same time, to all servers and to one; further calls wait for one, which
    /// counts against nothing but their total time.
    public var maxConnections = 64
    public var maxConnectionsPerHost = 16
    /// The age at which an unused connection is no longer trusted to work.
    public var maxIdle: Duration = .seconds(60)
    /// Further certificate authorities to believe beside the system's, a file in the form PEM.
    public var extraAuthorities: FilePath?
    /// By host, the keys of which its server has to present one, whoever has signed for it.
    public var pins: [String: [PublicKeyPin]] = [:]
    /// What every request goes through, nil for straight to the server.
    public var proxy: HTTPProxy?

    public init(userAgent: String = "ZitareHTTP") { self.userAgent = userAgent }
  }

  let configuration: Configuration
  /// Made by the first call: a program that ends without one does not pay for libcurl's start.
  private let loop = Mutex<TransferLoop?>(nil)
  /// The servers with which HTTP/2 has failed.
  private let withoutHTTP2 = Mutex<Set<HTTPURL.Origin>>([])
  let gate: HostGate
  let folders = FolderSync()

  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    gate = HostGate(limit: configuration.downloadsPerHost)
  }

  deinit { loop.withLock { $0?.stop() } }

  /// Sends a request and returns the answer, whatever its status.
  ///
  /// A POST or PATCH goes over a new connection and is never sent twice.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    try await exchange(
      request, request.timeouts ?? configuration.callTimeouts, to: nil,
      limit: Int64(request.maxResponseBytes)
    ).response
  }

  func startedLoop() throws(FileError) -> TransferLoop {
    try loop.withLock { loop throws(FileError) in
      if let loop { return loop }
      let started = TransferLoop(try ConnectionOptions(configuration))
      loop = started
      return started
    }
  }

  func mayUseHTTP2(_ request: HTTPRequest) -> Bool {
    configuration.usesHTTP2 && request.url.origin.isSecure
      && request.body?.isReplayable != false
      && !withoutHTTP2.withLock { $0.contains(request.url.origin) }
  }

  func avoidHTTP2(with origin: HTTPURL.Origin) {
    withoutHTTP2.withLock { _ = $0.insert(origin) }
  }
}
