public import ZitareBase
import ZitareSQLite

/// Writes the quotations of some origins as a directory of files that any static web server can serve.
///
/// The same quotations give the same bytes. Each file is replaced whole, `index-full.json` last; all carry
/// the same `generatedAt`, by which a reader notices files of two builds. A directory whose content is
/// already right is left as it is, times included, so that caches stay valid.
public struct SnapshotBuilder {
  private let reader: CorpusReader
  private let origins: [OriginID]

  /// On equal slugs the quotation of the origin that is named first is taken.
  public init(_ reader: CorpusReader, of origins: [OriginID]) {
    self.reader = reader
    self.origins = origins
  }

  public struct Report: Sendable, Equatable {
    /// The quotations in the snapshot.
    public var count = 0
    /// Quotations left out because an earlier origin has their slug.
    public var shadowed = 0
    /// False where the directory held this content already.
    public var isWritten = false
    public var generatedAt: Timestamp
  }

  public func build(into folder: FilePath, now: Timestamp) throws -> Report {
    try Files.makeFolder(folder)
    return try reader.consistently {
      let content = try ChosenContent(reader, of: origins)
      var report = Report(generatedAt: now)
      let total = try content.count()
      report.count = try content.bareCount()
      report.shadowed = total - report.count
      let digest = try content.digest().bytes.hexadecimal
      if let known = try present(in: folder, digest: digest) {
        report.generatedAt = known
        return report
      }
      let header = Header(generatedAt: now, count: report.count, digest: digest)
      for kind in NameKind.allCases {
        try write(try content.names(of: kind), kind, header, in: folder)
      }
      try write(content, "index-min.json", header, in: folder, WireFormat.shortElement)
      try write(content, "index-full.json", header, in: folder, WireFormat.element)
      report.isWritten = true
      return report
    }
  }

  private struct Header {
    let generatedAt: Timestamp
    let count: Int
    let digest: String

    /// The object's members up to the bracket of its list.
    func bytes(listNamed name: String, count: Int) -> [UInt8] {
      var writer = JSONWriter()
      writer.raw("{")
      writer.member(WireFormat.generatedAt, generatedAt.iso8601)
      writer.member(WireFormat.count, count)
      writer.member(WireFormat.contentDigest, digest)
      writer.name(name)
      writer.raw("[")
      return writer.bytes
    }
  }

  /// When the directory's snapshot was generated, if it and all files beside it hold this content.
  private func present(in folder: FilePath, digest: String) throws -> Timestamp? {
    for kind in NameKind.allCases {
      guard try Files.size(of: folder.appending(kind.fileName)) != nil else { return nil }
    }
    guard try Files.size(of: folder.appending("index-min.json")) != nil,
      try Files.size(of: folder.appending("index-full.json")) != nil
    else { return nil }
    var snapshot = SnapshotReader(folder.appending("index-full.json"))
    do { try snapshot.read { _, _, _ in } } catch is RefreshRefusal { return nil }
    return snapshot.header.contentDigest == digest ? snapshot.header.generatedAt : nil
  }

  private func write(
    _ names: [NameEntry], _ kind: NameKind, _ header: Header, in folder: FilePath
  ) throws {
    var file = try StreamedFile(folder.appending(kind.fileName))
    try file.write(header.bytes(listNamed: kind.plural, count: names.count))
    for (index, name) in names.enumerated() {
      try file.write(Array((index == 0 ? "\n" : ",\n").utf8))
      try file.write(WireFormat.element(name))
    }
    try file.write(Array("\n]}\n".utf8))
    try file.place()
  }

  private func write(
    _ content: ChosenContent, _ name: String, _ header: Header, in folder: FilePath,
    _ element: (QuoteRecord) -> [UInt8]
  ) throws {
    var file = try StreamedFile(folder.appending(name))
    try file.write(header.bytes(listNamed: WireFormat.quotes, count: header.count))
    var isFirst = true
    try content.forEachBareRecord { record in
      try file.write(Array((isFirst ? "\n" : ",\n").utf8))
      try file.write(element(record))
      isFirst = false
    }
    try file.write(Array("\n]".utf8))
    try file.write(try trailer(of: content))
    try file.write(Array("}\n".utf8))
    try file.place()
  }

  /// The members after the quotations: tombstones and the daily schedule, each if there are any.
  private func trailer(of content: ChosenContent) throws -> [UInt8] {
    var writer = JSONWriter()
    let tombstones = try content.tombstones()
    if !tombstones.isEmpty {
      writer.name(WireFormat.tombstones)
      writer.raw("[")
      for (index, tombstone) in tombstones.enumerated() {
        writer.raw(index == 0 ? "\n" : ",\n")
        writer.raw(String(decoding: WireFormat.element(tombstone), as: UTF8.self))
      }
      writer.raw("\n]")
    }
    let schedule = try content.schedule()
    if !schedule.isEmpty {
      writer.name(WireFormat.daily)
      writer.raw("{")
      for (date, slug) in schedule.sorted(by: { $0.key < $1.key }) {
        writer.member(date.description, slug)
      }
      writer.raw("}")
    }
    return writer.bytes
  }
}
