import Glibc
import ZitareBase

/// A folder that only its owner can have put there and writes to.
enum PrivateFolder {
  static func isPrivate(_ folder: FilePath, userID: UInt32) -> Bool {
    var link = stat()
    var status = stat()
    // In a folder like /tmp anyone can leave a link to a place of his choice; those of the system,
    // as systemd makes them for DynamicUser, are welcome.
    return lstat(folder.string, &link) == 0 && (link.st_uid == userID || link.st_uid == 0)
      && stat(folder.string, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == userID && status.st_mode & 0o022 == 0
  }

  static func make(_ folder: FilePath, userID: UInt32) throws {
    try Files.makeFolder(folder, mode: 0o700)
    guard isPrivate(folder, userID: userID) else { throw PathError.notPrivate(folder) }
  }
}
