import Glibc
import ZitareBase

/// What the manifest of a generation says of its files.
enum FilesCondition {
  case sound(IndexManifest)
  /// A writer was interrupted: what is older than this manifest is right, the rest is unknown.
  case interrupted(IndexManifest)
  /// Names the files and what is wrong with them.
  case damaged([String])
}

extension IndexFolder {
  /// How long blocks that nobody seems to have touched are trusted.
  private static let trust = Duration.seconds(7 * 86_400)

  /// Compares a generation's files with its manifest: by their sizes and times, and block by block
  /// where these have changed, the last look was a week ago, or `thoroughly` asks for it.
  func condition(
    of number: Int, thoroughly: Bool, at now: Timestamp
  ) throws(SearchError) -> FilesCondition {
    try files { () throws(FileError) in
      let folder = generation(number)
      guard let (manifest, isInterrupted) = try manifest(of: number) else {
        return .damaged(["manifest: damaged or missing"])
      }
      if !isInterrupted, !thoroughly, try isTrusted(manifest, of: number, at: now) {
        return .sound(manifest)
      }
      let damage = try manifest.damage(in: folder, interrupted: isInterrupted)
      guard damage.isEmpty else { return .damaged(damage) }
      return isInterrupted
        ? .interrupted(manifest.verified(at: now))
        : .sound(try manifest.verified(in: folder, at: now))
    }
  }

  /// Whether a look at the current generation's files is due; told without reading them.
  func isCheckDue(at now: Timestamp) throws(SearchError) -> Bool {
    guard let number = try currentGeneration() else { return false }
    return try files { () throws(FileError) in
      guard let (manifest, isInterrupted) = try manifest(of: number), !isInterrupted else {
        return true
      }
      return try !isTrusted(manifest, of: number, at: now)
    }
  }

  /// What the current generation's files are known to be, nil without one.
  func currentFiles() throws(SearchError) -> IndexFiles? {
    guard let number = try currentGeneration() else { return nil }
    return try files { () throws(FileError) in
      let folder = generation(number)
      var size: Int64 = 0
      for name in try IndexManifest.names(in: folder) {
        size += try Files.size(of: folder.appending(name)) ?? 0
      }
      let known = try manifest(of: number)
      return IndexFiles(
        generation: number, bytes: size, verified: known?.manifest.verified,
        isInterrupted: known?.isInterrupted ?? false)
    }
  }

  /// To be called before the first change: from now on the manifest tells of the past.
  func beginChanging(_ number: Int) throws(SearchError) {
    let folder = generation(number)
    let code = rename(
      folder.appending("manifest").string, folder.appending("changing").string)
    // It was renamed already by a writer that did not come to its end.
    guard code == 0 || errno == ENOENT else {
      throw .file(FileError("rename", folder.appending("manifest"), code: errno))
    }
    try files { () throws(FileError) in try Files.sync(folder: folder) }
  }

  /// Makes this what is known of a generation, durably.
  func keep(_ manifest: IndexManifest, of number: Int) throws(SearchError) {
    let folder = generation(number)
    try files { () throws(FileError) in
      try Files.replace(folder.appending("manifest"), with: manifest.bytes)
    }
    // Where this is lost, the newer one counts.
    unlink(folder.appending("changing").string)
  }

  /// The last manifest of a generation, and whether somebody has begun to write since.
  func manifest(
    of number: Int
  ) throws(FileError) -> (manifest: IndexManifest, isInterrupted: Bool)? {
    for (name, isInterrupted) in [("manifest", false), ("changing", true)] {
      if let bytes = try Files.read(generation(number).appending(name), limit: 1 << 30) {
        return IndexManifest(bytes).map { ($0, isInterrupted) }
      }
    }
    return nil
  }

  private func isTrusted(
    _ manifest: IndexManifest, of number: Int, at now: Timestamp
  ) throws(FileError) -> Bool {
    guard manifest.verified <= now, now < manifest.verified + Self.trust else { return false }
    return try manifest.isUntouched(generation(number))
  }
}
