public import ZitareBase
public import ZitareCorpus

/// What the jobs go by; fixed for as long as a job runs.
public struct PipelineConfiguration: Sendable {
  /// The most important first.
  public var origins: [Origin]
  /// Whether these origins hold beyond this call: then the mirror forgets all others.
  public var originsStand: Bool
  /// The share, from 0 to 1, that a snapshot may lose of its quotations and still be taken.
  public var allowedShrink: Double
  /// Languages of the daily quotation, the most wanted first.
  public var languages: [String]
  /// Whether placeholders are German; they are English otherwise.
  public var speaksGerman: Bool
  /// Only quotations of one of these themes; empty for all.
  public var themes: [String]
  /// Only quotations of one of these epochs; empty for all.
  public var epochs: [String]
  /// Whether authors come first on the days on which they were born or died.
  public var honoursAnniversaries: Bool
  /// The zone in which days begin.
  public var zone: TimeZoneRules
  public var formats: [PanelFormat]
  /// The cards that are kept where `card` is one of the formats.
  public var cards: [CardForm]
  /// Nil where no server is known that takes submissions.
  public var api: API?
  public var account: AccountSettings
  /// The folders of exports that follow every change of the corpus.
  public var exports: [ExportTarget: FilePath]

  /// The server that takes submissions and answers searches.
  public struct API: Sendable {
    /// `https://host`, without a slash at its end.
    public var base: String
    public var submissionsPath: String
    public var timeout: Duration
    /// How long after an attempt of unknown outcome the server's word counts that it has nothing: the
    /// request may still be under way.
    public var settling: Duration

    public init(
      base: String, submissionsPath: String, timeout: Duration, settling: Duration = .seconds(60)
    ) {
      self.base = base
      self.submissionsPath = submissionsPath
      self.timeout = timeout
      self.settling = settling
    }
  }

  public init(
    origins: [Origin], originsStand: Bool = true, allowedShrink: Double, languages: [String],
    speaksGerman: Bool = false, themes: [String], epochs: [String] = [],
    honoursAnniversaries: Bool = false, zone: TimeZoneRules, formats: [PanelFormat],
    cards: [CardForm] = [CardForm()], api: API?, account: AccountSettings = AccountSettings(),
    exports: [ExportTarget: FilePath] = [:]
  ) {
    self.origins = origins
    self.originsStand = originsStand
    self.allowedShrink = allowedShrink
    self.languages = languages
    self.speaksGerman = speaksGerman
    self.themes = themes
    self.epochs = epochs
    self.honoursAnniversaries = honoursAnniversaries
    self.zone = zone
    self.formats = formats
    self.cards = cards
    self.api = api
    self.account = account
    self.exports = exports
  }
}
