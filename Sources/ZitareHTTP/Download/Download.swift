public import ZitareBase

/// A file to fetch: from where, to where, and what is known of it beforehand.
///
/// ```swift
/// var download = Download(from: [url], to: "/srv/films/one.mkv")
/// download.expected.size = 4_211_906_560
/// switch try await client.download(download, report: { event in print(event) }) {
/// case .file(let file): print(file.path, file.size, file.proof)
/// case .notModified: break  // only where `unless` was set
/// }
/// ```
///
/// `HTTPClient.download(_:report:)` gives the destination's name only to a file that is on the disk,
/// whole by all that is known of it, and synced. Until then the bytes are in `NAME.part` and what is
/// known of them in `NAME.part.json`; a later download to the same destination goes on from there,
/// after a crash, too. The file that lay at the destination before stays until it is replaced.
public struct Download: Sendable {
  /// Where a file may come from.
  public enum Source: Sendable {
    /// Addresses of the same file, of which the next is tried when one fails.
    case mirrors([HTTPURL])
    /// Asked before the first attempt, and with the answer once a server refuses the last address
    /// with 401, 403 or 410, as it does when a token or a signed address has run out.
    case provider(@Sendable (_ refused: HTTPResponse?) async throws -> Target)
  }

  /// An address and the headers that it alone needs.
  public struct Target: Sendable {
    public var url: HTTPURL
    public var headers: HTTPHeaders

    public init(_ url: HTTPURL, headers: HTTPHeaders = [:]) {
      self.url = url
      self.headers = headers
    }
  }

  /// What must be true of the file; what is nil is not known.
  public struct Expectation: Sendable, Equatable {
    public var size: Int64?
    /// 32 bytes.
    public var sha256: [UInt8]?
    /// A media type such as `video/mp4`: a page or a JSON text in its place is refused.
    public var type: String?
    /// Fewer bytes are refused; 0 takes an empty file, too.
    public var minSize: Int64 = 1

    public init(size: Int64? = nil, sha256: [UInt8]? = nil, type: String? = nil) {
      self.size = size
      self.sha256 = sha256
      self.type = type
    }
  }

  /// How often it is tried.
  public struct Patience: Sendable {
    /// Attempts in a row that bring no byte further.
    public var attempts = 5
    /// How often bytes that had come may be fetched again from the start.
    public var restarts = 2
    /// The longest wait after the first failure; it doubles up to `cap`.
    public var base: Duration = .seconds(1)
    public var cap: Duration = .seconds(300)

    public init() {}
  }

  public var source: Source
  public var destination: FilePath
  public var expected = Expectation()
  /// An address with the file's SHA-256, as `sha256sum` writes it.
  public var checksum: HTTPURL?
  /// Sent with every request to the sources, and not to other origins that these redirect to.
  public var headers: HTTPHeaders = [:]
  /// A version that is here already: the server may then answer that there is no other.
  public var unless: Validators?
  /// Whether the file may come in gzip; it is then unpacked on the way, and cannot be resumed.
  public var acceptsCompression = false
  public var maxSize: Int64 = .max
  /// Shared by all downloads that name the same one.
  public var rateLimit: RateLimit?
  /// Nil for the client's own.
  public var timeouts: HTTPTimeouts?
  public var patience = Patience()
  /// This much of the disk is left free.
  public var reservedSpace: Int64 = 16 << 20
  /// Whether a full disk is waited for, with the download paused, and not an error.
  public var waitsForSpace = false
  /// After so many bytes, or 5 seconds, what has come is synced and written down.
  public var checkpointBytes: Int64 = 32 << 20

  public init(from mirrors: [HTTPURL], to destination: FilePath) {
    self.init(from: .mirrors(mirrors), to: destination)
  }

  public init(from source: Source, to destination: FilePath) {
    self.source = source
    self.destination = destination
  }
}
