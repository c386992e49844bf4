import CFileSystem
import Glibc

extension Files {
  /// Lets two files or folders of one file system change places at once: nobody sees one missing.
  ///
  /// False where the file system cannot do it. The caller syncs the folders they lie in.
  public static func exchange(_ one: FilePath, with other: FilePath) throws(FileError) -> Bool {
    if exchange_files(one.string, other.string) == 0 { return true }
    if errno == EINVAL || errno == ENOSYS { return false }
    throw FileError("exchange \(one) with", other, code: errno)
  }

  /// Makes everything durable that was written to the file system a path lies on.
  ///
  /// For many small files this costs far less than to sync each.
  public static func syncAll(around path: FilePath) throws(FileError) {
    let descriptor = open(path.string, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", path, code: errno) }
    defer { close(descriptor) }
    guard syncfs(descriptor) == 0 else { throw FileError("sync", path, code: errno) }
  }

  /// Attaches a value to a file under a name such as `user.xdg.tags` (xattr(7)); false where the
  /// file system keeps none, or none so large.
  @discardableResult
  public static func setAttribute(
    _ name: String, to value: String, of path: FilePath
  ) throws(FileError) -> Bool {
    var value = value
    let status = value.withUTF8 { setxattr(path.string, name, $0.baseAddress, $0.count, 0) }
    guard status != 0 else { return true }
    switch errno {
    case ENOTSUP, E2BIG, ERANGE, EPERM, ENOSPC: return false  // ENOSPC: ext4 has one block for them
    default: throw FileError("set \(name) of", path, code: errno)
    }
  }

  /// The path without symbolic links, `.`, `..` and double slashes; nil where nothing is there.
  public static func realPath(_ path: FilePath) throws(FileError) -> FilePath? {
    guard let real = realpath(path.string, nil) else {
      if errno == ENOENT { return nil }
      throw FileError("find", path, code: errno)
    }
    defer { free(real) }
    return FilePath(String(cString: real))
  }
}

extension Files {
  /// Whether a folder is there; a symbolic link to one is none.
  public static func isFolder(_ path: FilePath) throws(FileError) -> Bool {
    var status = stat()
    guard lstat(path.string, &status) == 0 else {
      if errno == ENOENT { return false }
      throw FileError("examine", path, code: errno)
    }
    return status.st_mode & S_IFMT == S_IFDIR
  }
}

extension Files {
  /// Makes a folder, not those above it, and leaves it to `syncAll` to make it durable.
  public static func makeFolder(unsynced path: FilePath) throws(FileError) {
    guard mkdir(path.string, 0o755) == 0 || errno == EEXIST else {
      throw FileError("create folder", path, code: errno)
    }
  }

  /// Writes a new file and leaves it to `syncAll` to make it durable.
  public static func write(unsynced bytes: [UInt8], to path: FilePath, mode: UInt32 = 0o644)
    throws(FileError)
  {
    let descriptor = open(path.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError("create", path, code: errno) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, of: path)
  }
}

extension Files {
  /// Copies a file to a new one and returns the SHA-256 of what was copied; `syncAll` makes it
  /// durable.
  public static func copy(unsynced source: FilePath, to copy: FilePath) throws(FileError) -> [UInt8]
  {
    let input = open(source.string, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw FileError("open", source, code: errno) }
    defer { close(input) }
    let output = open(copy.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard output >= 0 else { throw FileError("create", copy, code: errno) }
    defer { close(output) }
    var hash = SHA256()
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Glibc.read(input, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError("read", source, code: errno) }
      guard count > 0 else { return hash.finish() }
      let piece = Array(chunk[..<count])
      hash.update(piece)
      try write(piece, to: output, of: copy)
    }
  }
}
