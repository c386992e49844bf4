import FoundationEssentials
import Glibc
import ZitareBase

/// What is known of the bytes in `NAME.part`, kept beside them; it never claims more than the disk
/// holds, and holds no secret of an address.
struct DownloadJournal: Codable, Equatable {
  /// Another number is a form that this program does not know.
  var version = 1
  /// Where the bytes came from, as it may be shown, and where redirects led.
  var url = ""
  var finalURL = ""
  var validator: ResumeValidator?
  var validators = Validators()
  var contentType: String?
  /// False for what a server does not give in ranges, such as a body packed on the way.
  var isResumable = false
  var total: Int64?
  var received: Int64 = 0
  /// Of the bytes up to `received`.
  var sha256 = ""
  /// What the server says of the whole file's.
  var serverSHA256: String?
  var attempts = 0
  var restarts = 0
  /// Whether something told that these are all bytes, once that is so.
  var proof: Download.Proof?

  /// Larger ones are no journals.
  private static let limit = 64 << 10

  /// The journal at a path, nil where there is none that can be used.
  init?(at path: FilePath) throws(FileError) {
    guard let bytes = try Self.bytes(at: path),
      let journal = try? JSONDecoder().decode(Self.self, from: Data(bytes)), journal.version == 1
    else { return nil }
    self = journal
  }

  init() {}

  private static func bytes(at path: FilePath) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try Files.read(path, limit: limit)
    } catch {
      if error.code == EFBIG { return nil }
      throw error
    }
  }

  /// Writes the journal so that it survives a loss of power.
  func save(at path: FilePath) throws(FileError) {
    try Files.replace(path, with: encoded(), mode: 0o600)
  }

  /// Writes the journal so that a crash of this process leaves it or the one before.
  ///
  /// A loss of power may leave neither, or the one before, whose digest then gives away that the
  /// bytes are others.
  func saveUnsynced(at path: FilePath) throws(FileError) {
    let temporary = path.adding(suffix: ".tmp")
    let descriptor = open(temporary.string, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("create", temporary, code: errno) }
    let bytes = encoded()
    let count = write(descriptor, bytes, bytes.count)
    let code = errno
    close(descriptor)
    guard count == bytes.count else {
      unlink(temporary.string)
      throw FileError("write", temporary, code: count < 0 ? code : ENOSPC)
    }
    guard rename(temporary.string, path.string) == 0 else {
      throw FileError("rename", temporary, code: errno)
    }
  }

  /// The same with everything in the part as received.
  func claiming(_ part: PartFile) -> DownloadJournal {
    var journal = self
    journal.received = part.size
    journal.sha256 = part.digest().hexadecimal
    return journal
  }

  /// Takes note that bytes are given up, and refuses to where that was done too often.
  mutating func countRestart(
    of lost: Int64, _ reason: String, limit: Int, report: (DownloadEvent) -> Void
  ) throws(DownloadFault) {
    guard restarts < limit else {
      throw DownloadFault(.restartedTooOften(restarts, last: reason))
    }
    restarts += 1
    report(.restarted(lost: lost, count: restarts, reason: reason))
  }

  private func encoded() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("a journal is plain JSON")
    }
    return Array(data) + [UInt8(ascii: "\n")]
  }
}

/// The files of a download to one destination.
struct DownloadPaths: Sendable {
  let destination: FilePath
  var part: FilePath { destination.adding(suffix: ".part") }
  var journal: FilePath { destination.adding(suffix: ".part.json") }

  /// Removes what is not worth keeping; the lock on the part must be held.
  func removePart() {
    unlink(journal.string)
    unlink(journal.adding(suffix: ".tmp").string)
    unlink(part.string)
  }
}
