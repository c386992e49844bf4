public import ZitareBase

/// Why a snapshot was not taken in; the corpus stays as it was.
public enum RefreshRefusal: Error, Equatable, Sendable {
  case html
  case notJSON(String)
  /// It is JSON, but not of a snapshot's form.
  case notSnapshot(String)
  case empty
  /// Not one record is usable.
  case nothingUsable(SkippedRecords)
  /// No record has a text, and none is known from before.
  case textless(records: Int)
  case countMismatch(declared: Int, found: Int)
  case older(than: Timestamp, generatedAt: Timestamp)
  case shrunk(from: Int, to: Int)
  case otherGeneration(file: String)

  /// Whether an operator may take the snapshot in nevertheless.
  public var isAcceptable: Bool {
    switch self {
    case .countMismatch, .older, .shrunk, .otherGeneration: true
    case .html, .notJSON, .notSnapshot, .empty, .nothingUsable, .textless: false
    }
  }
}

extension RefreshRefusal: CustomStringConvertible {
  public var description: String {
    isAcceptable ? "\(reason); `zitare refresh --accept` takes it in nevertheless" : reason
  }

  private var reason: String {
    switch self {
    case .html: "the answer is a web page and no snapshot"
    case .notJSON(let detail): "the snapshot is not JSON: \(detail)"
    case .notSnapshot(let detail): "the file is no snapshot: \(detail)"
    case .empty: "the snapshot holds no quotations"
    case .nothingUsable(let skipped):
      "none of the snapshot's \(skipped.count) records is usable; the first \(skipped.names.first ?? "")"
    case .textless(let records):
      "none of the snapshot's \(records) records has a text, and none of them is known here"
    case .countMismatch(let declared, let found):
      "the snapshot declares \(declared) quotations and holds \(found)"
    case .older(let ours, let generatedAt):
      "the snapshot is of \(generatedAt.iso8601), ours is of \(ours.iso8601)"
    case .shrunk(let from, let to):
      "the snapshot has \(to) usable quotations where the corpus has \(from)"
    case .otherGeneration(let file):
      "\(file) was generated at another time than the snapshot"
    }
  }
}

/// Why the corpus could not be written, other than by SQLite's or the file system's fault.
public enum CorpusError: Error, Equatable, CustomStringConvertible {
  /// Another process takes a snapshot in.
  case writerActive
  /// The file was written by a later release.
  case newer(found: Int, known: Int)

  public var isTransient: Bool { self == .writerActive }

  public var description: String {
    switch self {
    case .writerActive: "another process is refreshing the corpus"
    case .newer(let found, let known):
      "the corpus has version \(found), this program knows \(known): run the newer program"
    }
  }
}
