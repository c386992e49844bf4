import Glibc
import ZitareBase

/// The files of an index: who may touch which generation, and which one is current.
///
/// - `current` is a Xapian stub file; it is replaced, never edited.
/// - `generation-N` is a database. A reader holds a shared lock on its file `readers`, if it may open
///   that, and whoever removes it an exclusive one. Numbers only rise. Its file `manifest` says what its blocks hold;
///   while it is written to, that is called `changing`.
/// - `building-N` is a part of a database that a rebuild fills, `removed-N` a generation on its way
///   out. Who may write has locked the folder itself and `writer`, which has its process id.
struct IndexFolder {
  let path: FilePath

  init(_ path: FilePath) { self.path = path }

  func building(_ number: Int) -> FilePath { path.appending("building-\(number)") }
  private var stub: FilePath { path.appending("current") }

  func generation(_ number: Int) -> FilePath { path.appending("generation-\(number)") }

  /// Tells one stub from every other that was at its path.
  ///
  /// The inode alone would not: file systems soon give a freed number out again.
  struct StubVersion: Equatable {
    let inode: UInt64
    let seconds: Int
    let nanoseconds: Int
  }

  /// The stub as it is now, nil before the first generation.
  func stubVersion() throws(SearchError) -> StubVersion? {
    var status = stat()
    guard stat(stub.string, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .file(FileError("examine", stub, code: errno))
    }
    return StubVersion(
      inode: UInt64(status.st_ino), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }

  /// The number of the generation in use, nil before the first.
  func currentGeneration() throws(SearchError) -> Int? {
    guard let bytes = try files({ () throws(FileError) in try Files.read(stub, limit: 4096) })
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("auto "), text.hasSuffix("\n"),
      let number = Self.number(of: text.dropFirst(5).dropLast())
    else { throw .unusable(path, reason: "the file current does not name a generation") }
    return number
  }

  /// Makes a generation the one that readers open from now on.
  func setCurrent(_ number: Int) throws(SearchError) {
    try files { () throws(FileError) in
      try Files.sync(folder: generation(number))
      try Files.replace(stub, with: Array("auto generation-\(number)\n".utf8))
    }
  }

  /// What the one writer holds: the file names it, and only the folder cannot be taken for a stale
  /// lock and removed, which would let a second one in.
  struct WriterLock: ~Copyable {
    fileprivate let folder: FileLock
    fileprivate let file: FileLock
  }

  func lockForWriting() throws(SearchError) -> WriterLock {
    try files { () throws(FileError) in try Files.makeFolder(path) }
    var patience = LockPatience()
    while true {
      if let locks = try attemptToWrite() {
        locks.file.write("\(getpid())\n")
        return locks
      }
      guard patience.waits() else { throw .locked(path) }
    }
  }

  private func attemptToWrite() throws(SearchError) -> WriterLock? {
    try files { () throws(FileError) -> WriterLock? in
      guard let folder = try FileLock.attempt(onFolder: path),
        let file = try FileLock.attempt(path.appending("writer"))
      else { return nil }
      return WriterLock(folder: folder, file: file)
    }
  }

  /// What keeps a generation from being removed while it is read.
  enum Hold: ~Copyable {
    case lock(FileLock)
    /// The lock may not be taken: the files are somebody else's or cannot be written to. What was
    /// opened of them stays readable, even if they are removed.
    case unlocked
  }

  /// Keeps a generation from being removed; nil where it is being removed or is gone.
  func holdForReading(_ number: Int) throws(SearchError) -> Hold? {
    do throws(FileError) {
      guard let lock = try FileLock.attempt(readersLock(number), mode: .shared) else { return nil }
      return .lock(lock)
    } catch {
      guard error.isNotFound || error.code == EACCES else { throw .file(error) }
      return try files { () throws(FileError) in try Files.isFolder(generation(number)) }
        ? Hold.unlocked : nil
    }
  }

  /// The lowest number that no generation here has had.
  func nextGeneration() throws(SearchError) -> Int {
    (try generations() + [(try? currentGeneration()) ?? 0]).reduce(0, max) + 1
  }

  /// Removes what killed writers left, and the generations that are neither in use nor being read.
  ///
  /// Only for the holder of the writer's lock.
  func removeLeftovers() throws(SearchError) {
    for name in try names() where name.hasPrefix("building") || name.hasPrefix("removed-") {
      try remove(path.appending(name))
    }
    try removeTemporaries(of: "current", in: path)
    let numbers = try generations()
    let current = try? currentGeneration()
    let isNamed = current.map { numbers.contains($0) } ?? false
    // A damaged stub may have named any of them; they go once a rebuild has replaced it.
    if !isNamed, try stubVersion() != nil { return }
    for number in numbers {
      if number == current {
        try removeTemporaries(of: "manifest", in: generation(number))
      } else {
        let lock = try files { () throws(FileError) in try FileLock.attempt(readersLock(number)) }
        if lock != nil { try remove(number) }
      }
    }
  }

  /// What `Files.replace` leaves when it is killed.
  private func removeTemporaries(of file: String, in folder: FilePath) throws(SearchError) {
    let names = try files { () throws(FileError) in try Files.names(in: folder) }
    for name in names where name.hasPrefix(".\(file).") && name.hasSuffix(".tmp") {
      unlink(folder.appending(name).string)
    }
  }

  /// Renamed first, so that no reader finds half of it, or makes a lock in a folder about to go.
  private func remove(_ number: Int) throws(SearchError) {
    let removed = path.appending("removed-\(number)")
    guard rename(generation(number).string, removed.string) == 0 else {
      throw .file(FileError("rename", generation(number), code: errno))
    }
    try remove(removed)
  }

  private func readersLock(_ number: Int) -> FilePath { generation(number).appending("readers") }

  private func names() throws(SearchError) -> [String] {
    try files { () throws(FileError) in try Files.names(in: path) }
  }

  private func generations() throws(SearchError) -> [Int] {
    try names().compactMap { Self.number(of: $0) }
  }

  private static func number(of name: some StringProtocol) -> Int? {
    guard name.hasPrefix("generation-"), let number = Int(name.dropFirst(11)), number > 0,
      name == "generation-\(number)"
    else { return nil }
    return number
  }

  /// Removes a database's folder, which holds files only; one that is missing is no error.
  func remove(_ folder: FilePath) throws(SearchError) {
    try files { () throws(FileError) in
      for name in try Files.names(in: folder) {
        let file = folder.appending(name)
        guard unlink(file.string) == 0 || errno == ENOENT else {
          throw FileError("remove", file, code: errno)
        }
      }
      guard rmdir(folder.string) == 0 || errno == ENOENT else {
        throw FileError("remove", folder, code: errno)
      }
    }
  }
}
