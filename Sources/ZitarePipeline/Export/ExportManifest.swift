import FoundationEssentials
import ZitareBase
import ZitareCorpus

/// What an export holds and what its files are, in the file `zitare-export.json` of its folder.
///
/// The folder is ours because it is there, and nothing else may be there that it does not list.
struct ExportManifest: Codable, Equatable {
  static let fileName = "zitare-export.json"
  private static let program = "zitare"
  /// 500,000 files need 60 MB.
  private static let limit = 256 << 20

  var program = Self.program
  let target: ExportTarget
  let format: Int
  /// Where it was made for: some files name it.
  let folder: String
  /// The corpus that it was made of.
  let revision: Int64
  let digest: String
  let count: Int
  /// How many quotations were written or removed since it was made from nothing.
  let changes: Int
  let files: [File]

  struct File: Codable, Equatable {
    /// Below the folder.
    let path: String
    let size: Int64
    let sha256: String
  }

  var state: CorpusState { CorpusState(revision: revision, digest: digest, count: count) }

  /// Nil where there is none that this program has written.
  static func read(in folder: FilePath) throws -> ExportManifest? {
    guard let bytes = try Files.read(folder.appending(fileName), limit: limit),
      let manifest = try? JSONDecoder().decode(ExportManifest.self, from: Data(bytes)),
      manifest.program == Self.program
    else { return nil }
    return manifest
  }

  func write(in folder: FilePath) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Files.replace(folder.appending(Self.fileName), with: try encoder.encode(self))
  }

  /// The files below a folder but the manifest, in the order of their paths.
  static func paths(in folder: FilePath) throws -> [String] {
    var paths: [String] = []
    try collect(folder, below: "", &paths)
    return paths.filter { $0 != fileName }
  }

  private static func collect(
    _ folder: FilePath, below path: String, _ paths: inout [String]
  ) throws {
    for name in try Files.names(in: folder) {
      let item = folder.appending(name)
      if try Files.isFolder(item) {
        try collect(item, below: path + name + "/", &paths)
      } else {
        paths.append(path + name)
      }
    }
  }

  /// Describes the files below a folder.
  static func files(in folder: FilePath) throws -> [File] {
    try paths(in: folder).map { path in
      let item = folder.appending(path)
      return File(
        path: path, size: try Files.size(of: item) ?? 0,
        sha256: try SHA256.digest(ofFile: item).hexadecimal)
    }
  }
}
