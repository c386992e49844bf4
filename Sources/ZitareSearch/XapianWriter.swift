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

  /// Opens a database that no other writer should have, and waits a moment where one seems to.
  init(patiently path: FilePath) throws(Xapian.Failure) {
    var patience = LockPatience()
    while true {
      do throws(Xapian.Failure) {
        self = try XapianWriter(path, create: false)
        return
      } catch {
        guard error.status == CX_LOCKED, patience.waits() else { throw error }
      }
    }
  }

  func begin() throws(Xapian.Failure) { try Xapian.call { cx_writer_begin(handle, $0) } }

  func put(_ batch: borrowing EncodedBatch) throws(Xapian.Failure) {
    try Xapian.call { message in batch.withBatch { cx_writer_put(handle, $0, message) } }
  }

  /// Puts the documents that are not there already; how many that were.
  func putChanged(_ batch: borrowing EncodedBatch) throws(Xapian.Failure) -> Int {
    var put = 0
    try Xapian.call { message in
      batch.withBatch { cx_writer_put_changed(handle, $0, &put, message) }
    }
    return put
  }

  /// Removes the documents that `putChanged` was not given.
  func removeUnseen() throws(Xapian.Failure) {
    try Xapian.call { cx_writer_remove_unseen(handle, $0) }
  }

  /// Removes all but the last of the documents with one key.
  func removeDoubles() throws(Xapian.Failure) {
    try Xapian.call { message in
      Xapian.withSlice(of: Term.uniquePrefix) { cx_writer_remove_doubles(handle, $0, message) }
    }
  }

  /// Removes the documents that expire at this time or earlier.
  func removeExpired(at now: Timestamp) throws(Xapian.Failure) {
    try Xapian.call {
      cx_writer_remove_up_to(handle, SearchDocument.expirySlot, Double(now.milliseconds), $0)
    }
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

  /// The number of the last commit.
  func revision() throws(Xapian.Failure) -> UInt64 {
    var revision: UInt64 = 0
    try Xapian.call { cx_writer_revision(handle, &revision, $0) }
    return revision
  }
}

extension Xapian {
  /// Writes the committed states of databases, one behind the other and compacted, to a folder that is
  /// not there yet.
  static func compact(_ sources: [FilePath], to destination: FilePath) throws(Xapian.Failure) {
    var arena = Arena()
    let ranges = sources.map { arena.add($0.string) }
    try call { message in
      arena.withBytes { bytes in
        let slices = ranges.map {
          cx_slice(bytes: bytes?.advanced(by: $0.offset), length: $0.length)
        }
        return withSlice(of: destination.string) { cx_compact(slices, slices.count, $0, message) }
      }
    }
  }

  /// How many faults Xapian finds in the tables of a database.
  static func faults(in database: FilePath) throws(Xapian.Failure) -> Int {
    var errors = 0
    try call { message in withSlice(of: database.string) { cx_check($0, &errors, message) } }
    return errors
  }
}
