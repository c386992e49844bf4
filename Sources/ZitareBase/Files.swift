import Glibc

/// Whole files: read with a limit, replaced so that readers and crashes see the old or the new one.
public enum Files {
  /// The bytes of a regular file, nil where there is none; a larger one than `limit` is refused
  /// with EFBIG.
  public static func read(_ path: FilePath, limit: Int = 64 << 20) throws(FileError) -> [UInt8]? {
    let descriptor = open(path.string, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError("open", path, code: errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError("read", path, code: errno) }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else { throw FileError("read", path, code: EFBIG) }
    }
  }

  /// Puts `bytes` in place of the file at `path` so that they survive a loss of power.
  ///
  /// They go to a temporary beside it, which is synced and renamed before the folder is synced. A
  /// crash leaves the old or the new file, and perhaps a temporary `.<name>.<pid>.tmp`.
  public static func replace(
    _ path: FilePath, with bytes: some Sequence<UInt8>, mode: UInt32 = 0o644
  ) throws(FileError) {
    let temporary = path.parent.appending(".\(path.lastComponent).\(getpid()).tmp")
    do throws(FileError) {
      try write(Array(bytes), to: temporary, mode: mode)
      guard rename(temporary.string, path.string) == 0 else {
        throw FileError("rename", path, code: errno)
      }
    } catch {
      unlink(temporary.string)
      throw error
    }
    try sync(folder: path.parent)
  }

  /// Puts a new file at `path` so that it survives a loss of power; false where something is there,
  /// which then stays as it is.
  ///
  /// A crash leaves no file or a whole one, and perhaps a temporary `.<name>.<pid>.tmp`.
  public static func create(
    _ path: FilePath, with bytes: [UInt8], mode: UInt32 = 0o644
  ) throws(FileError) -> Bool {
    let temporary = path.parent.appending(".\(path.lastComponent).\(getpid()).tmp")
    defer { unlink(temporary.string) }
    try write(bytes, to: temporary, mode: mode)
    guard link(temporary.string, path.string) == 0 else {
      if errno == EEXIST { return false }
      throw FileError("create", path, code: errno)
    }
    try sync(folder: path.parent)
    return true
  }

  /// Replaces the file only where its bytes differ; true if it was written.
  @discardableResult
  public static func update(
    _ path: FilePath, to bytes: [UInt8], mode: UInt32 = 0o644
  ) throws(FileError) -> Bool {
    if try size(of: path) == Int64(bytes.count), try read(path) == bytes { return false }
    try replace(path, with: bytes, mode: mode)
    return true
  }

  /// The size in bytes, nil where nothing is.
  public static func size(of path: FilePath) throws(FileError) -> Int64? {
    var status = stat()
    guard stat(path.string, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileError("examine", path, code: errno)
    }
    return Int64(status.st_size)
  }

  /// Makes a folder and those above it, so that they survive a loss of power; one that exists is
  /// left as it is.
  public static func makeFolder(_ path: FilePath, mode: UInt32 = 0o755) throws(FileError) {
    if mkdir(path.string, mode) == 0 { return try sync(folder: path.parent) }
    if errno == EEXIST { return }
    guard errno == ENOENT, path.parent != path else {
      throw FileError("create folder", path, code: errno)
    }
    try makeFolder(path.parent, mode: mode)
    guard mkdir(path.string, mode) == 0 || errno == EEXIST else {
      throw FileError("create folder", path, code: errno)
    }
    try sync(folder: path.parent)
  }

  /// The names in a folder in byte order, without `.` and `..`; none where it is missing.
  public static func names(in folder: FilePath) throws(FileError) -> [String] {
    guard let handle = opendir(folder.string) else {
      if errno == ENOENT { return [] }
      throw FileError("read folder", folder, code: errno)
    }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes a rename or removal in this folder durable.
  public static func sync(folder: FilePath) throws(FileError) {
    let descriptor = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", folder, code: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError("sync", folder, code: errno) }
  }

  private static func write(_ bytes: [UInt8], to path: FilePath, mode: UInt32) throws(FileError) {
    let descriptor = open(path.string, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError("create", path, code: errno) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, of: path)
    guard fdatasync(descriptor) == 0 else { throw FileError("sync", path, code: errno) }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32, of path: FilePath) throws(FileError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError("write", path, code: errno) }
      offset += count
    }
  }
}
