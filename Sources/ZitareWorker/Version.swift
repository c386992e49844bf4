import ZitareCorpus
import ZitareHTTP
import ZitareSQLite
import ZitareSearch

/// What this build is.
enum Version {
  static let number = "0.1.0"
  /// As the payload and HTTP requests name it.
  static let generator = "zitare \(number)"

  static var text: String {
    """
    zitare \(number)
    SQLite \(SQLiteVersion.text), libcurl \(HTTPClient.libraryVersion), \
    Xapian \(SearchIndex.libraryVersion)
    """
  }
}
