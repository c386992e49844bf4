import ZitarePipeline
import ZitareSearch
import ZitareService

/// Prints what a search found, for people, programs and launchers.
struct SearchOutput {
  private let app: App<Services>
  private let request: SearchRequest
  private let format: SearchFormat

  init(_ app: App<Services>, _ request: SearchRequest) {
    self.request = request
    format = app.wantsJSON ? .json : request.format ?? .plain
    self.app = format == .json ? app.speaking(.english) : app
  }

  /// The answer to the query of a command line.
  func print(_ answer: QuoteSearch.Answer) throws {
    notes(of: answer)
    switch format {
    case .json:
      for hit in answer.hits { try app.console.json(hit) }
      for facet in answer.facets {
        for value in facet.values.prefix(SearchRequest.facetValues) {
          try app.console.json(FacetLine(facet.field, value, isExact: answer.isExact))
        }
      }
      if request.summarizes || request.explains {
        try app.console.json(SummaryLine(answer, explaining: request.explains, in: app))
      }
    case .rofi:
      summarize(answer)
      rows(answer)
    case .plain:
      summarize(answer)
      if answer.hits.isEmpty { app.console.note(app.text(SearchText.noHits)) }
      for hit in answer.hits { line(hit) }
      for facet in answer.facets { self.facet(facet, isExact: answer.isExact) }
    }
  }

  /// The answer to one line of standard input: an object on one line, or rows that an empty line ends.
  func reply(to text: String, _ answer: QuoteSearch.Answer) throws {
    switch format {
    case .json: try app.console.json(ReplyLine(text, answer, in: app))
    case .rofi:
      notes(of: answer)
      rows(answer)
      app.console.line()
    case .plain:
      notes(of: answer)
      for hit in answer.hits { line(hit) }
      app.console.line()
    }
  }

  /// How the query was read, where that may surprise: never among the hits.
  private func notes(of answer: QuoteSearch.Answer) {
    for note in answer.notes { app.console.note(note.text(in: app)) }
  }

  /// Bold where a terminal shows it; what steers a terminal is left out of the text itself.
  private func line(_ hit: FoundQuote) {
    let shows = app.console.output.showsColor
    let text = hit.stretches
      .map { part in
        shows && part.isMatch ? "\u{1b}[1m\(part.text.printable)\u{1b}[22m" : part.text.printable
      }.joined()
    let author = hit.author.map { " — \($0)" } ?? ""
    let place =
      switch hit.found {
      case .local: hit.slug
      case .remote: app.text(SearchText.remoteHit, ["slug": hit.slug])
      }
    app.console.raw("\(text)\("\(author)  [\(place)]".printable)\n")
  }

  /// Rows in rofi's own form: Pango markup, and the slug as what is handed back for a row.
  private func rows(_ answer: QuoteSearch.Answer) {
    for hit in answer.hits { app.console.raw("\(hit.markup)\0info\u{1f}\(hit.slug.singleLine)\n") }
  }

  private func facet(_ facet: SearchFacet, isExact: Bool) {
    guard !facet.values.isEmpty else { return }
    app.console.line()
    app.console.line(app.text(facet.field.facetTitle))
    for value in facet.values.prefix(SearchRequest.facetValues) {
      app.console.line("  \(isExact ? "" : "≥ ")\(value.documents)  \(value.text)")
    }
    let rest = facet.values.count - SearchRequest.facetValues
    if rest > 0 { app.console.line("  " + app.text(SearchText.facetRest, ["count": "\(rest)"])) }
  }

  private func summarize(_ answer: QuoteSearch.Answer) {
    guard request.summarizes || request.explains else { return }
    app.console.note(
      app.text(
        answer.isExact ? SearchText.explainTotal : .explainEstimate,
        ["count": "\(answer.total)"]))
    guard request.explains else { return }
    for reading in answer.readings {
      app.console.note(app.text(SearchText.explainReading, ["stemmer": reading.stemmer]))
      for term in reading.terms {
        app.console.note("  " + TermExplanation(term.text).text(term.documents, in: app))
      }
    }
  }
}

extension String {
  fileprivate var facetTitle: SearchText {
    switch self {
    case "author": .facetAuthor
    case "theme": .facetTheme
    case "source": .facetSource
    case "language": .facetLanguage
    default: .facetEpoch
    }
  }
}

/// A value of a facet as JSON has it.
private struct FacetLine: Encodable {
  let facet: String
  let value: String
  let count: Int
  /// Whether that is all, or only those of the hits looked at.
  let isExact: Bool

  init(_ facet: String, _ value: SearchCount, isExact: Bool) {
    self.facet = facet
    self.value = value.text
    count = value.documents
    self.isExact = isExact
  }
}

/// What is said of an answer as a whole, as JSON has it.
private struct SummaryLine: Encodable {
  struct Reading: Encodable {
    let stemmer: String
    let terms: [String: Int]
  }
  let total: Int
  let isExact: Bool
  let notes: [String]
  /// How the query was read, where that is to be explained.
  let readings: [Reading]?

  init(_ answer: QuoteSearch.Answer, explaining: Bool, in app: App<Services>) {
    total = answer.total
    isExact = answer.isExact
    notes = answer.notes.map { $0.text(in: app) }
    guard explaining else {
      readings = nil
      return
    }
    readings = answer.readings.map { reading in
      Reading(
        stemmer: reading.stemmer,
        terms: Dictionary(reading.terms.map { ($0.text, $0.documents) }) { first, _ in first })
    }
  }
}

/// The answer to a line of standard input, as JSON has it.
private struct ReplyLine: Encodable {
  let query: String
  let total: Int
  let isExact: Bool
  let notes: [String]
  let hits: [FoundQuote]

  init(_ query: String, _ answer: QuoteSearch.Answer, in app: App<Services>) {
    self.query = query
    total = answer.total
    isExact = answer.isExact
    notes = answer.notes.map { $0.text(in: app) }
    hits = answer.hits
  }
}
