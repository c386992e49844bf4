import FoundationEssentials
public import ZitareBase

/// The timeline that panels and widgets read: `payload.json`, version 1.
///
/// The consumer picks the entry by its own clock. Unknown fields are to be ignored; a breaking
/// change raises `schema`. Instants carry an offset (RFC 3339).
public struct Payload: Codable, Equatable, Sendable {
  public var schema = 1
  /// When the content last changed, not when it was last checked.
  public var generatedAt: String
  public var generator: String
  /// A digest of everything the timeline was computed from: equal inputs give an equal payload.
  public var inputs: String
  public var corpora: [Corpus]
  public var selection: Selection
  /// The IANA name of the zone in which the days are cut.
  public var timeZone: String
  public var timeline: [Entry]
  public var reload: Reload
  public var fallback: Quote

  public struct Corpus: Codable, Equatable, Sendable {
    public var origin: String
    public var etag: String?
    public var generatedAt: String
    public var count: Int
    public var syncedAt: String?
  }

  public struct Selection: Codable, Equatable, Sendable {
    public var rule: String
    public var languages: [String]
    public var themes: [String]
    /// Absent where all are admitted.
    public var epochs: [String]?
    /// Absent where they are not observed.
    public var anniversaries: Bool?
    public var horizonDays: Int
    public var cycle: Int?
    public var remainingInCycle: Int?
  }

  public struct Entry: Codable, Equatable, Sendable {
    public var date: CivilDate
    public var validFrom: String
    public var validUntil: String
    public var reason: Reason
    /// 0 to 1.
    public var relevance: Double
    public var quote: Quote
  }

  /// Why a quote was chosen for its day.
  public enum Reason: String, Codable, Sendable {
    case rotation, anniversary, server, fallback
  }

  public struct Reload: Codable, Equatable, Sendable {
    public var policy: String
    public var after: String
  }

  public struct Quote: Codable, Equatable, Sendable {
    public var slug: String
    /// Without quotation marks, in NFC, without control characters.
    public var text: String
    /// At most 120 grapheme clusters, cut at a word, with an ellipsis where it was cut.
    public var textShort: String
    /// The text within its language's quotation marks.
    public var quoted: String
    public var language: String
    /// `ltr` or `rtl`.
    public var dir: String
    public var author: Author?
    public var source: Source?
    public var themes: [String]
    /// The quotation's page at its origin, where it has one.
    public var url: String?
    public var appUrl: String?
    public var license: String?
    public var origin: String?
    /// What else is to be said of where it comes from: "attributed", life dates.
    public var note: String?
    /// Only of days whose cards are kept and have been drawn.
    public var card: Card?
  }

  /// The quotation as pictures: paths of files in the cache, and what they show.
  public struct Card: Codable, Equatable, Sendable {
    public var png: String?
    public var svg: String?
    public var alt: String
  }

  public struct Author: Codable, Equatable, Sendable {
    public var slug: String?
    public var name: String
  }

  public struct Source: Codable, Equatable, Sendable {
    public var title: String?
    public var year: Int?
  }

  /// The same payload always gives the same bytes.
  public func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
  }

  /// The payload in a file of ours, nil where it is missing or not readable as one.
  public static func read(_ path: FilePath) throws(FileError) -> Payload? {
    guard let bytes = try Files.read(path) else { return nil }
    // A damaged payload counts as none: it is derived, and the next rendering replaces it.
    return try? JSONDecoder().decode(Payload.self, from: Data(bytes))
  }

  /// The entry of a day, nil outside the timeline.
  public func entry(on date: CivilDate) -> Entry? { timeline.first { $0.date == date } }
}
