import Glibc
import ZitareBase

/// Tells whether fortune files are still the ones that were read.
public struct FortuneFingerprint: Sendable {
  /// A digest of every file's name, size, modification time and inode, and of how it is read.
  ///
  /// While it stays equal, the contents need not be read.
  public let stat: String
  private let files: [FortuneFile]

  init(of files: [FortuneFile]) throws(FortuneError) {
    self.files = files
    var hash = SHA256()
    hash.update("fortune \(FortuneReader.version)\n".utf8)
    for file in files {
      guard let status = FortuneFolder.status(of: file.path) else {
        throw .file(FileError("examine", file.path, code: errno))
      }
      let time = status.st_mtim
      hash.update(
        """
        \(file.path) \(file.language ?? "") \(status.st_size) \(time.tv_sec).\(time.tv_nsec) \
        \(status.st_dev) \(status.st_ino)\n
        """.utf8)
    }
    stat = hash.finish().hexadecimal
  }

  /// A digest of the names and contents, and of how they are read; reads every file.
  public func content() throws -> String {
    var hash = SHA256()
    hash.update("fortune \(FortuneReader.version)\n".utf8)
    for file in files {
      var contents = SHA256()
      try file.forEachChunk { contents.update($0) }
      hash.update("\(file.path) \(file.language ?? "") \(contents.finish().hexadecimal)\n".utf8)
    }
    return hash.finish().hexadecimal
  }
}

extension FortuneReader {
  /// The fingerprint of the files as they are now; examines each without reading it.
  public func fingerprint() throws(FortuneError) -> FortuneFingerprint {
    try FortuneFingerprint(of: files)
  }
}
