import ZitareBase
import ZitareCorpus
import ZitareHTTP
import ZitareJobs

/// Fetches what is new of a snapshot and its master data into a folder of the cache.
struct SnapshotDownload: Sendable {
  let address: WebAddress
  let folder: FilePath
  let http: HTTPClient
  let report: @Sendable (JobProgress) -> Void

  /// What the origin has said of the files that were taken in last.
  struct Known: Sendable {
    var quotes = ZitareCorpus.Validators()
    var names: [NameKind: ZitareCorpus.Validators] = [:]
  }

  /// Files that lie complete in the cache until they have been taken in.
  struct Fetched: Sendable {
    /// Where the snapshot was found.
    let address: WebAddress
    let snapshot: WireSnapshot

    /// What was taken in need not be kept.
    func remove() {
      let files = [snapshot.quotes].compactMap { $0 } + snapshot.names.values
      for file in files { KeptFile.remove(file.path) }
    }
  }

  /// Nil where the server says that nothing has changed.
  ///
  /// An origin without the full snapshot is asked for the index of version 1 in its place.
  func run(unless known: Known) async throws -> Fetched? {
    do {
      return try await fetch(address, unless: known)
    } catch let error as DownloadError
      where error.isGone && address.path.hasSuffix("/index-full.json")
    {
      return try await fetch(address.sibling("index-min.json"), unless: known)
    }
  }

  private func fetch(_ address: WebAddress, unless known: Known) async throws -> Fetched? {
    let answer = try await download(address, to: "snapshot.json", unless: known.quotes) {
      report(JobProgress(stage: "download", done: $0, total: $1))
    }
    var snapshot = WireSnapshot(quotes: answer)
    // Where the quotations are as they were, files that the origin did not have are not asked for.
    let kinds =
      answer == nil ? NameKind.allCases.filter { known.names[$0] != nil } : NameKind.allCases
    for (kind, answer) in try await masterData(kinds, beside: address, unless: known) {
      switch answer {
      case .file(let file): snapshot.names[kind] = file
      case .unchanged: snapshot.unchangedNames.insert(kind)
      case .missing: break
      }
    }
    let isNews = snapshot.quotes != nil || !snapshot.names.isEmpty
    return isNews ? Fetched(address: address, snapshot: snapshot) : nil
  }

  private enum NameAnswer: Sendable {
    case file(WireFile)
    case unchanged
    /// The origin has no such file, which leaves its slugs without names.
    case missing
  }

  /// The files of master data, all at a time.
  private func masterData(
    _ kinds: [NameKind], beside address: WebAddress, unless known: Known
  ) async throws -> [NameKind: NameAnswer] {
    try await withThrowingTaskGroup(of: (NameKind, NameAnswer).self) { group in
      for kind in kinds {
        group.addTask {
          (kind, try await names(of: kind, beside: address, unless: known.names[kind] ?? .init()))
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private func names(
    of kind: NameKind, beside address: WebAddress, unless known: ZitareCorpus.Validators
  ) async throws -> NameAnswer {
    do {
      let file = try await download(
        address.sibling(kind.fileName), to: kind.fileName, unless: known)
      return file.map { .file($0) } ?? .unchanged
    } catch let error as DownloadError where error.isGone {
      return .missing
    }
  }

  /// Nil where the server has nothing newer than what was taken in.
  private func download(
    _ address: WebAddress, to name: String, unless known: ZitareCorpus.Validators,
    progress: @escaping @Sendable (Int64, Int64?) -> Void = { _, _ in }
  ) async throws -> WireFile? {
    let path = folder.appending(name)
    let kept = try await blocking { try KeptFile.at(path, from: address) }
    var download = Download(from: [try HTTPURL(address.url)], to: path)
    // Another address may have the same tag, or an older date, and other content.
    let unless = kept?.validators ?? (known.address == address.mark ? known : .init())
    // To a request without any, 304 is no answer.
    download.unless = ZitareHTTP.Validators(unless)
    download.maxSize = OriginRefresh.sizeLimit
    download.expected.minSize = 0  // an empty file is refused by whoever reads it
    download.patience.attempts = 1  // without progress the job waits, and tells so
    guard case .file(let file) = try await fetch(download, progress) else { return kept }
    let fetched = WireFile(
      path, validators: .init(file.validators, of: address), sha256: file.sha256)
    try await blocking { try KeptFile.keep(fetched, from: address) }
    return fetched
  }

  /// Packed at first, which is a quarter of the bytes; what broke off is fetched in a form that can be
  /// gone on from, in this run and in later ones.
  private func fetch(
    _ download: Download, _ progress: @escaping @Sendable (Int64, Int64?) -> Void
  ) async throws -> Download.Result {
    let report: @Sendable (DownloadEvent) -> Void = { event in
      switch event {
      case .progress(let state): progress(state.received, state.total)
      case .restarted: progress(0, nil)
      case .attempt, .checking, .waiting: break
      }
    }
    let part = download.destination.adding(suffix: ".part")
    if try Files.size(of: part) ?? 0 == 0 {
      var packed = download
      packed.acceptsCompression = true
      packed.patience.restarts = 0
      do {
        return try await http.download(packed, report: report)
      } catch {
        guard error.isWornOut else { throw error }
        progress(0, nil)
      }
    }
    return try await http.download(download, report: report)
  }
}

extension ZitareHTTP.Validators {
  /// Nil where there is nothing to ask by.
  fileprivate init?(_ known: ZitareCorpus.Validators) {
    self.init(etag: known.etag, lastModified: known.lastModified)
    if isEmpty { return nil }
  }
}

extension ZitareCorpus.Validators {
  fileprivate init(_ sent: ZitareHTTP.Validators, of address: WebAddress) {
    self.init(etag: sent.etag, lastModified: sent.lastModified, address: address.mark)
  }
}

extension WebAddress {
  /// A digest, since the address may hold a token.
  var mark: String { SHA256.digest(url.utf8).hexadecimal }
}

extension DownloadError {
  /// Whether the server says that there is no such file.
  var isGone: Bool { response.map { [404, 410].contains($0.status) } ?? false }

  /// Whether it broke off too often; the next attempt begins anew.
  var isWornOut: Bool { if case .restartedTooOften = reason { true } else { false } }

  /// Whether the fault is in what the server sent, and would be there again.
  var isRefusal: Bool {
    switch reason {
    case .http(let error): error.response != nil && !error.isTransient
    case .answer, .tooLarge, .size, .digest: true
    case .implausible, .restartedTooOften, .outOfSpace, .busy, .file, .source, .cancelled: false
    }
  }

  /// Whether no answer came, so that another network may bring one.
  var isCutOff: Bool {
    if case .http(let error) = reason { error.isTransient && error.response == nil } else { false }
  }
}
