import ZitareBase
import ZitareCorpus
public import ZitareJobs

/// Keeps the payload and the panel files right for today.
///
/// What has passed is first appended to the history; a payload that is right already is not touched.
public struct RenderPayload: Job {
  public static let kind: JobKind = "payload.render"
  public static let priority = 4
  public static let retry: RetryPolicy = .exponential(
    maxAttempts: 20, base: .seconds(10), cap: .seconds(600))

  public init() {}

  public var uniqueness: Uniqueness? { "today" }

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    let (services, now) = (context.services, context.now())
    let lacksCards = try await blocking { try PayloadFiles(services).render(now: now) }
    return .completed(then: lacksCards ? [RenderCards()] : [])
  }
}

/// The files that panels read, and the history beside them.
struct PayloadFiles {
  private let services: Services
  private let shelf: CardShelf

  init(_ services: Services) {
    self.services = services
    shelf = CardShelf(services)
  }

  /// Returns whether cards are missing.
  @discardableResult
  func render(now: Timestamp) throws -> Bool {
    let lacksCards = try services.corpus.glance { reader in
      // The payload and the inputs it names are of one corpus, also while another is being taken in.
      try reader.consistently { try render(reader: reader, now: now) }
    }
    return try lacksCards ?? render(reader: nil, now: now)
  }

  private func render(reader: CorpusReader?, now: Timestamp) throws -> Bool {
    let page = DailyPage(
      configuration: services.configuration, generator: services.generator, reader: reader,
      hidden: try HiddenFile(services.places.hidden).read().hidden)
    let today = services.configuration.zone.date(at: now)
    let known = try Payload.read(services.places.payload)
    let payload: Payload
    if let known, known.inputs == (try inputs(page, today)) {
      payload = try shelf.attached(to: known)
      if payload != known { try Files.update(services.places.payload, to: payload.encoded()) }
    } else {
      payload = try renew(page, known: known, today: today, now: now)
    }
    try keepPanelFiles(payload, page, today: today)
    try shelf.tidy(payload, today: today)
    return try !shelf.missing(in: payload).isEmpty
  }

  /// History first: a crash between the two leaves a payload that is made anew, and the same.
  private func renew(
    _ page: DailyPage, known: Payload?, today: CivilDate, now: Timestamp
  ) throws -> Payload {
    let history = HistoryFile(services.places.history)
    var (payload, missing) = try page.payload(
      from: today, history: history.read().entries, shown: shown(known, page, before: today),
      now: now)
    try history.append(missing)
    payload.inputs = try inputs(page, today)
    payload = try shelf.attached(to: payload)
    if let known {
      var unchanged = payload
      unchanged.generatedAt = known.generatedAt
      unchanged.inputs = known.inputs
      unchanged.fallback = known.fallback  // its language is that of whoever rendered it
      // The inputs may differ in what does not show; then the content keeps its time.
      if unchanged == known { payload.generatedAt = known.generatedAt }
    }
    try Files.update(services.places.payload, to: payload.encoded())
    return payload
  }

  /// What panels were shown on days that have passed, if it was of the deck that is in use.
  private func shown(
    _ known: Payload?, _ page: DailyPage, before today: CivilDate
  ) -> [CivilDate: String] {
    guard let known, known.selection.isOf(page.deck) else { return [:] }
    let past = known.timeline.filter { $0.date < today && $0.reason != .fallback }
    return Dictionary(past.map { ($0.date, $0.quote.slug) }) { first, _ in first }
  }

  private func inputs(_ page: DailyPage, _ today: CivilDate) throws -> String {
    let size = try Files.size(of: services.places.history) ?? 0
    return try page.inputs(on: today, historySize: size)
  }

  private func keepPanelFiles(_ payload: Payload, _ page: DailyPage, today: CivilDate) throws {
    let quote = PanelQuote(payload, on: today)
    let feed =
      try services.configuration.formats.contains(where: \.isFeed)
      ? page.feed(payload, on: today, history: HistoryFile(services.places.history)) : nil
    for format in services.configuration.formats {
      let file = services.places.file(format)
      switch format {
      case .payload, .card: continue
      case .text, .waybar, .i3bar, .genmon, .argos, .html:
        try Files.update(file, to: Array(quote.rendered(format).utf8))
      case .fortune:
        // Text first: fortune reads a text by an index that is older, but not the other way around.
        let text = try quote.rendered(format)
        try Files.update(file, to: Array(text.utf8))
        try Files.update(file.adding(suffix: ".dat"), to: FortuneIndex.bytes(of: text))
      case .atom, .jsonfeed, .ical:
        if let feed { try Files.update(file, to: Array(feed.rendered(format).utf8)) }
      }
    }
  }
}

extension DailyPage {
  /// The payload's days, and those before them.
  func feed(_ payload: Payload, on today: CivilDate, history: HistoryFile) throws -> DailyFeed {
    let past = try past(before: today, days: DailyFeed.past, history: history.read().entries)
    let first = payload.timeline.first?.date ?? today
    return DailyFeed(
      days: past.filter { $0.date < first } + payload.timeline, today: today,
      changed: payload.generatedAt, isGerman: configuration.speaksGerman)
  }
}

extension PanelQuote {
  /// The payload's quote of a day; outside the timeline its last, marked as stale.
  init(_ payload: Payload, on date: CivilDate) {
    let entry = payload.entry(on: date)
    let shown = entry ?? payload.timeline.last
    var marks = entry == nil ? ["stale"] : []
    if shown?.reason ?? .fallback == .fallback { marks.append("placeholder") }
    self.init(quote: shown?.quote ?? payload.fallback, marks: marks)
  }
}
