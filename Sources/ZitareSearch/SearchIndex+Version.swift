import CXapian

extension SearchIndex {
  /// The version of the Xapian library that is loaded.
  public static var libraryVersion: String { String(cString: cx_version()) }
}
