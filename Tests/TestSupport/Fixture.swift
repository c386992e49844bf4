import Glibc
public import ZitareBase

/// The path of a file in the folder `Fixtures` beside the calling test's source file.
public func fixture(_ name: String, file: String = #filePath) -> FilePath {
  FilePath(file).parent.appending("Fixtures").appending(name)
}

/// The bytes of a file in the folder `Fixtures` beside the calling test's source file.
public func fixtureBytes(_ name: String, file: String = #filePath) throws -> [UInt8] {
  let path = fixture(name, file: file)
  guard let bytes = try Files.read(path) else { throw FileError("open", path, code: ENOENT) }
  return bytes
}
