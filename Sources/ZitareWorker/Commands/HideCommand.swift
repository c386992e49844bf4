import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Hides a quotation, an author or a theme, takes that back, or lists what is hidden.
struct HideCommand: Command {
  static let name = "hide"
  static let synopsis = "[list | quote SLUG|ADDRESS | author NAME | theme NAME] [--undo]"
  static let summary = HideText.summary.message
  static let options = [OptionDescription("--undo", HideText.undo.message)]

  private enum Order {
    case list
    case hide(HiddenQuotes.Kind, String)
    case undo(HiddenQuotes.Kind, String)
  }

  private let order: Order

  init(_ arguments: inout Arguments) throws(UsageError) {
    let isUndone = try arguments.flag("--undo")
    let word: String? = try arguments.optionalPositional("KIND")
    guard let word, word != "list" else {
      if isUndone { throw UsageError(HideText.undoWhat.message) }
      order = .list
      return
    }
    guard let kind = HiddenQuotes.Kind(rawValue: word) else {
      throw UsageError(HideText.unknownKind.message, ["word": word])
    }
    let words: [String] = try arguments.rest("NAME")
    guard !words.isEmpty else { throw UsageError(HideText.noName.message, ["kind": word]) }
    let name = words.joined(separator: " ")
    order = isUndone ? .undo(kind, name) : .hide(kind, name)
  }

  func run(in app: App<Services>) async throws {
    switch order {
    case .list: try HiddenSheet(app).print()
    case .hide(let kind, let word):
      try hide(kind, word, app)
      try await app.require(RenderPayload())
    case .undo(let kind, let word):
      try undo(kind, word, app)
      try await app.require(RenderPayload())
    }
  }

  private func hide(_ kind: HiddenQuotes.Kind, _ word: String, _ app: App<Services>) throws {
    let search = HiddenSearch(try app.corpusReader(), today: try todaysSlug(kind, word, app))
    guard let found = try search.find(kind, word) else {
      let nearest = try search.nearest(kind, word)
      throw failure(nearest == nil ? .unknown : .unknownNear, kind, word, nearest, app)
    }
    let today = try app.today.zone.date(at: app.now())
    let entry = HiddenQuotes.Entry(kind, found.slug, since: today)
    let file = HiddenFile(app.places.hidden)
    let isNew: Bool
    do { isNew = try file.hide(entry) } catch HiddenFile.Failure.full {
      throw CommandFailure(
        .usage, app.text(HideText.full, ["count": "\(HiddenFile.entryLimit)"]))
    }
    let since = try file.read().hidden.day(of: kind, found.slug) ?? today
    try say(isNew ? .hidden : .alreadyHidden, entry.dated(since), found.name, app)
  }

  private func undo(_ kind: HiddenQuotes.Kind, _ word: String, _ app: App<Services>) throws {
    let file = HiddenFile(app.places.hidden)
    let hidden = try file.read().hidden
    let slug = try hiddenSlug(kind, word, hidden, app)
    guard let since = hidden.day(of: kind, slug) else {
      let nearest = nearestName(to: word, in: hidden.slugs(of: kind))
      throw failure(nearest == nil ? .notHidden : .notHiddenNear, kind, word, nearest, app)
    }
    let entry = HiddenQuotes.Entry(kind, slug, since: since)
    _ = try file.show(entry)
    try say(.shownAgain, entry, try HiddenSheet(app).name(of: entry), app)
  }

  /// The slug that a word means among those that are hidden: they may have left the corpus since.
  private func hiddenSlug(
    _ kind: HiddenQuotes.Kind, _ word: String, _ hidden: HiddenQuotes, _ app: App<Services>
  ) throws -> String {
    if let slug = CorpusAddress(word)?.slug(of: kind) { return slug }
    if hidden.day(of: kind, word) != nil { return word }
    let found = try app.corpus.glance { try HiddenSearch($0, today: nil).find(kind, word) }
    return found??.slug ?? word
  }

  /// The quotation that is meant by `zitare://heute`.
  private func todaysSlug(
    _ kind: HiddenQuotes.Kind, _ word: String, _ app: App<Services>
  ) throws -> String? {
    guard kind == .quote, CorpusAddress(word) == .today else { return nil }
    return try app.today.panelQuote(now: app.now()).quote.slug
  }

  private func failure(
    _ text: HideText, _ kind: HiddenQuotes.Kind, _ word: String, _ nearest: String?,
    _ app: App<Services>
  ) -> CommandFailure {
    CommandFailure(
      .badData,
      app.text(
        text, ["kind": app.text(kind.word), "word": word.singleLine, "nearest": nearest ?? ""]))
  }

  private func say(
    _ text: HideText, _ entry: HiddenQuotes.Entry, _ name: String, _ app: App<Services>
  ) throws {
    if app.wantsJSON {
      try app.console.json(HiddenSheet.Line(entry, name: name, isHidden: text != .shownAgain))
    } else if !app.isQuiet {
      app.console.line(
        app.text(
          text,
          [
            "name": name, "slug": entry.slug, "kind": entry.kind.rawValue,
            "date": "\(entry.since)",
          ]))
    }
  }
}

extension HiddenQuotes.Entry {
  fileprivate func dated(_ day: CivilDate) -> Self { Self(kind, slug, since: day) }
}

extension HiddenQuotes.Kind {
  /// What people call it.
  var word: HideText {
    switch self {
    case .quote: .kindQuote
    case .author: .kindAuthor
    case .theme: .kindTheme
    }
  }
}
