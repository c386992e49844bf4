import TestSupport
import Testing
import ZitareBase

@testable import ZitareHTTP

/// A folder to download into, a client whose waits take no time, and what it tells.
final class Downloading: Sendable {
  let folder = TemporaryFolder()
  let client: HTTPClient
  private let record = Record()

  private final class Record: Sendable {
    let events = Mutex<[DownloadEvent]>([])
    let waits = Mutex<[Duration]>([])
    let now = Mutex(Timestamp(seconds: 1_800_000_000))
  }

  init(perHost: Int = 4) {
    var configuration = HTTPClient.Configuration()
    let record = record
    configuration.now = { record.now.withLock { $0 } }
    configuration.sleep = { wait in
      try Task.checkCancellation()
      record.waits.withLock { $0.append(wait) }
      record.now.withLock { $0 = $0 + wait }
    }
    configuration.jitter = { 0.5 }
    configuration.downloadsPerHost = perHost
    client = HTTPClient(configuration)
  }

  var paths: DownloadPaths { DownloadPaths(destination: folder.appending("file.bin")) }
  var events: [DownloadEvent] { record.events.withLock { $0 } }
  var waits: [Duration] { record.waits.withLock { $0 } }

  /// The offsets from which requests were sent.
  var offsets: [Int64] {
    events.compactMap { if case .attempt(_, let offset, _) = $0 { offset } else { nil } }
  }

  /// Why bytes were given up.
  var restarts: [String] {
    events.compactMap { if case .restarted(_, _, let reason) = $0 { reason } else { nil } }
  }

  func download(_ urls: String...) throws -> Download {
    Download(from: try urls.map { try HTTPURL($0) }, to: paths.destination)
  }

  func run(_ download: Download) async throws(DownloadError) -> Download.Result {
    let record = record
    return try await client.download(download) { event in
      record.events.withLock { $0.append(event) }
    }
  }

  func file(_ download: Download) async throws -> Download.File {
    guard case .file(let file) = try await run(download) else { throw Missing() }
    return file
  }

  func failure(_ download: Download) async throws -> DownloadError {
    try #require(await #expect(throws: DownloadError.self) { try await run(download) })
  }

  struct Missing: Error {}

  /// The bytes under the final name, nil for none.
  var result: [UInt8]? { get throws { try folder.read("file.bin") } }
  var part: [UInt8]? { get throws { try folder.read("file.bin.part") } }
  var journal: DownloadJournal? { get throws { try DownloadJournal(at: paths.journal) } }
  /// Whether nothing but the file, if that, is left.
  var isClean: Bool {
    get throws { try Files.names(in: folder.path).allSatisfy { $0 == "file.bin" } }
  }

  /// Leaves what an interrupted download of these bytes leaves.
  func leave(
    _ bytes: some Collection<UInt8>, of url: String, tag: String? = FaultServer.tag,
    total: Int64? = Int64(FaultServer.size), change: (inout DownloadJournal) -> Void = { _ in }
  ) throws {
    var journal = DownloadJournal()
    journal.url = try HTTPURL(url).description
    journal.finalURL = journal.url
    journal.fingerprint = try HTTPURL(url).fingerprint
    journal.validator = tag.map { .etag($0) }
    journal.validators = Validators(etag: tag)
    journal.contentType = "application/octet-stream"
    journal.isResumable = true
    journal.total = total
    journal.received = Int64(bytes.count)
    journal.sha256 = SHA256.digest(bytes).hexadecimal
    journal.attempts = 1
    change(&journal)
    try folder.write("file.bin.part", bytes)
    try journal.save(at: paths.journal)
  }
}
