import ZitareBase
import ZitareCorpus

/// What the daily choice is made from, at one moment: corpus, history, configuration, what is hidden.
struct DailyPage {
  /// How many days a payload reaches ahead, so that a panel is right for two weeks without us.
  static let horizon = 14

  let configuration: PipelineConfiguration
  let generator: String
  /// Nil where no corpus has been made yet.
  let reader: CorpusReader?
  let hidden: HiddenQuotes

  var deck: Deck { configuration.deck }

  /// The payload of `horizon` days from `today` on, and the past days the history lacks.
  ///
  /// `shown` is what an earlier payload had for days that have passed since. The payload carries
  /// `now` as the time of its content and no digest of inputs.
  func payload(
    from today: CivilDate, history: [HistoryEntry], shown: [CivilDate: String], now: Timestamp
  ) throws -> (payload: Payload, missing: [HistoryEntry]) {
    guard let reader else { return (try payload([], from: today, now: now, reader: nil), []) }
    return try reader.consistently {
      let timeline = try reader.timeline(
        of: deck, without: hidden, honouring: configuration.honoursAnniversaries, history: history,
        from: today, days: Self.horizon, shown: shown)
      let payload = try payload(timeline.picks, from: today, now: now, reader: reader)
      return (payload, timeline.missing)
    }
  }

  /// The days before `today` that were shown, without those whose quotation is gone.
  func past(before today: CivilDate, days: Int, history: [HistoryEntry]) throws -> [Payload.Entry] {
    let first = today.adding(days: -days)
    return try history.filter {
      $0.deck == deck.id && $0.reason != .replay && (first..<today).contains($0.date)
    }
    .sorted { $0.date < $1.date }
    .compactMap { day in
      try reader?.quote(named: day.slug).map {
        entry(on: day.date, Payload.Quote($0), Payload.Reason(day.reason))
      }
    }
  }

  /// Changes with everything that the payload of a day depends on.
  func inputs(on today: CivilDate, historySize: Int64) throws -> String {
    var parts = [generator, deck.id, configuration.zone.identifier, "\(today)", "\(historySize)"]
    if configuration.honoursAnniversaries { parts.append("anniversaries") }
    parts += hidden.entries.map { "\($0.kind) \($0.slug) \($0.since)" }
    if let reader {
      let state = try reader.state()
      parts += ["\(state.revision)", state.digest]
      for origin in try reader.statuses() {
        parts += [origin.id.string, origin.validators.etag ?? "", "\(origin.count)"]
      }
    }
    return SHA256.digest(parts.joined(separator: "\n").utf8).prefix(16).hexadecimal
  }

  private func payload(
    _ picks: [DailyPick], from today: CivilDate, now: Timestamp, reader: CorpusReader?
  ) throws -> Payload {
    var entries: [Payload.Entry] = []
    for pick in picks {
      guard let quote = try reader?.quote(named: pick.slug) else { continue }
      entries.append(
        entry(on: pick.date, Payload.Quote(quote), Payload.Reason(pick.reason)))
    }
    let fallback = try placeholder(reader)
    if entries.isEmpty { entries = [entry(on: today, fallback, .fallback)] }
    let midnight = configuration.zone.start(of: today.adding(days: 1))
    return Payload(
      generatedAt: instant(now), generator: generator, inputs: "",
      corpora: try corpora(reader),
      selection: Payload.Selection(
        rule: DailySelection.rule, languages: deck.languages, themes: deck.themes,
        epochs: deck.epochs.isEmpty ? nil : deck.epochs,
        anniversaries: configuration.honoursAnniversaries ? true : nil,
        horizonDays: Self.horizon, cycle: picks.first?.cycle,
        remainingInCycle: picks.first?.remainingInCycle),
      timeZone: configuration.zone.identifier, timeline: entries,
      reload: Payload.Reload(policy: "after", after: instant(midnight + .seconds(5))),
      fallback: fallback)
  }

  private func placeholder(_ reader: CorpusReader?) throws -> Payload.Quote {
    let placeholder = Placeholder(isGerman: configuration.speaksGerman)
    let hasQuotes = try reader.map { try $0.state().count > 0 } ?? false
    return hasQuotes ? placeholder.noMatch(deck) : placeholder.noQuotation
  }

  private func entry(
    on date: CivilDate, _ quote: Payload.Quote, _ reason: Payload.Reason
  ) -> Payload.Entry {
    let zone = configuration.zone
    return Payload.Entry(
      date: date, validFrom: instant(zone.start(of: date)),
      validUntil: instant(zone.start(of: date.adding(days: 1))), reason: reason, relevance: 0.5,
      quote: quote)
  }

  /// The origins that were imported; those configured, empty, where none was.
  private func corpora(_ reader: CorpusReader?) throws -> [Payload.Corpus] {
    let known = try reader?.statuses().filter { $0.syncedAt != nil } ?? []
    guard known.isEmpty else {
      return known.map { origin in
        Payload.Corpus(
          origin: origin.id.string, etag: origin.validators.etag,
          generatedAt: (origin.generatedAt ?? origin.syncedAt ?? .epoch).iso8601,
          count: origin.count, syncedAt: origin.syncedAt?.iso8601)
      }
    }
    return configuration.origins.map { origin in
      Payload.Corpus(
        origin: origin.id.string, etag: nil, generatedAt: Timestamp.epoch.iso8601, count: 0,
        syncedAt: nil)
    }
  }

  private func instant(_ time: Timestamp) -> String {
    time.iso8601(offsetSeconds: configuration.zone.offset(at: time))
  }
}

extension Timestamp {
  fileprivate static let epoch = Timestamp(milliseconds: 0)
}

extension PipelineConfiguration {
  /// The quotations that the daily choice is made from.
  var deck: Deck { Deck(languages: languages, themes: themes, epochs: epochs) }
}

extension Payload.Selection {
  /// Whether it was made of that deck by the rule of this release.
  func isOf(_ deck: Deck) -> Bool {
    rule == DailySelection.rule && languages == deck.languages && themes == deck.themes
      && epochs ?? [] == deck.epochs
  }
}

extension Payload.Reason {
  /// Days that were played afterwards are told as what they would have been: in rotation.
  init(_ reason: DailyPick.Reason) {
    switch reason {
    case .rotation, .replay: self = .rotation
    case .server: self = .server
    case .anniversary: self = .anniversary
    }
  }
}

extension Payload.Quote {
  /// Whether a person has hidden it, its author or one of its themes.
  func isIn(_ hidden: HiddenQuotes) -> Bool {
    let bare = QuoteKey(slug)?.slug ?? slug
    return hidden.day(of: bare, author: author?.slug, themes: themes) != nil
  }

  init(_ quote: ZitareCorpus.Quote) {
    let line = QuoteText.line(quote.text)
    self.init(
      slug: quote.name, text: line, textShort: QuoteText.short(quote.text),
      quoted: QuoteText.quoted(line, language: quote.language), language: quote.language,
      dir: TextDirection(language: quote.language).rawValue,
      author: QuoteText.name(quote.author?.name).map {
        Payload.Author(slug: quote.author?.slug, name: $0)
      },
      source: QuoteText.name(quote.source?.title).map {
        Payload.Source(title: $0, year: quote.source?.year)
      },
      themes: quote.themes.map(\.slug), url: quote.url, appUrl: quote.appURL,
      license: QuoteText.name(quote.license),
      origin: quote.key.origin.string, note: QuoteText.name(quote.attribution))
  }
}
