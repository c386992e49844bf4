import Glibc
import ZitareBase
import ZitareCorpus

/// One page for each quotation; pages that did not change are the files of the earlier export.
struct HTMLExport {
  let reader: CorpusReader
  let report: (Int) throws -> Void

  /// Fills an empty folder and returns its files.
  func write(into folder: FilePath) throws -> [ExportManifest.File] {
    try writePages(since: 0, into: folder)
  }

  /// Fills an empty folder with the files of an earlier export and the difference; nil where one of
  /// them cannot be taken over.
  func write(
    into folder: FilePath, after earlier: ExportManifest, in old: FilePath
  ) throws -> (files: [ExportManifest.File], changes: Int)? {
    var files = Dictionary(earlier.files.map { ($0.path, $0) }) { first, _ in first }
    var gone = 0
    var removals = RemovalPages(reader, since: earlier.revision, withForgotten: true)
    while let keys = try removals.next() {
      for key in keys where files.removeValue(forKey: Self.path(of: key)) != nil { gone += 1 }
    }
    let written = try writePages(since: earlier.revision, into: folder)
    for file in written { files[file.path] = nil }
    for file in files.values {
      let place = folder.appending(file.path)
      try Files.makeFolder(unsynced: place.parent)
      guard link(old.appending(file.path).string, place.string) == 0 else {
        // A file system without links, or with too many, or somebody else's file.
        if [EPERM, EMLINK, EXDEV, EOPNOTSUPP].contains(errno) { return nil }
        throw FileError("link", place, code: errno)
      }
    }
    return (Array(files.values) + written, written.count + gone)
  }

  private func writePages(since revision: Int64, into folder: FilePath) throws
    -> [ExportManifest.File]
  {
    var pages = QuotePages(reader, since: revision)
    var files: [ExportManifest.File] = []
    while let quotes = try pages.next() {
      for quote in quotes { files.append(try write(quote, into: folder)) }
      try report(files.count)
    }
    return files
  }

  private func write(_ quote: Quote, into folder: FilePath) throws -> ExportManifest.File {
    let page = QuotePage(quote)
    let bytes = Array(page.html.utf8)
    let path = Self.path(of: quote.key)
    let place = folder.appending(path)
    try Files.makeFolder(unsynced: place.parent)
    try Files.write(unsynced: bytes, to: place)
    // For Baloo and Recoll, which take them from any file.
    if !page.keywords.isEmpty {
      try Files.setAttribute(
        "user.xdg.tags", to: page.keywords.map(Self.tag).joined(separator: ","), of: place)
    }
    if !page.attribution.isEmpty {
      try Files.setAttribute("user.xdg.comment", to: page.attribution, of: place)
    }
    return ExportManifest.File(
      path: path, size: Int64(bytes.count), sha256: SHA256.digest(bytes).hexadecimal)
  }

  /// A tag without the comma that separates tags and the slash that nests them.
  private static func tag(_ name: String) -> String {
    String(name.map { $0 == "," || $0 == "/" ? " " : $0 })
  }

  /// The same for as long as a quotation is in the corpus, and at most some hundred in a folder.
  static func path(of key: QuoteKey) -> String {
    let digest = SHA256.digest(key.description.utf8).prefix(10).hexadecimal
    return "\(digest.prefix(2))/\(digest.dropFirst(2)).html"
  }
}
