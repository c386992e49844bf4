import FoundationEssentials
import Glibc
import ZitareBase

/// What is known of the bytes in `NAME.part`, kept beside them; it never claims more than the disk
/// holds, and holds no secret of an address.
struct DownloadJournal: Codable, Equatable {
  private static let currentVersion = 2
  /// Another number is a form that this program does not know.
  var version = currentVersion
  /// Where the bytes came from, as it may be shown, and where redirects led.
  var url = ""
  var finalURL = ""
  /// Tells the address from others that are shown alike.
  var fingerprint = ""
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
      let journal = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
      journal.version == Self.currentVersion, journal.isSane
    else { return nil }
    self = journal
  }

  init() {}

  /// Whether it can be counted with.
  private var isSane: Bool {
    let counts = 0...1_000_000
    return counts.contains(attempts) && counts.contains(restarts)
      && [received, total ?? 0].allSatisfy { (0...1 << 60).contains($0) }
  }

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
    try put(at: path, isSynced: true)
    try Files.sync(folder: path.parent)
  }

  /// Has the journal at a path claim nothing any more: this one takes its place or, where the disk is
  /// full, nothing does; whether there is one then.
  ///
  /// A crash of this process leaves this or the one before. A loss of power may leave neither, or the
  /// one before, whose digest then gives away that the bytes are others.
  func supersede(at path: FilePath) throws(FileError) -> Bool {
    do throws(FileError) {
      try put(at: path, isSynced: false)
      return true
    } catch {
      guard error.isOutOfSpace else { throw error }
      try Files.remove(path)
      return false
    }
  }

  private func put(at path: FilePath, isSynced: Bool) throws(FileError) {
    let temporary = DownloadPaths.temporary(of: path)
    let number = open(
      temporary.string, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw FileError("create", temporary, code: errno) }
    let descriptor = Descriptor(number, temporary)
    do throws(FileError) {
      let bytes = encoded()
      let count = write(number, bytes, bytes.count)
      guard count == bytes.count else {
        throw FileError("write", temporary, code: count < 0 ? errno : ENOSPC)
      }
      if isSynced { try descriptor.sync() }
      guard rename(temporary.string, path.string) == 0 else {
        throw FileError("rename", temporary, code: errno)
      }
    } catch {
      unlink(temporary.string)
      throw error
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
  /// Where the journal is before it has its name; no other file's name is longer.
  var journalToBe: FilePath { Self.temporary(of: journal) }

  static func temporary(of journal: FilePath) -> FilePath { journal.adding(suffix: ".tmp") }

  /// Removes what is not worth keeping; the lock on the part must be held.
  func removePart() {
    unlink(journal.string)
    unlink(journalToBe.string)
    unlink(part.string)
  }
}

extension Files {
  /// Removes a file, where there is one.
  static func remove(_ path: FilePath) throws(FileError) {
    guard unlink(path.string) == 0 || errno == ENOENT else {
      throw FileError("remove", path, code: errno)
    }
  }
}
