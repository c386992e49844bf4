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

  func search(_ query: EncodedQuery) throws(Xapian.Failure) -> (hits: [SearchHit], total: Int) {
    var hits: OpaquePointer?
    try Xapian.call { message in
      query.withQuery { cx_reader_search(handle, $0, &hits, message) }
    }
    defer { cx_hits_free(hits) }
    let found = (0..<cx_hits_count(hits)).map { index in
      let hit = cx_hits_get(hits, index)
      return SearchHit(
        key: Xapian.text(hit.key), stored: Array(Xapian.bytes(hit.data)), score: hit.score)
    }
    return (found, Int(cx_hits_total(hits)))
  }
}
