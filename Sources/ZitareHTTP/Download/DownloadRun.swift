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
  private var fruitless = 0
  private var highest: Int64
  /// False once the server has answered a range with something else.
  private var mayUseRanges = true
  /// How many answers the part's bytes come from, and the MD5 of the only one.
  private(set) var answers: Int
  private(set) var md5: (promised: [UInt8], found: [UInt8])?

  /// How one attempt ended.
  private enum Ended {
    case whole(isDelimited: Bool)
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
    answers = part.size > 0 ? 1 : 0
  }

  /// Carries the download to its end; on failure what is worth it is kept.
  func run() async throws(DownloadError) -> Download.Result {
    do throws(DownloadFault) {
      // It may have grown while no program was there to see it.
      if journal.restarts > download.patience.restarts {
        throw DownloadFault(
          .restartedTooOften(journal.restarts, last: "what an earlier run had left was of no use"))
      }
      while true {
        if let file = try await finishedFile() { return .file(file) }
        if let headers = try await step() {
          paths.removePart()
          return .notModified(headers)
        }
      }
    } catch {
      throw DownloadError(
        reason: error.reason, destination: download.destination, kept: await close(after: error))
    }
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
    if part.size > 0, !canResume(from: target.url) {
      try await restart("another server cannot tell whether it has the same file")
    }
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
      offset: part.size, journal: journal, hasDigest: sha256 != nil, mayResume: mayUseRanges,
      expected: download.expected)
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

  private func request(to target: Download.Target) -> HTTPRequest {
    var request = HTTPRequest(target.url, headers: download.headers)
    for field in target.headers { request.headers[field.name] = field.value }
    download.unless?.apply(to: &request)
    request.acceptsCompression = download.acceptsCompression && part.size == 0
    if part.size > 0 {
      request.headers["Range"] = "bytes=\(part.size)-"
      request.headers["If-Range"] = journal.validator?.value
    }
    return request
  }

  /// Whether a server can be asked for the rest.
  private func canResume(from url: HTTPURL) -> Bool {
    guard journal.isResumable, mayUseRanges else { return false }
    if sha256 != nil { return true }
    guard let validator = journal.validator else { return false }
    if url.description == journal.url { return true }
    if case .etag = validator { return journal.total != nil }
    return false
  }

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
      try await aside { () throws(FileError) in
        try keeper.overtake(journal)
        try part.restart()
      }
    } catch {
      throw DownloadFault(error)
    }
  }
}

// What follows an attempt.
extension DownloadRun {
  /// Finds out whether the end of an answer is the end of the file.
  private func takeEnd(_ isDelimited: Bool, _ target: Download.Target) async throws(DownloadFault) {
    let wanted = download.expected.size ?? journal.total
    if let wanted, part.size < wanted, !isDelimited || part.size < journal.total ?? 0 {
      let reason = HTTPError.Reason.incomplete(received: part.size, expected: wanted)
      let error = HTTPError(reason, url: target.url, mayHaveReachedServer: true)
      return try await wait(after: .http(error), target)
    }
    if let wanted, part.size != wanted {
      return try await giveUp(.size(expected: wanted, found: part.size), isWorthless: true)
    }
    if part.size < download.expected.minSize {
      let reason = "it has only \(part.size) bytes"
      return try await giveUp(.implausible(reason), isWorthless: true)
    }
    journal.proof = isDelimited || wanted != nil ? .complete : .unverified
  }

  private func takeRefusal(
    _ response: HTTPResponse, of target: Download.Target, offset: Int64
  ) async throws(DownloadFault) {
    if response.status == 416, offset > 0 {
      if try await isComplete(response, target) {
        journal.proof = .complete
      } else {
        try await restart("the server has no bytes from \(offset) on")
      }
      return
    }
    if sources.renew(after: response) { return }
    let error = HTTPError(.status(response), url: response.url, mayHaveReachedServer: true)
    if error.isTransient { return try await wait(after: .http(error), target) }
    try await giveUp(.http(error), isWorthless: false)
  }

  private func takeFailure(
    _ reason: DownloadError.Reason, of target: Download.Target, offset: Int64
  ) async throws(DownloadFault) {
    switch reason {
    case .answer(let detail) where offset > 0:
      mayUseRanges = false
      try await restart(detail)
    case .answer: try await wait(after: reason, target)
    case .http(let error) where error.isTransient: try await wait(after: reason, target)
    case .outOfSpace(let missing) where download.waitsForSpace:
      fruitless = 0
      try await keepOrRestart()
      try await client.sleep(
        .seconds(10), because: "the disk lacks \(missing) bytes", report: report)
    case .http, .size, .implausible: try await giveUp(reason, isWorthless: false)
    case .tooLarge: try await giveUp(reason, isWorthless: true)
    case .digest, .restartedTooOften, .outOfSpace, .busy, .file, .source, .cancelled:
      throw DownloadFault(reason)
    }
  }

  /// Goes on with another mirror, where there is one.
  ///
  /// - Parameter isWorthless: whether the bytes that have come are known to be wrong.
  private func giveUp(
    _ reason: DownloadError.Reason, isWorthless: Bool
  ) async throws(DownloadFault) {
    if isWorthless { journal.isResumable = false }
    guard sources.drop() else { throw DownloadFault(reason) }
    if part.size > 0, isWorthless { try await restart(reason.text) }
  }

  /// Waits before the next attempt, where there is patience for one.
  private func wait(
    after reason: DownloadError.Reason, _ target: Download.Target
  ) async throws(DownloadFault) {
    guard fruitless < download.patience.attempts else { throw DownloadFault(reason) }
    if case .http(let error) = reason, let wait = error.retryAfter {
      client.gate.close(target.url.origin, for: wait, at: client.configuration.now())
    }
    sources.turn()
    try await keepOrRestart()
    let delay = download.patience.delay(
      afterFailure: max(1, fruitless), fraction: client.configuration.jitter())
    try await client.sleep(delay, because: reason.text, report: report)
  }

  /// Writes down what has come, or gives it up where the server will not go on from there.
  private func keepOrRestart() async throws(DownloadFault) {
    guard part.size > 0 else { return }
    guard journal.isResumable, mayUseRanges else {
      return try await restart("the server gives the file only as a whole")
    }
    do throws(FileError) {
      try await keeper.settle(journal.claiming(part))
    } catch {
      throw DownloadFault(error)
    }
  }

  /// Whether a file whose end the server says we have reached is the one it has.
  private func isComplete(
    _ response: HTTPResponse, _ target: Download.Target
  ) async throws(DownloadFault) -> Bool {
    let total = response.headers["Content-Range"].flatMap { ContentRange($0)?.total }
    guard total ?? part.size == part.size else { return false }
    if sha256 != nil { return true }
    var request = request(to: target)
    request.method = .head
    for name in ["Range", "If-Range", "If-None-Match", "If-Modified-Since"] {
      request.headers[name] = nil
    }
    request.acceptsCompression = false
    do throws(HTTPError) {
      let head = try await client.send(request)
      guard head.status == 200, let length = head.headers["Content-Length"].flatMap({ Int64($0) })
      else { return total == part.size }
      return length == part.size && journal.validator?.isContradicted(by: head.headers) == false
    } catch {
      if case .cancelled = error.reason { throw DownloadFault(.cancelled) }
      return false
    }
  }

  /// Keeps what a later download can go on from and removes the rest; how many bytes are kept.
  private func close(after fault: DownloadFault) async -> Int64 {
    let isUseful = journal.proof != nil || journal.isResumable && mayUseRanges
    if case .restartedTooOften = fault.reason {
      paths.removePart()
      return 0
    }
    guard isUseful, part.size > 0 else {
      paths.removePart()
      return 0
    }
    let claim = journal.claiming(part)
    do throws(FileError) {
      try await keeper.settle(claim)
      return claim.received
    } catch {
      // The journal before still holds: it claims no more than the part has.
      guard keeper.exists, let earlier = try? DownloadJournal(at: paths.journal) else {
        paths.removePart()
        return 0
      }
      return earlier.received
    }
  }
}
