import Glibc
import ZitareBase
import ZitareSearch

struct ProbeError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Changes an index as a whole, or sees whether anybody reads a part of a change.
struct Probe {
  /// What is done to the index again and again.
  enum Kind: String {
    /// Replaces all documents in one transaction.
    case update
    /// The same of so many that each update is followed by a compaction.
    case recompaction
    /// Builds several segments anew.
    case rebuild
    /// Builds so few documents anew that putting the generation in place takes most of the time.
    case swap

    var documentCount: Int {
      switch self {
      case .update: 100
      case .recompaction: 400
      case .rebuild: 300
      case .swap: 5
      }
    }

    var textSize: Int {
      switch self {
      case .update, .recompaction, .swap: 100
      case .rebuild: 4000
      }
    }
  }

  private let index: SearchIndex
  private let kind: Kind

  init(_ folder: FilePath, kind: Kind?) throws {
    guard let kind else { throw ProbeError("no such kind") }
    self.kind = kind
    let revision = SearchField.keyword("revision", prefix: "XR", facet: 0)
    index = SearchIndex(folder: folder, schema: SearchSchema(fields: [revision], version: 1))
  }

  /// Each document of a revision says so.
  private func documents(_ revision: Int64) -> [SearchDocument] {
    let text = "wort " + String(repeating: "fassung\(revision) ", count: kind.textSize / 10)
    return (0..<kind.documentCount).map {
      var document = SearchDocument(
        key: "\($0)", text: text, language: "de", stored: Array("\(revision)".utf8))
      document.facets["revision"] = ["\(revision)"]
      return document
    }
  }

  func changeForever() throws {
    while true { Self.say("\(try change())") }
  }

  /// Does what a job does: an update, or a repair where there is nothing that could be updated.
  private func change() throws -> Int64 {
    let next =
      switch try index.status() {
      case .usable(let state): state.revision + 1
      case .missing, .unusable: Int64(1)
      }
    let writer = try index.writer()
    var batches = [documents(next)]
    switch kind {
    case .update, .recompaction:
      do {
        try writer.update(to: next, digest: "") {
          batches.popLast().map { IndexChanges(putting: $0) }
        }
      } catch let error as SearchError where error.needsRebuild {
        batches = [documents(next)]
        try writer.reconcile(to: next, digest: "") { batches.popLast() }
      }
    case .rebuild, .swap: try writer.rebuild(to: next, digest: "") { batches.popLast() }
    }
    return next
  }

  /// Searches until it is killed; throws when an answer is not of one revision, or older than the last.
  func readForever() throws {
    let reader = index.reader()
    var last: Int64 = 0
    Self.say("ready")
    while true {
      // One that follows, and one that opens the index anew.
      for reader in [reader, index.reader()] { last = try read(reader, after: last) }
    }
  }

  private func read(_ reader: IndexReader, after last: Int64) throws -> Int64 {
    // With a typing error, so that the table of spellings is read, too.
    var query = SearchQuery("wrot", limit: 1000)
    query.facets = ["revision"]
    let results = try reader.search(query)
    let (hits, facet) = (results.hits, results.facets[0].values)
    let revisions = Set(hits.map { String(decoding: $0.stored, as: UTF8.self) })
    guard hits.count == kind.documentCount, revisions.count == 1, let text = revisions.first,
      let revision = Int64(text), revision >= last, results.notes == [.corrected("wort")],
      facet.map(\.text) == [text], facet.map(\.documents) == [hits.count]
    else {
      throw ProbeError(
        "\(hits.count) hits of revisions \(revisions.sorted()) after \(last), \(results.notes), "
          + "counted as \(facet)")
    }
    let words = try reader.words(beginningWith: "fassung", limit: 10)
    guard words.count == 1, let word = words.first, word.documents == hits.count,
      let told = Int64(word.text.dropFirst("fassung".count)), told >= revision
    else { throw ProbeError("words \(words) after revision \(revision)") }
    return told
  }

  /// Searches once, and says how many documents have the word.
  func look() throws {
    Self.say("\(try index.reader().search(SearchQuery("wort")).total) documents")
  }

  func changeOnce() throws { Self.say("\(try change())") }

  /// Fills a small disk by updates, and goes on once there is space again.
  func fillDisk() throws {
    let ballast = index.folder.parent.appending("ballast")
    try Files.replace(ballast, with: [UInt8](repeating: 1, count: 2 << 20))
    var last = try change()
    var failures = 0
    while failures < 3 {
      do {
        var batches = [documents(last + 1)]
        // New documents beside the others: nothing is given back.
        for number in batches[0].indices { batches[0][number].key += "-\(last)" }
        try index.writer().update(to: last + 1, digest: "") {
          batches.popLast().map { IndexChanges(putting: $0) }
        }
        last += 1
      } catch let error as SearchError where error.isOutOfSpace {
        failures += 1
        guard case .usable(let state) = try index.status(), state.revision >= last else {
          throw ProbeError("the index is no longer usable after \(error)")
        }
        last = state.revision
      } catch let error as SearchError where error.needsRebuild {
        // The commit went through, and only its manifest had no space.
        failures += 1
      }
    }
    unlink(ballast.string)
    var batches = [documents(last + 1)]
    let state = try index.writer().reconcile(to: last + 1, digest: "") { batches.popLast() }
    guard try index.writer().verify().isSound, state.count == kind.documentCount else {
      throw ProbeError("not whole after there was space: \(state)")
    }
    _ = try read(index.reader(), after: last + 1)
    Self.say("\(failures) failures, \(last) revisions")
  }

  static func say(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    let bytes = Array((text + "\n").utf8)
    write(descriptor, bytes, bytes.count)
  }
}
