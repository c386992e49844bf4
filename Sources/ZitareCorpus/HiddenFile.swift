public import ZitareBase

/// The file `hidden.jsonl`: one line for each thing that is hidden.
///
/// Lines that are no entries, such as those of a later release or of a slip of an editor, are passed over
/// and kept.
public struct HiddenFile: Sendable {
  public static let entryLimit = 10_000
  private static let sizeLimit = 8 << 20

  public let path: FilePath

  public init(_ path: FilePath) { self.path = path }

  public struct Content: Sendable, Equatable {
    public var hidden = HiddenQuotes()
    /// The numbers of the lines that are no entries, from 1.
    public var unreadable: [Int] = []
  }

  public enum Failure: Error, Equatable {
    /// As many are hidden as may be.
    case full
  }

  /// Nothing is hidden where the file is missing.
  public func read() throws(FileError) -> Content {
    var entries: [HiddenQuotes.Entry] = []
    var content = Content()
    for (index, line) in try lines().enumerated() {
      if let entry = HiddenQuotes.Entry(line: line) {
        entries.append(entry)
      } else if line.contains(where: { $0 > UInt8(ascii: " ") }) {
        content.unreadable.append(index + 1)
      }
    }
    content.hidden = HiddenQuotes(entries)
    return content
  }

  /// Adds an entry durably; false where the thing is hidden already.
  public func hide(_ entry: HiddenQuotes.Entry) throws -> Bool {
    try change { lines in
      let known = lines.compactMap { HiddenQuotes.Entry(line: $0) }
      guard !known.contains(where: { $0.isSameThing(as: entry) }) else { return false }
      guard known.count < Self.entryLimit else { throw Failure.full }
      lines.append(entry.line)
      return true
    }
  }

  /// Removes what hides a thing, durably; false where it is not hidden.
  public func show(_ entry: HiddenQuotes.Entry) throws -> Bool {
    try change { lines in
      let count = lines.count
      lines.removeAll { HiddenQuotes.Entry(line: $0)?.isSameThing(as: entry) ?? false }
      return lines.count < count
    }
  }

  /// Replaces the file where `body` says that it changed the lines.
  private func change(_ body: (inout [[UInt8]]) throws -> Bool) throws -> Bool {
    try Files.makeFolder(path.parent, mode: 0o700)
    let lock = try FileLock.wait(path.adding(suffix: ".lock"))
    defer { extendLifetime(lock) }
    var lines = try lines()
    guard try body(&lines) else { return false }
    try Files.replace(path, with: lines.flatMap { $0 + [0x0a] }, mode: 0o600)
    return true
  }

  private func lines() throws(FileError) -> [[UInt8]] {
    let bytes = try Files.read(path, limit: Self.sizeLimit) ?? []
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

extension HiddenQuotes.Entry {
  fileprivate func isSameThing(as other: Self) -> Bool {
    kind == other.kind && slug == other.slug
  }

  /// A JSON object without the line's end.
  fileprivate var line: [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("hidden", kind.rawValue)
    writer.member("slug", slug)
    writer.member("since", since.description)
    writer.raw("}")
    return writer.bytes
  }

  fileprivate init?(line: [UInt8]) {
    guard let value = try? JSONParser.parse(line),
      let kind = value["hidden"]?.string.flatMap(HiddenQuotes.Kind.init),
      let slug = value["slug"]?.string, QuoteRecord.isSlug(slug),
      let since = value["since"]?.string.flatMap({ CivilDate($0) })
    else { return nil }
    self.init(kind, slug, since: since)
  }
}
