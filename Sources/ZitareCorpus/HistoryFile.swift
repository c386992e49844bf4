import Glibc
public import ZitareBase

/// The file `history.jsonl`, to which days are only ever appended.
///
/// A crash can leave a last line without its end; it counts as not written, and the next append
/// removes it.
public struct HistoryFile: Sendable {
  public let path: FilePath

  public init(_ path: FilePath) { self.path = path }

  public struct Content: Sendable, Equatable {
    /// In the order of the file; of several for one day and deck the first.
    public var entries: [HistoryEntry] = []
    /// Lines in the middle that are no entries.
    public var unreadable = 0
  }

  /// Everything that was written whole; nothing where the file is missing.
  public func read() throws(FileError) -> Content {
    Self.parse(try Files.read(path) ?? []).content
  }

  /// Appends the entries whose days the history lacks, durably; returns how many those were.
  @discardableResult
  public func append(_ entries: [HistoryEntry]) throws(FileError) -> Int {
    guard !entries.isEmpty else { return 0 }
    try Files.makeFolder(path.parent, mode: 0o700)
    let descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("open", path, code: errno) }
    defer { close(descriptor) }  // which ends the lock
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError("lock", path, code: errno) }
    }
    let known = Self.parse(try Files.read(path) ?? [])
    var days = Set(known.content.entries.map(Day.init))
    let new = entries.filter { days.insert(Day($0)).inserted }
    guard !new.isEmpty else { return 0 }
    guard ftruncate(descriptor, off_t(known.length)) == 0 else {
      throw FileError("truncate", path, code: errno)
    }
    try write(new.flatMap { $0.line + [0x0a] }, to: descriptor, at: known.length)
    guard fsync(descriptor) == 0 else { throw FileError("sync", path, code: errno) }
    if known.length == 0 { try Files.sync(folder: path.parent) }
    return new.count
  }

  private struct Day: Hashable {
    let date: CivilDate
    let deck: String

    init(_ entry: HistoryEntry) {
      date = entry.date
      deck = entry.deck
    }
  }

  /// The entries, and where the last whole line ends.
  private static func parse(_ bytes: [UInt8]) -> (content: Content, length: Int) {
    var content = Content()
    var days: Set<Day> = []
    var start = 0
    bytes.withUnsafeBytes { bytes in
      while let end = bytes[start...].firstIndex(of: 0x0a) {
        let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        start = end + 1
        guard let entry = HistoryEntry(line: line) else {
          content.unreadable += 1
          continue
        }
        if days.insert(Day(entry)).inserted { content.entries.append(entry) }
      }
    }
    return (content, start)
  }

  private func write(
    _ bytes: [UInt8], to descriptor: Int32, at start: Int
  ) throws(FileError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(
          descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset,
          off_t(start + offset))
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError("write", path, code: errno) }
      offset += count
    }
  }
}
