import CXapian
import ZitareBase

/// A database open for writing.
struct XapianWriter: ~Copyable {
  private let handle: OpaquePointer

  /// With `create` the database is made and filled without waiting for the disk.
  init(_ path: FilePath, create: Bool) throws(Xapian.Failure) {
    var handle: OpaquePointer?
    try Xapian.call { message in
      Xapian.withSlice(of: path.string) { cx_writer_open($0, create, &handle, message) }
    }
    guard let handle else { preconditionFailure("an open call gave no handle") }
    self.handle = handle
  }
  deinit { cx_writer_close(handle) }

  func begin() throws(Xapian.Failure) { try Xapian.call { cx_writer_begin(handle, $0) } }

  func put(_ batch: EncodedBatch) throws(Xapian.Failure) {
    try Xapian.call { message in batch.withBatch { cx_writer_put(handle, $0, message) } }
  }

  func remove(_ terms: EncodedTerms) throws(Xapian.Failure) {
    try Xapian.call { message in
      terms.withTerms { cx_writer_remove(handle, $0, $1.baseAddress, $1.count, message) }
    }
  }

  func setMetadata(_ key: String, to value: String) throws(Xapian.Failure) {
    try Xapian.call { message in
      Xapian.withSlice(of: key) { key in
        Xapian.withSlice(of: value) { cx_writer_set_metadata(handle, key, $0, message) }
      }
    }
  }

  /// Makes the words of the index those that spelling is corrected to; not inside a transaction.
  func learnWords() throws(Xapian.Failure) {
    try Xapian.call { cx_writer_learn_words(handle, $0) }
  }

  func count() throws(Xapian.Failure) -> Int {
    var count: UInt64 = 0
    try Xapian.call { cx_writer_count(handle, &count, $0) }
    return Int(count)
  }

  func commit() throws(Xapian.Failure) { try Xapian.call { cx_writer_commit(handle, $0) } }

  /// Writes the committed state of a database, compacted, to a folder that is not there yet.
  static func compact(_ source: FilePath, to destination: FilePath) throws(Xapian.Failure) {
    try Xapian.call { message in
      Xapian.withSlice(of: source.string) { source in
        Xapian.withSlice(of: destination.string) { cx_compact(source, $0, message) }
      }
    }
  }
}
