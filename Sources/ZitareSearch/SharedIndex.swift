import CXapian
public import ZitareBase

/// A Xapian database that Recoll, Omega and `quest` read, while it is being made.
///
/// It is filled where nobody reads it: one that breaks off half way is of no use. Recoll takes it as
/// an external index only; as its main one, which Recoll would clear of what is not its own, it
/// lacks the mark of Recoll's version and is refused.
///
/// Not `Sendable`: its calls block, so it lives on a thread that may wait.
public final class SharedIndex {
  private let path: FilePath
  private let handle: OpaquePointer

  /// Opens the database in this folder and makes it where it is missing.
  public init(_ path: FilePath) throws(SearchError) {
    self.path = path
    var handle: OpaquePointer?
    do throws(Xapian.Failure) {
      try Xapian.call { message in
        Xapian.withSlice(of: path.string) { cx_shared_open($0, &handle, message) }
      }
    } catch {
      throw error.error(in: path)
    }
    guard let handle else { preconditionFailure("an open call gave no handle") }
    self.handle = handle
  }

  deinit { cx_shared_close(handle) }

  /// Adds documents, each in place of the one with the same key.
  public func put(_ documents: [SharedDocument]) throws(SearchError) {
    let batch = EncodedSharedBatch(documents)
    try call { message in batch.withBatch { cx_shared_put(handle, $0, message) } }
  }

  /// Removes the documents with these keys; one that is not there is no error.
  public func remove(_ keys: some Sequence<String>) throws(SearchError) {
    let terms = EncodedTerms(keys: Array(keys), domains: [])
    try call { message in
      terms.withTerms { cx_shared_remove(handle, $0, $1.baseAddress, $1.count, message) }
    }
  }

  public func commit() throws(SearchError) { try call { cx_shared_commit(handle, $0) } }

  /// Writes what was committed, compacted, to a folder that is not there yet.
  public func compact(to folder: FilePath) throws(SearchError) {
    do throws(Xapian.Failure) {
      try Xapian.compact([path], to: folder)
    } catch {
      throw error.error(in: path)
    }
  }

  private func call(
    _ body: (_ message: UnsafeMutablePointer<cx_buffer>) -> cx_status
  ) throws(SearchError) {
    do throws(Xapian.Failure) { try Xapian.call(body) } catch { throw error.error(in: path) }
  }
}
