/// What an index holds, kept in it and changed in the same transaction as its documents.
public struct IndexState: Sendable, Equatable {
  /// The revision of the data that the index was brought up to; the caller gives it a meaning.
  public let revision: Int64
  /// A digest of that data, so that a revision counted anew is not taken for the old one.
  public let digest: String
  /// The number of documents.
  public let count: Int
  /// What decided about the terms: schema, analysis and library.
  public let formatVersion: String
  /// How many documents were written or removed since the index was last compacted.
  public let changes: Int
}

/// Whether there is an index to read and update.
public enum IndexStatus: Sendable, Equatable {
  case missing
  /// It has another format or is damaged; a rebuild replaces it.
  case unusable(reason: String)
  case usable(IndexState)
}

extension IndexState {
  static let metadataKey = "state"

  /// One `name=value` per line, readable with `xapian-metadata`.
  var encoded: String {
    "revision=\(revision)\ndigest=\(digest)\ncount=\(count)\nformat=\(formatVersion)\n"
      + "changes=\(changes)\n"
  }

  init?(encoded text: String) {
    var values: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      values[parts[0]] = parts[1]
    }
    guard let revision = values["revision"].flatMap({ Int64($0) }), let digest = values["digest"],
      let count = values["count"].flatMap({ Int($0) }), let format = values["format"],
      let changes = values["changes"].flatMap({ Int($0) })
    else { return nil }
    self.init(
      revision: revision, digest: String(digest), count: count, formatVersion: String(format),
      changes: changes)
  }
}
