import Glibc
import ZitareBase

/// The folder of one export, which is replaced as a whole.
///
/// The new one is made in `.NAME.zitare-export` beside it and changes places with it. A killed run
/// leaves that folder behind, and the next one removes it.
struct ExportFolder {
  let path: FilePath

  /// Takes the folder as it is now, or as it is to be made.
  init(_ path: FilePath) throws {
    if let real = try Files.realPath(path) {
      self.path = real
      return
    }
    var text = path.string
    while text.hasSuffix("/") { text.removeLast() }
    self.path = FilePath(text)
  }

  var building: FilePath { path.parent.appending(".\(path.lastComponent).zitare-export") }

  /// Keeps other exports beside this one waiting; it blocks the calling thread.
  func lock() throws -> FileLock {
    try Files.makeFolder(path.parent)
    return try FileLock.wait(onFolder: path.parent)
  }

  /// What lies here, nil where nothing does; throws where it is not ours.
  func present(_ target: ExportTarget) throws -> ExportManifest? {
    guard try Files.size(of: path) != nil else { return nil }
    guard try Files.isFolder(path) else { throw ExportError.foreign(path, file: nil) }
    let paths = try ExportManifest.paths(in: path)
    guard let manifest = try ExportManifest.read(in: path) else {
      let isEmpty = try Files.names(in: path).isEmpty
      if isEmpty { return nil }
      throw ExportError.foreign(path, file: paths.first ?? ExportManifest.fileName)
    }
    guard manifest.target == target else { throw ExportError.other(path, manifest.target) }
    let known = Set(manifest.files.map(\.path))
    if let foreign = paths.first(where: { !known.contains($0) }) {
      throw ExportError.foreign(path, file: foreign)
    }
    return manifest
  }

  /// Whether all files of an export are there with their sizes.
  func isWhole(_ manifest: ExportManifest) throws -> Bool {
    try manifest.files.allSatisfy { try Files.size(of: path.appending($0.path)) == $0.size }
  }

  /// Removes what a killed run left.
  func removeLeftovers() { Files.removeAll(building) }

  /// Puts the folder that was built in the place of the old one, durably.
  func place() throws {
    try Files.syncAll(around: building)
    if try Files.size(of: path) == nil {
      guard rename(building.string, path.string) == 0 else {
        throw FileError("rename", building, code: errno)
      }
    } else {
      let isExchanged = try Files.exchange(building, with: path)
      guard isExchanged else { throw ExportError.noExchange(path) }
    }
    try Files.sync(folder: path.parent)
    removeLeftovers()
  }
}
