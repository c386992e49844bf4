import Glibc
import Testing
import ZitareBase

/// The instant that a test's text names.
func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(iso8601: text)) }

/// Runs `body` with an empty folder that is removed with all it holds.
func withTemporaryFolder<Result>(_ body: (FilePath) throws -> Result) throws -> Result {
  var template = Array("/tmp/zitare-base-XXXXXX".utf8CString)
  let path = try #require(mkdtemp(&template).map { FilePath(String(cString: $0)) })
  defer { removeAll(path) }
  return try body(path)
}

func makeLink(_ path: FilePath, to target: String) throws {
  try #require(symlink(target, path.string) == 0)
}

private func removeAll(_ folder: FilePath) {
  for name in (try? Files.names(in: folder)) ?? [] {
    let path = folder.appending(name)
    if unlink(path.string) != 0 { removeAll(path) }
  }
  rmdir(folder.string)
}
