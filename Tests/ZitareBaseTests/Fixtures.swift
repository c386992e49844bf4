import Glibc
import Testing
import ZitareBase

/// The instant that a test's text names.
func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(iso8601: text)) }

func makeLink(_ path: FilePath, to target: String) throws {
  try #require(symlink(target, path.string) == 0)
}
