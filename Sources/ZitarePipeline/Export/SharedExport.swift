import ZitareBase
import ZitareCorpus
import ZitareSearch

/// The database that Recoll and Omega read, and the files that tell them how.
struct SharedExport {
  /// The database's folder; also the name under which Omega looks for one unless told otherwise.
  static let database = "default"

  let reader: CorpusReader
  let report: (Int) throws -> Void

  func write(into folder: FilePath) throws {
    let loose = folder.appending("building")
    let index = try SharedIndex(loose)
    try put(since: 0, into: index)
    try index.commit()
    try index.compact(to: folder.appending(Self.database))
    Files.removeAll(loose)
  }

  /// Takes the database of an earlier export over, with the difference; returns how many quotations
  /// that was, or nil where its files are not what they were.
  func write(
    into folder: FilePath, after earlier: ExportManifest, in old: FilePath
  ) throws -> Int? {
    let place = folder.appending(Self.database)
    try Files.makeFolder(unsynced: place)
    for file in earlier.files where file.path.hasPrefix(Self.database + "/") {
      let digest = try Files.copy(
        unsynced: old.appending(file.path), to: folder.appending(file.path))
      guard digest.hexadecimal == file.sha256 else { return nil }
    }
    let index = try SharedIndex(place)
    var removed = 0
    var removals = RemovalPages(reader, since: earlier.revision, withForgotten: true)
    while let keys = try removals.next() {
      try index.remove(keys.map(\.description))
      removed += keys.count
    }
    let written = try put(since: earlier.revision, into: index)
    try index.commit()
    return removed + written
  }

  @discardableResult
  private func put(since revision: Int64, into index: SharedIndex) throws -> Int {
    var pages = QuotePages(reader, since: revision)
    var done = 0
    while let page = try pages.next() {
      try index.put(try page.map { try SharedDocument($0) })
      done += page.count
      try report(done)
    }
    return done
  }
}
