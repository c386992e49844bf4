public import ZitareBase

/// An empty folder of its own, removed with everything in it when this value is released.
public final class TemporaryFolder: Sendable {
  public let path: FilePath

  public init(file: StaticString = #fileID) {
    do {
      path = try Files.makeTemporaryFolder("zitare-test")
    } catch {
      fatalError("no temporary folder for \(file): \(error)")
    }
  }

  deinit { Files.removeAll(path) }

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
