public import ZitareBase
public import ZitareCorpus

/// The quotation of a day for whoever asks, from the payload or, beyond it, by the rule.
public struct Today: Sendable {
  private let configuration: PipelineConfiguration
  private let corpus: CorpusStore
  private let places: Services.Places
  private let generator: String

  public init(
    _ configuration: PipelineConfiguration, corpus: CorpusStore, places: Services.Places,
    generator: String
  ) {
    self.configuration = configuration
    self.corpus = corpus
    self.places = places
    self.generator = generator
  }

  /// The zone in which days begin.
  public var zone: TimeZoneRules { configuration.zone }

  /// What is shown now.
  public func panelQuote(now: Timestamp) throws -> PanelQuote {
    try panelQuote(on: zone.date(at: now), now: now)
  }

  /// What is shown on a day.
  ///
  /// A day in the kept payload is what panels show. Any other is computed from corpus and history,
  /// and marked as stale where it is today: nobody has rendered it.
  public func panelQuote(on date: CivilDate, now: Timestamp) throws -> PanelQuote {
    if let kept = try kept(date) { return PanelQuote(kept, on: date) }
    var quote = PanelQuote(try computed(from: date, now: now), on: date)
    if quote.marks.isEmpty, date == configuration.zone.date(at: now),
      try Files.size(of: places.payload) != nil
    {
      quote.marks.append("stale")
    }
    return quote
  }

  /// The payload that begins with a day: the kept one where it does.
  public func payload(from date: CivilDate, now: Timestamp) throws -> Payload {
    if let kept = try kept(date), kept.timeline.first?.date == date { return kept }
    return try computed(from: date, now: now)
  }

  /// Several days up to the one of the payload that begins with `date`, in a format for them.
  public func feed(_ format: PanelFormat, from date: CivilDate, now: Timestamp) throws -> String {
    let payload = try payload(from: date, now: now)
    return try page(try corpus.reader())
      .feed(payload, on: date, history: HistoryFile(places.history)).rendered(format)
  }

  /// The kept payload, if it covers the day, was made by this configuration and has nothing that was
  /// hidden since.
  ///
  /// A placeholder was written in the language of whoever rendered it, and is made anew.
  private func kept(_ date: CivilDate) throws -> Payload? {
    guard let payload = try Payload.read(places.payload),
      payload.entry(on: date).map({ $0.reason != .fallback }) ?? false,
      payload.timeZone == configuration.zone.identifier,
      payload.selection.isOf(configuration.deck),
      payload.selection.anniversaries ?? false == configuration.honoursAnniversaries
    else { return nil }
    let hidden = try hidden()
    return payload.timeline.contains { $0.date >= date && $0.quote.isIn(hidden) } ? nil : payload
  }

  private func computed(from date: CivilDate, now: Timestamp) throws -> Payload {
    let page = try page(try corpus.reader())
    let history = try HistoryFile(places.history).read().entries
    var payload = try page.payload(from: date, history: history, shown: [:], now: now).payload
    payload.inputs = try page.inputs(on: date, historySize: 0)
    return payload
  }

  private func page(_ reader: CorpusReader?) throws -> DailyPage {
    DailyPage(
      configuration: configuration, generator: generator, reader: reader, hidden: try hidden())
  }

  private func hidden() throws -> HiddenQuotes { try HiddenFile(places.hidden).read().hidden }
}
