import ZitareBase

// What follows an attempt, depending on how it ended.
extension DownloadRun {
  /// Finds out whether the end of an answer is the end of the file.
  func takeEnd(_ isDelimited: Bool, _ target: Download.Target) async throws(DownloadFault) {
    let wanted = download.expected.size ?? journal.total
    if let wanted, part.size < wanted, !isDelimited || part.size < journal.total ?? 0 {
      let reason = HTTPError.Reason.incomplete(received: part.size, expected: wanted)
      let error = HTTPError(reason, url: target.url, mayHaveReachedServer: true)
      return try await wait(after: .http(error), target)
    }
    if let wanted, part.size != wanted {
      return try await giveUp(.size(expected: wanted, found: part.size), isWorthless: true)
    }
    if download.expected.size == nil, part.size < download.expected.minSize {
      let reason = "it has only \(part.size) bytes"
      return try await giveUp(.implausible(reason), isWorthless: true)
    }
    journal.proof = isDelimited || wanted != nil ? .complete : .unverified
  }

  /// Goes on behind a piece: only the server's word that there is no more ends the file.
  func takePiece(_ target: Download.Target) async throws(DownloadFault) {
    guard fruitless > 0 else { return }
    try await wait(after: .answer("206 without the bytes that it announces"), target)
  }

  func takeRefusal(
    _ response: HTTPResponse, of target: Download.Target, offset: Int64
  ) async throws(DownloadFault) {
    if response.status == 416, offset > 0 {
      return try await takeRangeRefusal(response, target)
    }
    if sources.renew(after: response) { return }
    let error = HTTPError(.status(response), url: response.url, mayHaveReachedServer: true)
    if error.isTransient { return try await wait(after: .http(error), target) }
    try await giveUp(.http(error), isWorthless: false)
  }

  /// The server has no bytes behind those that are here: they may be all.
  private func takeRangeRefusal(
    _ response: HTTPResponse, _ target: Download.Target
  ) async throws(DownloadFault) {
    let isComplete: Bool
    do throws(HTTPError) {
      isComplete = try await self.isComplete(response, target)
    } catch {
      if case .cancelled = error.reason { throw DownloadFault(.cancelled) }
      return try await wait(after: .http(error), target)
    }
    if isComplete { return try await takeEnd(true, target) }
    try await restart("the server has no bytes from \(part.size) on")
  }

  func takeFailure(
    _ reason: DownloadError.Reason, of target: Download.Target, offset: Int64
  ) async throws(DownloadFault) {
    switch reason {
    case .answer(let detail) where offset > 0:
      mayUseRanges = false
      try await restart(detail)
    case .answer: try await wait(after: reason, target)
    case .http(let error) where error.isTransient: try await wait(after: reason, target)
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
      return try await restart(Self.onlyWhole)
    }
    do throws(FileError) {
      try await keeper.settle(journal.claiming(part))
    } catch {
      throw DownloadFault(error)
    }
  }

  /// Whether a file whose end the server says we have reached is the one it has; what keeps it from
  /// telling for now is thrown.
  private func isComplete(
    _ response: HTTPResponse, _ target: Download.Target
  ) async throws(HTTPError) -> Bool {
    let total = response.headers["Content-Range"].flatMap { ContentRange($0)?.total }
    guard total ?? part.size == part.size, journal.total ?? part.size == part.size else {
      return false
    }
    if sha256 != nil { return true }
    var request = request(to: target)
    request.method = .head
    for name in ["Range", "If-Range", "If-None-Match", "If-Modified-Since"] {
      request.headers[name] = nil
    }
    request.acceptsCompression = false
    let head = try await client.send(request)
    guard head.status == 200, let length = head.headers["Content-Length"].flatMap({ Int64($0) })
    else {
      let error = HTTPError(.status(head), url: head.url, mayHaveReachedServer: true)
      if error.isTransient { throw error }
      return total == part.size
    }
    return length == part.size && journal.validator?.isContradicted(by: head.headers) == false
  }

  /// Keeps what a later download can go on from and removes the rest; how many bytes are kept.
  func close(after fault: DownloadFault) async -> Int64 {
    await keeper.drain()
    if isNamed { return keeper.exists ? part.size : 0 }
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
