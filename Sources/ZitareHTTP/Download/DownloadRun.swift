import ZitareBase

/// One call of `HTTPClient.download(_:report:)`, from the lock on the part to the final name.
final class DownloadRun {
  let client: HTTPClient
  let download: Download
  let paths: DownloadPaths
  let report: @Sendable (DownloadEvent) -> Void
  /// The digest that the caller expects, or the one at the checksum's address.
  let sha256: [UInt8]?
  let part: PartFile
  let keeper: JournalKeeper
  var journal: DownloadJournal
  var sources: DownloadSources
  /// Attempts since the file last grew beyond what it ever was.
  var fruitless = 0
  private var highest: Int64
  /// False once the server has answered a range with something else.
  var mayUseRanges = true
  /// Whether the file has its final name.
  var isNamed = false
  /// How many answers the part's bytes come from, and the MD5 of the only one.
  private(set) var answers: Int
  private(set) var md5: (promised: [UInt8], found: [UInt8])?

  /// How one attempt ended.
  private enum Ended {
    case whole(isDelimited: Bool)
    /// With bytes behind which there may be more.
    case piece
    case notModified(HTTPHeaders)
    case refused(HTTPResponse)
    case failed(DownloadError.Reason)
  }

  init(
    _ client: HTTPClient, _ download: Download, sha256: [UInt8]?, part: PartFile,
    keeper: JournalKeeper, journal: DownloadJournal,
    report: @escaping @Sendable (DownloadEvent) -> Void
  ) {
    self.client = client
    self.download = download
    self.sha256 = sha256
    self.part = part
    self.journal = journal
    self.report = report
    paths = DownloadPaths(destination: download.destination)
    self.keeper = keeper
    sources = DownloadSources(download.source)
    highest = part.size
    answers = part.size > 0 ? 2 : 0  // an earlier run may have had several
  }

  /// Carries the download to its end; on failure what is worth it is kept.
  func run() async throws(DownloadError) -> Download.Result {
    defer { part.unlock() }
    do throws(DownloadFault) {
      // It may have grown while no program was there to see it.
      if journal.restarts > download.patience.restarts {
        throw DownloadFault(
          .restartedTooOften(journal.restarts, last: "what an earlier run had left was of no use"))
      }
      while true {
        do throws(DownloadFault) {
          if let result = try await advance() { return result }
        } catch {
          guard case .outOfSpace = error.reason, download.waitsForSpace else { throw error }
          try await awaitSpace(error.reason)
        }
      }
    } catch {
      throw DownloadError(
        reason: error.reason, destination: download.destination, kept: await close(after: error))
    }
  }

  /// Does what comes next; the result, once there is one.
  private func advance() async throws(DownloadFault) -> Download.Result? {
    if let file = try await finishedFile() { return .file(file) }
    guard let headers = try await step() else { return nil }
    await keeper.drain()
    paths.removePart()
    return .notModified(headers)
  }

  /// The file, once all of it is there; nil where bytes are still to come.
  private func finishedFile() async throws(DownloadFault) -> Download.File? {
    if journal.proof == nil, let total = journal.total, total > 0, part.size == total {
      journal.proof = .complete
    }
    return journal.proof == nil ? nil : try await finish()
  }

  /// Sends one request and does what its answer asks for; the headers of a 304.
  private func step() async throws(DownloadFault) -> HTTPHeaders? {
    let target = try await sources.target()
    if part.size > 0, let obstacle = obstacle(to: target.url) { try await restart(obstacle) }
    try checkSpace()
    let offset = part.size
    let ended = try await attempt(target)
    if part.size > highest {
      highest = part.size
      fruitless = 0
      sources.noteProgress()
    } else {
      fruitless += 1
    }
    switch ended {
    case .whole(let isDelimited): try await takeEnd(isDelimited, target)
    case .piece: try await takePiece(target)
    case .notModified(let headers): return headers
    case .refused(let response): try await takeRefusal(response, of: target, offset: offset)
    case .failed(let reason): try await takeFailure(reason, of: target, offset: offset)
    }
    return nil
  }

  private func attempt(_ target: Download.Target) async throws(DownloadFault) -> Ended {
    try await client.enterGate(target.url.origin, report: report)
    defer { client.gate.leave(target.url.origin) }
    journal.attempts += 1
    let rules = AnswerRules(
      offset: part.size, journal: journal, hasDigest: sha256 != nil,
      isSameAddress: isAddress(target.url), mayResume: mayUseRanges, expected: download.expected)
    let sink = DownloadSink(
      download, target.url, rules, part, keeper, report: report)
    report(
      .attempt(
        number: journal.attempts, offset: part.size, url: target.url.description))
    defer { journal = sink.journal }
    do throws(HTTPError) {
      let exchange = try await client.exchange(
        request(to: target), download.timeouts ?? client.configuration.downloadTimeouts, to: sink,
        limit: .max)
      guard sink.hasTaken else {
        let response = exchange.response
        return response.status == 304 && download.unless != nil
          ? .notModified(response.headers) : .refused(response)
      }
      note(sink)
      if sink.isOpenEnded, part.size < download.expected.size ?? .max { return .piece }
      return .whole(isDelimited: exchange.outcome.isDelimited)
    } catch {
      if sink.hasTaken { note(sink) }
      if case .cancelled = error.reason { return .failed(.cancelled) }
      return .failed(sink.fault ?? .http(error))
    }
  }

  private func note(_ sink: DownloadSink) {
    answers = sink.beganAnew ? 1 : answers + 1
    md5 = sink.promised?.md5.flatMap { promised in sink.bodyMD5().map { (promised, $0) } }
  }

  func request(to target: Download.Target) -> HTTPRequest {
    var request = HTTPRequest(target.url, headers: download.headers)
    for field in target.headers { request.headers[field.name] = field.value }
    download.unless?.apply(to: &request)
    request.acceptsCompression = download.acceptsCompression && part.size == 0
    if part.size > 0 {
      request.headers["Range"] = "bytes=\(part.size)-"
      // Another server may call the same file by another tag; the digest then has to tell.
      if sha256 == nil || isAddress(target.url) {
        request.headers["If-Range"] = journal.validator?.value
      }
    }
    return request
  }

  /// Why a server cannot be asked for the rest, nil where it can.
  private func obstacle(to url: HTTPURL) -> String? {
    guard journal.isResumable, mayUseRanges else { return Self.onlyWhole }
    if sha256 != nil || isAddress(url) { return nil }
    if case .etag = journal.validator, journal.total != nil { return nil }
    return "another server cannot tell whether it has the same file"
  }

  /// Whether the bytes that are here came from an address; those of a provider differ in what they are
  /// signed with.
  private func isAddress(_ url: HTTPURL) -> Bool {
    switch download.source {
    case .mirrors: url.fingerprint == journal.fingerprint
    case .provider: url.description == journal.url
    }
  }

  static let onlyWhole = "the server gives the file only as a whole"

  /// Gives up the bytes that have come, and says so.
  func restart(_ reason: String) async throws(DownloadFault) {
    try journal.countRestart(
      of: part.size, reason, limit: download.patience.restarts, report: report)
    journal.received = 0
    journal.proof = nil
    journal.total = nil
    answers = 0
    let (journal, keeper, part) = (journal, keeper, part)
    do throws(FileError) {
      try await blocking { () throws(FileError) in
        try keeper.overtake(journal)
        try part.restart()
      }
    } catch {
      throw DownloadFault(error)
    }
    keeper.forgetLoss()
  }
}
