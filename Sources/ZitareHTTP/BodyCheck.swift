import Glibc
import ZitareBase

extension Files {
  /// Throws where a file cannot be read: before anything is sent rather than amid its body.
  static func checkReadable(_ path: FilePath) throws(FileError) {
    // Without blocking, which opening a pipe would.
    let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError("open", path, code: errno) }
    close(descriptor)
  }
}

extension HTTPBody {
  /// The files among its parts.
  var files: [FilePath] {
    parts.compactMap { part in
      if case .file(let path) = part { path } else { nil }
    }
  }
}
