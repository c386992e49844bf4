import ZitareBase

extension HTTPClient {
  /// Fetches a file; `Download` says what that means.
  ///
  /// Cancelling the task pauses the download: what has come is kept, where it can be gone on from.
  ///
  /// - Parameter report: told what happens, on threads that it must not hold up.
  public func download(
    _ download: Download, report: @escaping @Sendable (DownloadEvent) -> Void = { _ in }
  ) async throws(DownloadError) -> Download.Result {
    let found: DownloadOpening.Found
    let sha256: [UInt8]?
    do throws(DownloadFault) {
      sha256 = try await digest(of: download, report: report)
      found = try await opened(
        DownloadOpening(download: download, sha256: sha256, report: report))
      if case .busy = found { throw DownloadFault(.busy) }
    } catch {
      throw DownloadError(reason: error.reason, destination: download.destination, kept: 0)
    }
    switch found {
    case .file(let file, let part, let hasJournal):
      defer { part.unlock() }
      do throws(FileError) {
        try await settle(download.destination, hasJournal: hasJournal)
      } catch {
        throw DownloadError(
          reason: DownloadFault(error).reason, destination: download.destination, kept: 0)
      }
      return .file(file)
    case .busy: throw DownloadError(reason: .busy, destination: download.destination, kept: 0)
    case .part(let part, let journal, let hasJournal):
      return try await DownloadRun(
        self, download, sha256: sha256, part: part,
        keeper: JournalKeeper(
          DownloadPaths(destination: download.destination).journal, part.descriptor,
          exists: hasJournal),
        journal: journal, report: report
      ).run()
    }
  }

  private func opened(
    _ opening: DownloadOpening
  ) async throws(DownloadFault) -> DownloadOpening.Found {
    while true {
      do throws(FileError) {
        return try await blocking { () throws(FileError) in try opening.open() }
      } catch {
        let fault = DownloadFault(error)
        guard error.isOutOfSpace, opening.download.waitsForSpace else { throw fault }
        try await sleep(
          DownloadRun.spaceInterval, because: fault.reason.text, report: opening.report)
      }
    }
  }

  /// Brings a file that is there already to its end: the process that gave it its name may have been
  /// killed before that was on the disk.
  private func settle(_ destination: FilePath, hasJournal: Bool) async throws(FileError) {
    try await folders.sync(destination.parent)
    DownloadPaths(destination: destination).removePart()
    if hasJournal { try await folders.sync(destination.parent) }
  }

  /// The digest that the file must have, nil where none is known.
  private func digest(
    of download: Download, report: @Sendable (DownloadEvent) -> Void
  ) async throws(DownloadFault) -> [UInt8]? {
    if let sha256 = download.expected.sha256 { return sha256 }
    guard let url = download.checksum else { return nil }
    var request = HTTPRequest(url)
    request.maxResponseBytes = 1 << 20
    if case .mirrors(let mirrors) = download.source,
      mirrors.contains(where: { $0.origin == url.origin })
    {
      request.headers = download.headers
    }
    var failures = 0
    while true {
      let found: [UInt8]?
      do throws(HTTPError) {
        found = try await checksum(request, name: download.destination.lastComponent)
      } catch {
        failures += 1
        if case .cancelled = error.reason { throw DownloadFault(.cancelled) }
        guard error.isTransient, failures < download.patience.attempts else {
          throw DownloadFault(.http(error))
        }
        let delay = download.patience.delay(
          afterFailure: failures, fraction: configuration.jitter())
        try await sleep(
          max(delay, error.retryAfter ?? .zero), because: error.description, report: report)
        continue
      }
      if let found { return found }
      throw DownloadFault(.source("\(url) holds no SHA-256 of the file"))
    }
  }

  private func checksum(
    _ request: HTTPRequest, name: String
  ) async throws(HTTPError) -> [UInt8]? {
    let response = try await send(request)
    guard response.isSuccess else {
      throw HTTPError(.status(response), url: response.url, mayHaveReachedServer: true)
    }
    return ChecksumList(response.text).digest(of: name)
  }

  func sleep(
    _ duration: Duration, because reason: String, report: @Sendable (DownloadEvent) -> Void
  ) async throws(DownloadFault) {
    report(.waiting(duration, reason: reason))
    do {
      try await configuration.sleep(duration)
    } catch {
      throw DownloadFault(.cancelled)
    }
  }

  /// Takes a place at the server, once it does not ask to be left alone.
  func enterGate(
    _ origin: HTTPURL.Origin, report: @Sendable (DownloadEvent) -> Void
  ) async throws(DownloadFault) {
    while true {
      guard await gate.enter(origin) else { throw DownloadFault(.cancelled) }
      guard let wait = gate.wait(for: origin, at: configuration.now()) else { return }
      gate.leave(origin)
      try await sleep(wait, because: "the server asks to be left alone", report: report)
    }
  }
}

/// A list of digests, each line a SHA-256 in hexadecimal and a file's name.
struct ChecksumList {
  private var entries: [(name: String, digest: [UInt8])] = []

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 1)
      guard let digest = words.first.flatMap({ [UInt8](sha256: String($0)) }) else { continue }
      // A star says that the file was read as binary.
      let name = words.dropFirst().first.map { $0.drop { $0 == " " || $0 == "*" } } ?? ""
      entries.append((FilePath(String(name)).lastComponent, digest))
    }
  }

  /// The digest beside a name, or the only one.
  func digest(of name: String) -> [UInt8]? {
    (entries.first { $0.name == name } ?? (entries.count == 1 ? entries.first : nil))?.digest
  }
}

extension [UInt8] {
  /// A SHA-256 from its 64 hexadecimal digits, nil for anything else.
  public init?(sha256 text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 64, !digits.contains(nil) else { return nil }
    self = stride(from: 0, to: 64, by: 2).map { index in
      UInt8((digits[index] ?? 0) << 4 | (digits[index + 1] ?? 0))
    }
  }
}
