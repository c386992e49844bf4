import Glibc
public import ZitareBase
public import ZitareCorpus
import ZitareHTTP

/// What an origin offers, found out without taking anything in.
public struct OriginProbe: Sendable {
  private let origin: Origin
  private let folder: FilePath
  private let userAgent: String

  /// `cache` is where a snapshot from the web lies while it is looked at.
  public init(_ origin: Origin, cache: FilePath, userAgent: String) {
    self.origin = origin
    folder = cache.appending("probe")
    self.userAgent = userAgent
  }

  /// Never throws: what went wrong is part of the report.
  public func run() async -> ProbeReport {
    var report = ProbeReport(origin)
    do {
      switch origin.location {
      case .fortune(let path):
        report.format = .fortune
        report.bytes = try FortuneReader([path]).files.reduce(0) { sum, file in
          sum + (try Files.size(of: file.path) ?? 0)
        }
        report.take(try await blocking { try OriginSurvey(fortunes: FortuneReader([path])) })
      case .file(let path): try await probe(path, &report)
      case .web(let address): try await probe(address, &report)
      }
    } catch {
      report.error = "\(error)"
    }
    return report
  }

  private func probe(_ path: FilePath, _ report: inout ProbeReport) async throws {
    report.format = .snapshot
    report.file = path.lastComponent
    guard let size = try Files.size(of: path) else {
      throw FileError("open", path, code: ENOENT)
    }
    report.bytes = size
    for kind in NameKind.allCases
    where try Files.size(of: path.parent.appending(kind.fileName)) != nil {
      report.masterData.append(kind.fileName)
    }
    report.take(try await blocking { try OriginSurvey(snapshot: path) })
  }

  private func probe(_ address: WebAddress, _ report: inout ProbeReport) async throws {
    report.format = .snapshot
    var configuration = HTTPClient.Configuration(userAgent: userAgent)
    configuration.callTimeouts = HTTPTimeouts(total: .seconds(20))
    let client = HTTPClient(configuration)
    var addresses = [address]
    if address.path.hasSuffix("/index-full.json") {
      addresses.append(address.sibling("index-min.json"))
    }
    addresses += NameKind.allCases.map { address.sibling($0.fileName) }
    for address in addresses { report.heads.append(try await head(address, client)) }

    try Files.makeFolder(folder)
    guard let lock = try FileLock.attempt(folder.adding(suffix: ".lock")) else {
      report.error = "another probe is at work"
      return
    }
    try await look(at: address, client, &report)
    _ = consume lock
  }

  private func look(
    at address: WebAddress, _ client: HTTPClient, _ report: inout ProbeReport
  ) async throws {
    let download = SnapshotDownload(
      address: address, folder: folder, http: client, report: { _ in })
    guard let fetched = try await download.run(unless: .init()) else { return }
    defer { fetched.remove() }
    report.file = FilePath(fetched.address.path).lastComponent
    guard let file = fetched.snapshot.quotes else { return }
    report.bytes = try Files.size(of: file.path)
    report.masterData = NameKind.allCases.filter { fetched.snapshot.names[$0] != nil }
      .map(\.fileName)
    report.take(try await blocking { try OriginSurvey(snapshot: file.path) })
  }

  /// What the server says of a file; a head costs nothing however large the file is.
  private func head(_ address: WebAddress, _ client: HTTPClient) async throws -> ProbeReport.Head {
    let response = try await client.send(
      HTTPRequest(try HTTPURL(address.url), method: .head))
    var headers: [String: String] = [:]
    for name in Self.headers { headers[name] = response.headers[name] }
    return ProbeReport.Head(
      file: FilePath(address.path).lastComponent, status: response.status, headers: headers)
  }

  /// Validators, ranges, compression and rates.
  private static let headers = [
    "content-type", "content-length", "content-encoding", "etag", "last-modified",
    "accept-ranges", "cache-control", "x-ratelimit-limit", "x-ratelimit-remaining",
    "x-ratelimit-reset", "retry-after",
  ]
}
