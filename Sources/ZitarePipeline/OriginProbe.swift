import Glibc
import ZitareBase
public import ZitareCorpus
import ZitareHTTP

/// What an origin offers, found out without taking anything in.
public struct OriginProbe: Sendable {
  private let origin: Origin
  private let userAgent: String

  public init(_ origin: Origin, userAgent: String) {
    self.origin = origin
    self.userAgent = userAgent
  }

  /// What was found; printed as JSON by `probe --json`.
  public struct Report: Sendable, Encodable {
    public struct Fact: Sendable, Encodable {
      public let name: String
      public let value: String
    }

    /// Without secrets.
    public let origin: String
    public fileprivate(set) var isUsable = false
    public fileprivate(set) var facts: [Fact] = []

    fileprivate mutating func note(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { facts.append(Fact(name: name, value: value)) }
    }
  }

  public func run() async -> Report {
    var report = Report(origin: origin.description)
    report.note("id", origin.id.string)
    do {
      switch origin.location {
      case .fortune(let path): try probe(fortunes: path, &report)
      case .file(let path): try probe(file: path, &report)
      case .web(let address): try await probe(address, &report)
      }
    } catch {
      report.note("error", "\(error)")
    }
    return report
  }

  private func probe(fortunes path: FilePath, _ report: inout Report) throws {
    let summary = try FortuneReader([path]).read { _ in }
    report.note("format", "fortune")
    report.note("quotations", "\(summary.records)")
    report.note("attributed", "\(summary.attributed)")
    report.note("duplicates", "\(summary.duplicates)")
    report.note("skipped", "\(summary.skipped)")
    report.isUsable = summary.records > 0
  }

  private func probe(file path: FilePath, _ report: inout Report) throws {
    guard let size = try Files.size(of: path) else {
      throw FileError("open", path, code: ENOENT)
    }
    report.note("format", "snapshot")
    report.note("bytes", "\(size)")
    report.isUsable = size > 0
  }

  private func probe(_ address: WebAddress, _ report: inout Report) async throws {
    var configuration = HTTPClient.Configuration(userAgent: userAgent)
    configuration.callTimeouts = HTTPTimeouts(total: .seconds(20))
    let client = HTTPClient(configuration)
    try await probe(address.url, as: "snapshot", client, &report)
    if address.path.hasSuffix("/index-full.json") {
      try await probe(address.sibling("index-min.json").url, as: "index", client, &report)
    }
    for kind in NameKind.allCases {
      let url = try HTTPURL(address.sibling(kind.fileName).url)
      let response = try await client.send(HTTPRequest(url, method: .head))
      report.note(kind.fileName, "\(response.status)")
    }
  }

  /// Asks for the head only: a snapshot may be large.
  private func probe(
    _ url: String, as name: String, _ client: HTTPClient, _ report: inout Report
  ) async throws {
    let response = try await client.send(HTTPRequest(try HTTPURL(url), method: .head))
    report.note("\(name) status", "\(response.status)")
    if response.isSuccess { report.isUsable = true }
    guard response.isSuccess else { return }
    let headers = [
      "Content-Type", "Content-Length", "Content-Encoding", "ETag", "Last-Modified",
      "Accept-Ranges", "X-RateLimit-Limit", "X-RateLimit-Remaining", "Retry-After",
    ]
    for header in headers { report.note("\(name) \(header)", response.headers[header]) }
  }
}
