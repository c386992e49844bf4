import Glibc
import ZitareBase
public import ZitareCorpus
public import ZitareHTTP
public import ZitareJobs

/// One refresh of one origin.
struct OriginRefresh: Sendable {
  let origin: Origin
  let services: Services
  let accepting: Bool
  let now: Timestamp
  let report: @Sendable (JobProgress) -> Void

  /// Snapshots and master data beyond this are refused.
  static let sizeLimit: Int64 = 4 << 30

  /// Takes in what is new and says whether readers see another corpus than before.
  func run() async throws -> Bool {
    do {
      switch origin.location {
      case .fortune(let path): return try await blocking { try refresh(fortunesAt: path) }
      case .file(let path): return try await blocking { try refresh(snapshotAt: path) }
      case .web(let address): return try await refresh(from: address)
      }
    } catch let error as RefreshRefusal {
      throw RefreshError(origin, .refused(error))
    } catch let error as CorpusError {
      throw RefreshError(origin, .corpus(error))
    } catch let error as FortuneError {
      throw try gone("\(error)")
    } catch let error as FileError where error.isNotFound {
      throw try gone("\(error)")
    }
  }

  /// The files are read only where one of them was touched since.
  private func refresh(fortunesAt path: FilePath) throws -> Bool {
    let reader = try FortuneReader([path])
    let fingerprint = try reader.fingerprint()
    let known = try knownValidators()
    if known.etag == fingerprint.stat && !accepting { return try settled() }
    let content = try fingerprint.content()
    return try install(
      .records(digest: content, validators: .init(etag: fingerprint.stat)) { body in
        try reader.read { try body($0) }
      })
  }

  private func refresh(snapshotAt path: FilePath) throws -> Bool {
    let names = try masterData(in: path.parent)
    let stat = try Self.fingerprint(of: [path] + names.values)
    let known = try knownValidators()
    if known.etag == stat && !accepting { return try settled() }
    let snapshot = WireSnapshot(
      quotes: WireFile(path, validators: .init(etag: stat)), names: names.mapValues { WireFile($0) }
    )
    return try install(.wire(snapshot))
  }

  private func refresh(from address: WebAddress) async throws -> Bool {
    let folder = services.places.cache.appending("\(origin.id)")
    try Files.makeFolder(folder)
    // A refresh that accepts everything may run beside one that does not.
    let turn = try await blocking { Turn(try FileLock.wait(folder.adding(suffix: ".lock"))) }
    defer { extendLifetime(turn) }
    let download = SnapshotDownload(
      address: address, folder: folder, http: services.http, report: report)
    do {
      // Without validators the answer is the whole snapshot, whatever is here already.
      guard let fetched = try await download.run(unless: accepting ? .init() : known()) else {
        return try settled()
      }
      // What is refused stays: it need not be fetched again to be accepted, or refused once more.
      let isChanged = try await blocking { try install(.wire(fetched.snapshot)) }
      fetched.remove()
      return isChanged
    } catch let error as DownloadError {
      if error.isRefusal { throw try gone("\(error)") }
      throw RefreshError(origin, .unreachable(error))
    }
  }

  private func install(_ snapshot: Snapshot) throws -> Bool {
    let options = InstallOptions(
      now: now, accepting: accepting, maximumLoss: services.configuration.allowedShrink)
    let total = try status().map { Int64($0.count) }
    // Origins are refreshed side by side and taken in one after the other.
    let writer = try services.corpus.writer(waiting: true)
    let installed = try writer.install(snapshot, from: origin, options: options) { count in
      report(
        JobProgress(
          stage: "refresh", done: Int64(count), total: total.map { max($0, Int64(count)) }))
    }
    let isArranged = try writer.arrange(wantedOrder(writer.reader), at: now)
    return installed.isChanged || isArranged
  }

  /// The origin has nothing new; a writer is opened only where an earlier refusal has to be forgotten
  /// or the origins have another order than the configured one.
  private func settled() throws -> Bool {
    let isToArrange = try services.corpus.glance { try $0.order(wantedOrder($0)) != nil } ?? false
    guard try isToArrange || status()?.refusal != nil else { return false }
    let writer = try services.corpus.writer(waiting: true)
    try writer.noteUnchanged(origin.id)
    return try writer.arrange(wantedOrder(writer.reader), at: now)
  }

  /// The order that the corpus shall have: origins that are named for a single call rank nothing but
  /// themselves.
  private func wantedOrder(_ reader: CorpusReader) throws -> [OriginID] {
    let (configuration, known) = (services.configuration, try reader.statuses().map(\.id))
    let wanted = configuration.origins.map(\.id)
    return configuration.originsStand || Set(known).isSubset(of: wanted) ? wanted : known
  }

  /// Keeps for `status` that the origin is gone or turns us away.
  private func gone(_ reason: String) throws -> RefreshError {
    try services.corpus.writer(waiting: true).note(refusal: reason, from: origin, at: now)
    return RefreshError(origin, .gone(reason))
  }

  private func knownValidators() throws -> ZitareCorpus.Validators {
    try status()?.validators ?? .init()
  }

  private func known() throws -> SnapshotDownload.Known {
    try services.corpus.glance { reader in
      SnapshotDownload.Known(
        quotes: try reader.validators(of: origin.id),
        names: try reader.nameValidators(of: origin.id))
    } ?? .init()
  }

  private func status() throws -> OriginStatus? {
    try services.corpus.glance { try $0.status(of: origin.id) } ?? nil
  }

  /// The master data files beside a snapshot.
  private func masterData(in folder: FilePath) throws -> [NameKind: FilePath] {
    var files: [NameKind: FilePath] = [:]
    for kind in NameKind.allCases {
      let path = folder.appending(kind.fileName)
      if try Files.size(of: path) != nil { files[kind] = path }
    }
    return files
  }

  /// Changes whenever one of the files is written or replaced.
  private static func fingerprint(of paths: [FilePath]) throws -> String {
    var hash = SHA256()
    for path in paths.sorted(by: { $0.string < $1.string }) {
      var status = stat()
      guard stat(path.string, &status) == 0 else {
        throw FileError("examine", path, code: errno)
      }
      let time = status.st_mtim
      hash.update(
        "\(path) \(status.st_size) \(time.tv_sec).\(time.tv_nsec) \(status.st_ino)\n".utf8)
    }
    return hash.finish().hexadecimal
  }
}

/// The folder of an origin's downloads is ours until this is let go of.
private final class Turn: Sendable {
  private let lock: FileLock

  init(_ lock: consuming FileLock) { self.lock = lock }
}

/// Why an origin was not taken in; the corpus stays as it was.
public struct RefreshError: RetryAdvice, CustomStringConvertible {
  public enum Cause: Sendable {
    case unreachable(DownloadError)
    case refused(RefreshRefusal)
    case gone(String)
    case corpus(CorpusError)
  }

  public let origin: OriginID
  public let cause: Cause
  private let address: String

  init(_ origin: Origin, _ cause: Cause) {
    self.origin = origin.id
    self.cause = cause
    address = origin.description
  }

  public var isTransient: Bool {
    switch cause {
    case .unreachable(let error): error.isTransient || error.isWornOut
    case .corpus(let error): error.isTransient
    case .refused, .gone: false
    }
  }

  public var retryAfter: Duration? {
    if case .unreachable(let error) = cause { error.retryAfter } else { nil }
  }

  public var isCutOff: Bool {
    if case .unreachable(let error) = cause { error.isCutOff } else { false }
  }

  public var description: String {
    switch cause {
    case .unreachable(let error): "\(origin) is not reachable, the corpus stays as it is: \(error)"
    case .refused(let refusal): "\(address) was refused, the corpus stays as it is: \(refusal)"
    case .gone(let reason): "\(origin) gives nothing, the corpus stays as it is: \(reason)"
    case .corpus(let error): "\(origin): \(error)"
    }
  }
}
