import CXapian
import ZitareBase

/// A database open for reading.
struct XapianReader: ~Copyable {
  private let handle: OpaquePointer

  init(_ path: FilePath) throws(Xapian.Failure) {
    var handle: OpaquePointer?
    try Xapian.call { message in
      Xapian.withSlice(of: path.string) { cx_reader_open($0, &handle, message) }
    }
    guard let handle else { preconditionFailure("an open call gave no handle") }
    self.handle = handle
  }
  deinit { cx_reader_close(handle) }

  /// A database that `xapian-tcpsrv` serves.
  init(host: String, port: Int, timeout: Duration) throws(Xapian.Failure) {
    var handle: OpaquePointer?
    let milliseconds = UInt32(timeout / .milliseconds(1))
    try Xapian.call { message in
      Xapian.withSlice(of: host) {
        cx_reader_open_remote($0, UInt32(port), milliseconds, &handle, message)
      }
    }
    guard let handle else { preconditionFailure("an open call gave no handle") }
    self.handle = handle
  }

  /// One reader of several databases, on the thread of theirs.
  init(joining shards: [FleetShard]) throws(Xapian.Failure) {
    var joined: OpaquePointer?
    let handles = shards.map { Optional($0.reader.handle) }
    try Xapian.call { message in
      handles.withUnsafeBufferPointer {
        cx_reader_join($0.baseAddress, $0.count, &joined, message)
      }
    }
    guard let joined else { preconditionFailure("an open call gave no handle") }
    handle = joined
  }

  func refresh() throws(Xapian.Failure) { try Xapian.call { cx_reader_refresh(handle, $0) } }

  func count() throws(Xapian.Failure) -> Int {
    var count: UInt64 = 0
    try Xapian.call { cx_reader_count(handle, &count, $0) }
    return Int(count)
  }

  /// The number of the commit that is read.
  func revision() throws(Xapian.Failure) -> UInt64 {
    var revision: UInt64 = 0
    try Xapian.call { cx_reader_revision(handle, &revision, $0) }
    return revision
  }

  func metadata(_ key: String) throws(Xapian.Failure) -> String {
    var value = cx_buffer()
    try Xapian.call { message in
      Xapian.withSlice(of: key) { cx_reader_metadata(handle, $0, &value, message) }
    }
    return Xapian.taken(value)
  }

  /// Reads so many documents with all that belongs to them.
  func probe(documents: Int) throws(Xapian.Failure) {
    try Xapian.call { cx_reader_probe(handle, documents, $0) }
  }

  func search(_ query: EncodedQuery, facetCount: Int) throws(Xapian.Failure) -> XapianAnswer {
    var hits: OpaquePointer?
    try Xapian.call { message in
      query.withQuery { cx_reader_search(handle, $0, &hits, message) }
    }
    guard let hits else { preconditionFailure("a search gave no answer") }
    defer { cx_hits_free(hits) }
    return XapianAnswer(hits, facetCount: facetCount)
  }

  /// A word of the index near one that it does not have; nil where it has it, or nothing is near.
  func correction(of word: String) throws(Xapian.Failure) -> String? {
    // Two errors are a matter of long words; a short one with two would be any other.
    let edits: UInt32 = word.unicodeScalars.count < 8 ? 1 : 2
    var correction = cx_buffer()
    try Xapian.call { message in
      Xapian.withSlice(of: word) { word in
        Xapian.withSlice(of: Term.stemmerPrefix) {
          cx_reader_correct(handle, word, $0, edits, &correction, message)
        }
      }
    }
    let text = Xapian.taken(correction)
    return text.isEmpty ? nil : text
  }

  /// The most frequent words that begin so.
  func words(beginningWith start: String, limit: Int) throws(Xapian.Failure) -> [SearchCount] {
    var words: OpaquePointer?
    try Xapian.call { message in
      Xapian.withSlice(of: start) { cx_reader_words(handle, $0, limit, &words, message) }
    }
    defer { cx_words_free(words) }
    return (0..<cx_words_count(words)).map { SearchCount(cx_words_get(words, $0)) }
  }
}
