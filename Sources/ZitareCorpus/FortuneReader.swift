public import ZitareBase

/// Reads fortune files into records, always in the same order.
public struct FortuneReader: Sendable {
  /// Changes with every rule that can change a record of an unchanged file.
  public static let version = 1

  public let files: [FortuneFile]

  /// Finds the files at each path, a file or a folder; a path given twice counts twice.
  ///
  /// `language` overrides what the folders' names and the texts themselves tell.
  public init(_ paths: [FilePath], language: String? = nil) throws(FortuneError) {
    var files: [FortuneFile] = []
    for path in paths { files += try FortuneFolder.files(at: path, language: language) }
    self.files = files
  }

  /// What reading came to.
  public struct Summary: Sendable, Equatable {
    /// The records handed over.
    public internal(set) var records = 0
    /// Those among them whose author is known.
    public internal(set) var attributed = 0
    /// Records left out since one of the same author and folded text came before.
    public internal(set) var duplicates = 0
    /// Records left out for another reason.
    public internal(set) var skipped = 0
    /// The first hundred skipped ones: `file:line: reason`.
    public internal(set) var skippedNames: [String] = []

    mutating func skip(_ record: FortuneFile.Record, of file: FortuneFile, _ reason: String) {
      skipped += 1
      if skippedNames.count < 100 { skippedNames.append("\(file.path):\(record.line): \(reason)") }
    }
  }

  /// Calls `body` with batches of up to `size` records; equal ones are handed over once.
  ///
  /// Memory holds one batch and eight bytes for each record so far.
  @discardableResult
  public func read(
    batchesOf size: Int = 500, _ body: ([QuoteRecord]) throws -> Void
  ) throws -> Summary {
    precondition(size > 0)
    var summary = Summary()
    var seen: Set<UInt64> = []
    var batch: [QuoteRecord] = []
    var attributions = FortuneAttributions()
    for file in files {
      try file.forEachRecord { record in
        if record.isTooLong {
          return summary.skip(record, of: file, "longer than \(FortuneFile.recordLimit) bytes")
        }
        guard let quote = Self.quote(record, of: file, &attributions) else {
          return summary.skip(record, of: file, "no text")
        }
        guard seen.insert(Self.key(quote.slug)).inserted else {
          summary.duplicates += 1
          return
        }
        summary.records += 1
        if quote.authorSlug != nil { summary.attributed += 1 }
        batch.append(quote)
        if batch.count == size {
          try body(batch)
          batch.removeAll(keepingCapacity: true)
        }
      }
    }
    if !batch.isEmpty { try body(batch) }
    return summary
  }

  /// Nil for a record without a text.
  static func quote(
    _ record: FortuneFile.Record, of file: FortuneFile, _ attributions: inout FortuneAttributions
  ) -> QuoteRecord? {
    let tail = FortuneTail(of: record.lines)
    let text = FortuneText.arrange(record.lines.prefix(tail?.index ?? record.lines.count))
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    let said = attributions.read(tail)
    return QuoteRecord(
      slug: Slug.quote(text, by: said.authorSlug), text: text,
      language: file.language ?? FortuneLanguage.guess(text),
      authorSlug: said.authorSlug, authorName: said.attribution.author,
      sourceSlug: said.sourceSlug, sourceTitle: said.attribution.source,
      year: said.attribution.year, attribution: said.attribution.note)
  }

  /// Eight bytes that stand for a slug, which holds author and text.
  private static func key(_ slug: String) -> UInt64 {
    SHA256.digest(slug.utf8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
