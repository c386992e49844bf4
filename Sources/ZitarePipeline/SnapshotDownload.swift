import Glibc
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

    /// What was taken in need not be kept; a file that stays is replaced by the next download.
    func remove() {
      let files = [snapshot.quotes].compactMap { $0 } + snapshot.names.values
      for file in files { unlink(file.path.string) }
    }
  }

  /// Nil where the server says that nothing has changed.
  ///
  /// An origin without the full snapshot is asked for the index of version 1 in its place.
  func run(unless known: Known) async throws -> Fetched? {
    do {
      return try await fetch(address, unless: known)
    } catch let error as HTTPError where error.isGone && address.path.hasSuffix("/index-full.json")
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
    } catch let error as HTTPError where error.isGone {
      return .missing
    }
  }

  /// Nil for 304; the file has its name only once it is complete and on the disk.
  private func download(
    _ address: WebAddress, to name: String, unless known: ZitareCorpus.Validators,
    progress: (@Sendable (Int64, Int64?) -> Void)? = nil
  ) async throws -> WireFile? {
    var request = HTTPRequest(try HTTPURL(address.url))
    ZitareHTTP.Validators(etag: known.etag, lastModified: known.lastModified).apply(to: &request)
    let path = folder.appending(name)
    let part = path.adding(suffix: ".part")
    let result = try await http.download(
      request, to: part, limit: OriginRefresh.sizeLimit, progress: progress)
    guard case .file(let file) = result else { return nil }
    guard rename(part.string, path.string) == 0 else {
      throw FileError("rename", part, code: errno)
    }
    return WireFile(
      path,
      validators: .init(etag: file.validators.etag, lastModified: file.validators.lastModified),
      sha256: file.sha256)
  }
}
