import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// What is hidden, as `zitare hide` prints it.
struct HiddenSheet {
  /// What `--json` prints of each entry, one a line.
  struct Line: Encodable {
    let kind: String
    let slug: String
    let name: String
    let since: String
    let isHidden: Bool

    init(_ entry: HiddenQuotes.Entry, name: String, isHidden: Bool) {
      kind = entry.kind.rawValue
      slug = entry.slug
      self.name = name
      since = entry.since.description
      self.isHidden = isHidden
    }
  }

  private let app: App<Services>

  init(_ app: App<Services>) { self.app = app }

  func print() throws {
    let content = try HiddenFile(app.places.hidden).read()
    for entry in content.hidden.entries {
      let name = try name(of: entry)
      if app.wantsJSON {
        try app.console.json(Line(entry, name: name, isHidden: true))
      } else {
        app.console.line(
          app.text(
            HideText.entry,
            [
              "date": "\(entry.since)", "kind": app.text(entry.kind.word), "name": name,
              "slug": entry.slug,
            ]))
      }
    }
    if content.hidden.isEmpty, !app.wantsJSON { app.console.note(app.text(HideText.nothingHidden)) }
    for line in content.unreadable {
      app.console.note(
        app.text(
          HideText.unreadable, ["file": app.places.hidden.string, "line": "\(line)"]))
    }
  }

  /// What people know it by; the slug where the corpus does not tell.
  func name(of entry: HiddenQuotes.Entry) throws -> String {
    let name = try app.corpus.glance { try HiddenSearch($0, today: nil).name(of: entry) }
    return name.flatMap { $0 } ?? entry.slug
  }
}
