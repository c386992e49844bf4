import Glibc
import ZitareBase
import ZitareCorpus
import ZitareHTTP
import ZitareJobs

/// Fetches a snapshot and its master data into a folder of the cache.
struct SnapshotDownload: Sendable {
  let address: WebAddress
  let folder: FilePath
  let http: HTTPClient
  let report: @Sendable (JobProgress) -> Void

  /// Files that lie complete in the cache until they have been taken in.
  struct Fetched: Sendable {
    /// Where the snapshot was found.
    let address: WebAddress
    let snapshot: FilePath
    let names: [NameKind: FilePath]
    let validators: ZitareCorpus.Validators

    /// What was taken in need not be kept; a file that stays is replaced by the next download.
    func remove() {
      for path in [snapshot] + names.values { unlink(path.string) }
    }
  }

  /// Nil where the server says that nothing has changed.
  ///
  /// An origin without the full snapshot is asked for the index of version 1 in its place.
  func run(unless known: ZitareCorpus.Validators) async throws -> Fetched? {
    do {
      return try await fetch(address, unless: known)
    } catch let error as HTTPError where error.isGone && address.path.hasSuffix("/index-full.json")
    {
      return try await fetch(address.sibling("index-min.json"), unless: known)
    }
  }

  private func fetch(
    _ address: WebAddress, unless known: ZitareCorpus.Validators
  ) async throws -> Fetched? {
    var request = HTTPRequest(try HTTPURL(address.url))
    ZitareHTTP.Validators(etag: known.etag, lastModified: known.lastModified).apply(to: &request)
    let snapshot = folder.appending("snapshot.json")
    guard let file = try await download(request, to: snapshot) else { return nil }
    return Fetched(
      address: address, snapshot: snapshot, names: try await masterData(beside: address),
      validators: .init(etag: file.validators.etag, lastModified: file.validators.lastModified))
  }

  /// The files that the origin has; one that it does not have leaves its slugs without names.
  private func masterData(beside address: WebAddress) async throws -> [NameKind: FilePath] {
    var files: [NameKind: FilePath] = [:]
    for kind in NameKind.allCases {
      let path = folder.appending(kind.fileName)
      do {
        let request = HTTPRequest(try HTTPURL(address.sibling(kind.fileName).url))
        if try await download(request, to: path) != nil { files[kind] = path }
      } catch let error as HTTPError where error.isGone {
        continue
      }
    }
    return files
  }

  /// Nil for 304; the file has its name only once it is complete and on the disk.
  private func download(_ request: HTTPRequest, to path: FilePath) async throws -> DownloadedFile? {
    let part = path.adding(suffix: ".part")
    let report = report
    let result = try await http.download(request, to: part, limit: OriginRefresh.sizeLimit) {
      report(JobProgress(stage: "download", done: $0, total: $1))
    }
    guard case .file(let file) = result else { return nil }
    guard rename(part.string, path.string) == 0 else {
      throw FileError("rename", part, code: errno)
    }
    return file
  }
}
