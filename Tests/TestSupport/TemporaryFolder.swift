import Glibc
public import ZitareBase

/// An empty folder of its own, removed with everything in it when this value is released.
public final class TemporaryFolder: Sendable {
  public let path: FilePath

  public init(file: StaticString = #fileID) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/zitare-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { fatalError("no temporary folder for \(file)") }
    path = FilePath(String(cString: made))
  }

  deinit { remove(path) }

  public func appending(_ component: String) -> FilePath { path.appending(component) }

  /// Writes a file below the folder and returns its path; folders in `name` are made.
  @discardableResult
  public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> FilePath {
    let path = appending(name)
    try Files.makeFolder(path.parent)
    try Files.replace(path, with: bytes)
    return path
  }

  /// The bytes of a file below the folder, nil where there is none.
  public func read(_ name: String) throws -> [UInt8]? { try Files.read(appending(name)) }
}

/// Removes a file, or a folder with what is in it, without following symbolic links.
private func remove(_ path: FilePath) {
  if unlink(path.string) == 0 || errno == ENOENT { return }
  for name in (try? Files.names(in: path)) ?? [] { remove(path.appending(name)) }
  rmdir(path.string)
}
