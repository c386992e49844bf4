internal import CSQLite

public enum SQLiteVersion {
  /// The version of the library that is loaded.
  public static var text: String { String(cString: sqlite3_libversion()) }
}
