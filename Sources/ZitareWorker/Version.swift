import CBuild
import ZitareCorpus
import ZitareHTTP
import ZitareSQLite
import ZitareSearch
import ZitareService

/// What this build is.
enum Version {
  static let number = "0.1.0"
  /// As the payload and HTTP requests name it.
  static let generator = "zitare \(number)"

  static var build: ProgramVersion {
    ProgramVersion(
      program: "zitare", version: number, commit: String(cString: cbuild_commit()),
      date: String(cString: cbuild_date()),
      libraries: [
        "SQLite": SQLiteVersion.text, "libcurl": HTTPClient.libraryVersion,
        "Xapian": SearchIndex.libraryVersion,
      ])
  }
}
