import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("Files")
struct FilesTests {
  @Test("a replaced file holds the new bytes with the given mode, and nothing else is left behind")
  func replace() throws {
    let folder = TemporaryFolder()
    let path = folder.appending("payload.json")
    try Files.replace(path, with: "old".utf8)
    try Files.replace(path, with: "new and longer".utf8, mode: 0o600)
    #expect(try Files.read(path) == Array("new and longer".utf8))
    #expect(try status(path).st_mode & 0o777 == 0o600)
    #expect(try Files.names(in: folder.path) == ["payload.json"])
  }

  @Test("a file is created whole, and only where nothing is, not even a link to nothing")
  func create() throws {
    let folder = TemporaryFolder()
    let path = folder.appending("zitare.toml")
    #expect(try Files.create(path, with: [1, 2], mode: 0o600))
    #expect(try status(path).st_mode & 0o777 == 0o600)
    #expect(try !Files.create(path, with: [3]))
    #expect(try Files.read(path) == [1, 2])
    let link = folder.appending("link")
    #expect(symlink("/no/such/file", link.string) == 0)
    #expect(try !Files.create(link, with: [3]))
    #expect(try Files.names(in: folder.path) == ["link", "zitare.toml"])
    #expect(throws: FileError.self) { try Files.create("/no/such/folder/file", with: [1]) }
  }

  @Test("an update with equal bytes leaves the file itself in place")
  func update() throws {
    let folder = TemporaryFolder()
    let path = folder.appending("file")
    #expect(try Files.update(path, to: [1, 2]))
    let inode = try status(path).st_ino
    #expect(try !Files.update(path, to: [1, 2]))
    #expect(try status(path).st_ino == inode)
    #expect(try Files.update(path, to: [1, 3]))
    #expect(try Files.read(path) == [1, 3])
  }

  @Test("a failed replacement leaves the old file and no temporary")
  func failure() throws {
    let folder = TemporaryFolder()
    let path = folder.appending("folder")
    try Files.makeFolder(path.appending("below"))
    #expect(throws: FileError("rename", path, code: EISDIR)) {
      try Files.replace(path, with: [1])
    }
    #expect(try Files.names(in: folder.path) == ["folder"])
    #expect(throws: FileError.self) { try Files.replace("/no/such/folder/file", with: [1]) }
  }

  @Test("a file larger than the limit is refused, a missing one is nil")
  func limit() throws {
    let folder = TemporaryFolder()
    let path = folder.appending("file")
    try Files.replace(path, with: [UInt8](repeating: 7, count: 200_000))
    #expect(try Files.read(path, limit: 200_000)?.count == 200_000)
    #expect(throws: FileError("read", path, code: EFBIG)) {
      try Files.read(path, limit: 199_999)
    }
    #expect(try Files.read(folder.appending("none")) == nil)
    #expect(try Files.size(of: path) == 200_000)
    #expect(try Files.size(of: folder.appending("none")) == nil)
    #expect(try Files.size(of: path.appending("below a file")) == nil)
  }

  @Test("folders are made with those above them, as often as one likes")
  func folders() throws {
    let folder = TemporaryFolder()
    let path = folder.appending("a").appending("b")
    try Files.makeFolder(path)
    try Files.makeFolder(path)
    try Files.replace(path.appending("z"), with: [])
    try Files.replace(path.appending("B"), with: [])
    #expect(try Files.names(in: path) == ["B", "z"])
    #expect(try Files.names(in: path.appending("none")) == [])
    #expect(throws: FileError.self) { try Files.makeFolder(path.appending("z").appending("c")) }
  }

  @Test(
    "a path is cut at its last slash",
    arguments: [
      ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b/c", "a/b", "c"),
    ])
  func paths(path: String, parent: String, last: String) {
    #expect(FilePath(path).parent.string == parent && FilePath(path).lastComponent == last)
    #expect(FilePath("/").appending("a") == "/a")
  }

  private func status(_ path: FilePath) throws -> stat {
    var status = stat()
    try #require(stat(path.string, &status) == 0)
    return status
  }
}
