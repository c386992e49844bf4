import ZitareBase

/// What every block of a generation's files held when it was last written: Xapian's own files have no
/// checksums.
struct IndexManifest: Equatable {
  struct File: Equatable {
    let name: String
    let stamp: BlockFile.Stamp
    /// One for each block.
    let digests: [UInt64]
  }

  /// The number of the commit after which it was made.
  let revision: UInt64
  /// When all blocks were last read and found to be right.
  let verified: Timestamp
  let files: [File]

  subscript(name: String) -> File? { files.first { $0.name == name } }

  var size: Int64 { files.reduce(0) { $0 + $1.stamp.size } }

  /// The same of files that were read and found to be right, whoever has touched them.
  func verified(in folder: FilePath, at now: Timestamp) throws(FileError) -> IndexManifest {
    var seen: [File] = []
    for file in files {
      let stamp = try BlockFile.stamp(of: folder.appending(file.name)) ?? file.stamp
      seen.append(File(name: file.name, stamp: stamp, digests: file.digests))
    }
    return IndexManifest(revision: revision, verified: now, files: seen)
  }

  /// The same of files to which somebody has begun to write.
  func verified(at now: Timestamp) -> IndexManifest {
    IndexManifest(revision: revision, verified: now, files: files)
  }

  /// The files of a database that are told about, in the order of their names.
  static func names(in folder: FilePath) throws(FileError) -> [String] {
    try Files.names(in: folder).filter { $0.hasSuffix(".glass") || $0 == "iamglass" }
  }

  /// Reads what a commit has written.
  ///
  /// Glass never changes a block that the last commit needs: it writes another one, stamped with the
  /// number of the commit to come. So of a database that was found to be as `previous` says only the
  /// younger blocks are read, and what has been damaged since then is not taken for what was written.
  static func measure(
    _ folder: FilePath, revision: UInt64, since previous: IndexManifest?, verified: Timestamp
  ) throws(FileError) -> IndexManifest {
    var hash = SHA256()
    var files: [File] = []
    for name in try names(in: folder) {
      let file = try BlockFile(folder.appending(name))
      let known = name.hasSuffix(".glass") ? previous?[name]?.knownDigests ?? [] : []
      var digests: [UInt64] = []
      digests.reserveCapacity(file.stamp.blockCount)
      for block in 0..<file.stamp.blockCount {
        if block < known.count, try file.revision(ofBlock: block) <= previous?.revision ?? 0 {
          digests.append(known[block])
        } else {
          digests.append(try file.digest(ofBlock: block, &hash))
        }
      }
      files.append(File(name: name, stamp: file.stamp, digests: digests))
    }
    return IndexManifest(revision: revision, verified: verified, files: files)
  }

  /// Whether the files look as they did, without reading them.
  func isUntouched(_ folder: FilePath) throws(FileError) -> Bool {
    guard try Self.names(in: folder) == files.map(\.name) else { return false }
    for file in files {
      guard try BlockFile.stamp(of: folder.appending(file.name)) == file.stamp else { return false }
    }
    return true
  }

  /// Reads all blocks; names the files that are not as they were, empty where all are.
  ///
  /// With `interrupted` somebody has written since, and may have been killed: what is younger than this
  /// manifest is passed over.
  func damage(in folder: FilePath, interrupted: Bool) throws(FileError) -> [String] {
    let names = try Self.names(in: folder)
    var damage = files.filter { !names.contains($0.name) }.map { "\($0.name): missing" }
    var hash = SHA256()
    for name in names {
      guard let known = self[name] else {
        if !interrupted { damage.append("\(name): not written by this index") }
        continue
      }
      let isTable = name.hasSuffix(".glass")
      if interrupted && !isTable { continue }
      let file = try BlockFile(folder.appending(name))
      var wrong = max(0, known.stamp.blockCount - file.stamp.blockCount)
      try file.forEachBlock(&hash) { number, revision, digest in
        if interrupted && (revision > self.revision || number >= known.digests.count) { return }
        if number >= known.digests.count || digest != known.digests[number] { wrong += 1 }
      }
      if wrong == 0 && !interrupted && file.stamp.size != known.stamp.size { wrong = 1 }
      if wrong > 0 { damage.append("\(name): \(wrong) of \(known.digests.count) blocks") }
    }
    return damage
  }
}

extension IndexManifest.File {
  /// Without that of a last block that was not whole.
  fileprivate var knownDigests: ArraySlice<UInt64> {
    digests.prefix(Int(stamp.size) / BlockFile.blockSize)
  }
}
