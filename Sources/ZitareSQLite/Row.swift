internal import CSQLite

/// The row a statement stands on; columns count from 0 and follow SQLite's type conversions.
///
/// It is only valid inside the closure that received it.
public struct Row: ~Copyable {
  let statement: OpaquePointer

  public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }
  public func real(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(column)) }

  /// The text of a column; ill-formed UTF-8 is replaced by U+FFFD.
  public func text(_ column: Int) -> String {
    guard let start = sqlite3_column_text(statement, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  public func blob(_ column: Int) -> [UInt8] { bytes(column) { Array($0) } }

  /// Lends the bytes of a text or blob without a copy.
  public func bytes<R, E: Error>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    let start = sqlite3_column_blob(statement, Int32(column))
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
  public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
  public func optionalBlob(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }
}
