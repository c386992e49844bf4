import ZitareBase

extension IndexManifest {
  private static let title = "zitare index manifest 1"

  /// Lines about the files, their digests, and a SHA-256 of it all.
  var bytes: [UInt8] {
    var lines = [Self.title, "revision=\(revision)", "verified=\(verified.milliseconds)"]
    lines += files.map { "\($0.name)=\($0.stamp.size) \($0.stamp.modified)" }
    var bytes = Array((lines.joined(separator: "\n") + "\n\n").utf8)
    for file in files {
      file.digests.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    return bytes + SHA256.digest(bytes)
  }

  /// Nil for what is no manifest, or no longer the one that was written.
  init?(_ bytes: [UInt8]) {
    let (content, digest) = (bytes.dropLast(32), bytes.suffix(32))
    guard SHA256.digest(content).elementsEqual(digest), let end = Self.endOfLines(content) else {
      return nil
    }
    let lines = content[..<end].split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard lines.count >= 3, lines[0] == Self.title,
      let revision = Self.value("revision", lines[1]).flatMap({ UInt64($0) }),
      let verified = Self.value("verified", lines[2]).flatMap({ Int64($0) })
    else { return nil }
    var rest = content[(end + 2)...]
    var files: [File] = []
    for line in lines.dropFirst(3) {
      guard let file = File(line, digests: &rest) else { return nil }
      files.append(file)
    }
    guard rest.isEmpty else { return nil }
    self.init(
      revision: revision, verified: Timestamp(milliseconds: verified), files: files)
  }

  private static func value(_ name: String, _ line: String) -> Substring? {
    line.hasPrefix(name + "=") ? line.dropFirst(name.count + 1) : nil
  }

  /// Where the empty line begins.
  private static func endOfLines(_ bytes: ArraySlice<UInt8>) -> Int? {
    let newline = UInt8(ascii: "\n")
    return bytes.indices.dropLast().first { bytes[$0] == newline && bytes[$0 + 1] == newline }
  }
}

extension IndexManifest.File {
  /// Takes its digests from the front of `digests`.
  fileprivate init?(_ line: String, digests bytes: inout ArraySlice<UInt8>) {
    let words = line.split { $0 == "=" || $0 == " " }
    guard words.count == 3, let size = Int64(words[1]), size >= 0, let modified = Int64(words[2])
    else { return nil }
    let stamp = BlockFile.Stamp(size: size, modified: modified)
    guard bytes.count / 8 >= stamp.blockCount else { return nil }
    let own = bytes.prefix(stamp.blockCount * 8)
    bytes = bytes.dropFirst(own.count)
    let digests = own.withUnsafeBytes { own in
      (0..<stamp.blockCount).map { own.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
    }
    self.init(name: String(words[0]), stamp: stamp, digests: digests)
  }
}
