internal import Glibc

extension Files {
  /// `$TMPDIR`, or `/tmp`.
  package static var temporaryFolder: FilePath {
    getenv("TMPDIR").map { FilePath(String(cString: $0)) } ?? "/tmp"
  }

  /// Makes an empty folder that only this user can enter, with random letters behind its name.
  package static func makeTemporaryFolder(
    _ name: String, in base: FilePath = temporaryFolder
  ) throws(FileError) -> FilePath {
    let pattern = base.appending("\(name)-XXXXXX")
    var template = Array(pattern.string.utf8CString)
    guard let made = mkdtemp(&template) else {
      throw FileError("create folder", pattern, code: errno)
    }
    return FilePath(String(cString: made))
  }

  /// Removes a file, or a folder with what is in it, as far as that can be; symbolic links are not
  /// followed.
  package static func removeAll(_ path: FilePath) {
    if unlink(path.string) == 0 || errno == ENOENT { return }
    for name in (try? names(in: path)) ?? [] { removeAll(path.appending(name)) }
    rmdir(path.string)
  }
}
