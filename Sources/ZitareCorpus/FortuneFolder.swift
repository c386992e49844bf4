import Glibc
import ZitareBase

/// The fortune files that a path stands for.
enum FortuneFolder {
  /// The file itself, or the text files of a folder in byte order of their names.
  ///
  /// Folders within, hidden files, indexes (`.dat`), offensive files in ROT13 and further names of
  /// the same file (`.u8`, links) are left out.
  static func files(at path: FilePath, language: String?) throws(FortuneError) -> [FortuneFile] {
    guard let status = status(of: path) else {
      if errno == ENOENT || errno == ENOTDIR { throw .missing(path) }
      throw .file(FileError("examine", path, code: errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return [FortuneFile(path, language: language ?? self.language(of: path))]
    case S_IFDIR: break
    default: throw .notAFile(path)
    }
    let names: [String]
    do throws(FileError) { names = try Files.names(in: path) } catch { throw .file(error) }
    let paths = names.filter { mayBeText($0) }.map { path.appending($0) }
    var seen: Set<FileIdentity> = []
    // Where one file has several names, the one that is no link wins.
    for path in paths where !isLink(path) { seen.formUnion(identity(of: path)) }
    var files: [FortuneFile] = []
    for path in paths where isRegular(path) && !isRotated(path) && isText(path) {
      if isLink(path), !seen.isDisjoint(with: identity(of: path)) { continue }
      seen.formUnion(identity(of: path))
      files.append(FortuneFile(path, language: language ?? self.language(of: path)))
    }
    guard !files.isEmpty else { throw .empty(path) }
    return files
  }

  /// The language that the folders above the file tell, nil if none does.
  ///
  /// `…/fortunes/de/zitate` is German; what lies in `fortunes` itself is English.
  static func language(of path: FilePath) -> String? {
    for folder in path.string.split(separator: "/").dropLast().reversed() {
      if languages.contains(String(folder)) { return String(folder) }
      if folder == "fortunes" { return "en" }
    }
    return nil
  }

  private static let languages: Set<String> = [
    "bg", "cs", "da", "de", "en", "eo", "es", "fi", "fr", "ga", "hu", "it", "la", "nl", "no", "pl",
    "pt", "ro", "ru", "sv", "tr", "zh",
  ]

  private struct FileIdentity: Hashable {
    let device: UInt
    let inode: UInt
  }

  private static func mayBeText(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasSuffix(".dat") && !name.hasSuffix(".u8")
      && !name.hasSuffix("-o") && !name.hasSuffix("~")
  }

  static func status(of path: FilePath) -> stat? {
    var status = stat()
    return stat(path.string, &status) == 0 ? status : nil
  }

  private static func isRegular(_ path: FilePath) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  private static func isLink(_ path: FilePath) -> Bool {
    var status = stat()
    return lstat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func identity(of path: FilePath) -> Set<FileIdentity> {
    guard let status = status(of: path) else { return [] }
    return [FileIdentity(device: UInt(status.st_dev), inode: UInt(status.st_ino))]
  }

  /// Whether the index beside the file says that it is in ROT13 (strfile(1): flag 4, big-endian).
  private static func isRotated(_ path: FilePath) -> Bool {
    let header = start(of: path.adding(suffix: ".dat"), count: 20)
    return header.count == 20 && header[19] & 4 != 0
  }

  private static func isText(_ path: FilePath) -> Bool { !start(of: path, count: 4096).contains(0) }

  /// The first bytes of a file; none if it cannot be read, which reading it will then say.
  private static func start(of path: FilePath, count: Int) -> [UInt8] {
    let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = read(descriptor, &bytes, count)
    return Array(bytes.prefix(max(0, length)))
  }
}
