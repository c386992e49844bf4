import FoundationEssentials
import Glibc
import ZitareBase
import ZitareCorpus

/// A complete file in the cache that has not been taken in, since it was refused or the program ended:
/// the server is asked whether it is still the newest, and it is not fetched again.
///
/// What is known of it lies beside it, in `NAME.kept`: also where it came from, since what another
/// address says is no news of it.
enum KeptFile {
  private struct Record: Codable {
    /// Its mark.
    let address: String
    let etag: String?
    let lastModified: String?
    let sha256: String
  }

  /// The file, if it is what was written down of it; without validators nobody could ask for news.
  static func at(_ path: FilePath, from address: WebAddress) throws -> WireFile? {
    guard let bytes = try Files.read(recordPath(path), limit: 64 << 10),
      let record = try? JSONDecoder().decode(Record.self, from: Data(bytes)),
      record.address == address.mark, record.etag != nil || record.lastModified != nil,
      try Files.size(of: path) != nil
    else { return nil }
    let digest = try SHA256.digest(ofFile: path)
    guard digest.hexadecimal == record.sha256 else { return nil }
    return WireFile(
      path,
      validators: Validators(
        etag: record.etag, lastModified: record.lastModified, address: record.address),
      sha256: digest)
  }

  static func keep(_ file: WireFile, from address: WebAddress) throws {
    guard let sha256 = file.sha256 else { return }
    let record = Record(
      address: address.mark, etag: file.validators.etag,
      lastModified: file.validators.lastModified, sha256: sha256.hexadecimal)
    try Files.replace(recordPath(file.path), with: try JSONEncoder().encode(record))
  }

  static func remove(_ path: FilePath) {
    // The record first: it must not speak of a file that comes later.
    unlink(recordPath(path).string)
    unlink(path.string)
  }

  private static func recordPath(_ path: FilePath) -> FilePath { path.adding(suffix: ".kept") }
}
