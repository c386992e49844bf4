import TestSupport
import Testing
import ZitareBase

@Suite("File locks")
struct FileLockTests {
  @Test("a second holder is refused until the first one ends")
  func exclusive() throws {
    let folder = TemporaryFolder()
    let path = folder.appending("lock")
    do {
      let first = try FileLock.wait(path)
      first.write("4711")
      #expect(try isFree(path) == false)
    }
    #expect(try isFree(path))
    #expect(try Files.read(path) == Array("4711".utf8))
  }

  @Test("shared holders stand beside each other and keep an exclusive one out")
  func shared() throws {
    let folder = TemporaryFolder()
    let path = folder.appending("lock")
    let first = try FileLock.wait(path, mode: .shared)
    let second = try FileLock.attempt(path, mode: .shared)
    let isShared = second != nil
    #expect(isShared)
    #expect(try isFree(path) == false)
    _ = consume first
  }

  @Test("a lock in a folder that is missing is an error")
  func missing() {
    #expect(throws: FileError.self) { try isFree("/no/such/folder/lock") }
  }

  private func isFree(_ path: FilePath) throws -> Bool {
    let lock = try FileLock.attempt(path)
    return lock != nil
  }
}
