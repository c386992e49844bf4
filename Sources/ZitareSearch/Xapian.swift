import CXapian
import ZitareBase

/// Calls of the C face and what their statuses mean.
enum Xapian {
  /// The release series of the library, such as `1.4`: within one, formats and stemmers stay.
  static var series: String {
    String(cString: cx_version()).split(separator: ".").prefix(2).joined(separator: ".")
  }

  /// A status that is not `CX_OK`, with what Xapian said.
  struct Failure: Error {
    let status: cx_status
    let message: String

    /// The failure as seen by whoever asked for the index in this folder.
    func error(in folder: FilePath) -> SearchError {
      switch status {
      case CX_LOCKED: .locked(folder)
      case CX_MODIFIED: .modified(folder)
      case CX_CORRUPT, CX_NOT_FOUND: .unusable(folder, reason: message)
      case CX_NO_SPACE: .outOfSpace(folder, reason: message)
      default: .failed(folder, reason: message)
      }
    }
  }

  static func call(_ body: (_ message: UnsafeMutablePointer<cx_buffer>) -> cx_status)
    throws(Failure)
  {
    var message = cx_buffer()
    let status = body(&message)
    guard status == CX_OK else { throw Failure(status: status, message: taken(message)) }
  }

  /// The bytes as text; frees them.
  static func taken(_ buffer: cx_buffer) -> String {
    defer { cx_buffer_free(buffer) }
    return text(cx_slice(bytes: buffer.bytes, length: buffer.length))
  }

  static func text(_ slice: cx_slice) -> String {
    String(decoding: bytes(slice), as: UTF8.self)
  }

  static func bytes(_ slice: cx_slice) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: slice.bytes, count: slice.length)
  }

  static func withSlice<Result>(of text: String, _ body: (cx_slice) -> Result) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        body(cx_slice(bytes: $0.baseAddress, length: $0.count))
      }
    }
  }
}

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
