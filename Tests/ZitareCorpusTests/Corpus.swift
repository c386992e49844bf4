import TestSupport
import ZitareBase

@testable import ZitareCorpus

/// A corpus in a folder of its own, and short ways to fill it.
final class Corpus {
  let folder = TemporaryFolder()
  let origin: Origin
  var store: CorpusStore { CorpusStore(folder.appending("corpus.sqlite")) }

  init(_ origin: String = "https://example.org/index-full.json") throws {
    self.origin = try Origin(origin, relativeTo: "/")
  }

  /// Takes in a snapshot given as text.
  @discardableResult
  func install(
    _ json: String, at seconds: Int64 = 1000, accepting: Bool = false,
    validators: Validators = Validators(), names: [NameKind: String] = [:],
    from other: Origin? = nil
  ) throws -> InstallReport {
    try install(
      Array(json.utf8), at: seconds, accepting: accepting, validators: validators, names: names,
      from: other)
  }

  @discardableResult
  func install(
    _ bytes: [UInt8], at seconds: Int64 = 1000, accepting: Bool = false,
    validators: Validators = Validators(), names: [NameKind: String] = [:],
    from other: Origin? = nil
  ) throws -> InstallReport {
    let path = try folder.write("snapshot.json", bytes)
    return try install(
      WireSnapshot(quotes: WireFile(path, validators: validators), names: try write(names)),
      at: seconds, accepting: accepting, from: other)
  }

  @discardableResult
  func install(
    _ snapshot: WireSnapshot, at seconds: Int64 = 1000, accepting: Bool = false,
    from other: Origin? = nil
  ) throws -> InstallReport {
    try store.writer().install(
      .wire(snapshot), from: other ?? origin,
      options: InstallOptions(now: Timestamp(seconds: seconds), accepting: accepting))
  }

  /// Writes files of master data given as texts.
  func write(
    _ names: [NameKind: String], validators: Validators = Validators()
  ) throws -> [NameKind: WireFile] {
    var files: [NameKind: WireFile] = [:]
    for (kind, json) in names {
      let path = try folder.write(kind.fileName, Array(json.utf8))
      files[kind] = WireFile(path, validators: validators)
    }
    return files
  }

  func reader() throws -> CorpusReader {
    guard let reader = try store.reader() else { throw FileError("open", store.path, code: 2) }
    return reader
  }

  /// Every quotation by its shown name.
  func quotes() throws -> [String: Quote] {
    var quotes: [String: Quote] = [:]
    var pages = QuotePages(try reader(), since: 0, size: 3)
    while let page = try pages.next() { for quote in page { quotes[quote.name] = quote } }
    return quotes
  }

  func state() throws -> CorpusState { try reader().state() }
}

/// A snapshot with these elements in `quotes`.
func snapshot(
  _ elements: [String], generatedAt: String? = nil, count: Int? = nil, more: String = ""
) -> String {
  let time = generatedAt.map { #""generatedAt":"\#($0)","# } ?? ""
  return
    #"{\#(time)"count":\#(count ?? elements.count),"quotes":[\#(elements.joined(separator: ","))]\#(more)}"#
}

/// An element with the required fields.
func element(_ slug: String, _ text: String = "Text", more: String = "") -> String {
  #"{"slug":"\#(slug)","text":"\#(text)","language":"de"\#(more)}"#
}

func elements(_ range: Range<Int>) -> [String] { range.map { element("q\($0)", "Text \($0)") } }

extension CorpusReader {
  /// Follows the corpus from a state as an index does.
  ///
  /// Returns the state that the changes lead to, or nil where the given one is no past state of this
  /// corpus: then everything is to be indexed anew. A key may be among both the replaced and the
  /// removed of several calls, but not of one.
  func changes(
    since state: CorpusState, batchesOf size: Int = 500,
    replaced: ([Quote]) throws -> Void, removed: ([QuoteKey]) throws -> Void
  ) throws -> CorpusState? {
    try consistently {
      guard try isPast(state) else { return nil }
      var pages = QuotePages(self, since: state.revision, size: size)
      while let page = try pages.next() { try replaced(page) }
      var removals = RemovalPages(self, since: state.revision, withForgotten: true, size: size)
      while let page = try removals.next() { try removed(page) }
      return try self.state()
    }
  }
}
