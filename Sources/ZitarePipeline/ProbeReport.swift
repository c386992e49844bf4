import ZitareBase
import ZitareCorpus

/// What a probe found, as `probe --json` prints it; what is not known is left out.
public struct ProbeReport: Sendable, Encodable {
  public enum Format: String, Sendable, Encodable {
    case snapshot, fortune
  }

  /// The answer to a request for the head of a file.
  public struct Head: Sendable, Encodable {
    public let file: String
    public let status: Int
    /// By their names in lower case.
    public let headers: [String: String]
  }

  /// Without secrets.
  public let address: String
  public let id: String
  /// Whether an empty corpus would take it in.
  public internal(set) var isUsable = false
  public internal(set) var format: Format = .snapshot
  /// The file that the snapshot was found in.
  public internal(set) var file: String?
  /// 1 for an index without texts, else 2; absent for fortune files.
  public internal(set) var version: Int?
  /// Of the file, unpacked.
  public internal(set) var bytes: Int64?
  /// RFC 3339, UTC.
  public internal(set) var generatedAt: String?
  public internal(set) var declaredCount: Int?
  /// The records, those a refresh would skip included.
  public internal(set) var count: Int?
  public internal(set) var skipped: Int?
  /// At most twenty.
  public internal(set) var skippedNames: [String]?
  public internal(set) var tombstones: Int?
  public internal(set) var scheduledDays: Int?
  /// The share of the records, from 0 to 1, that have each field.
  public internal(set) var fields: [String: Double]?
  /// The master data files that are there.
  public internal(set) var masterData: [String] = []
  public internal(set) var heads: [Head] = []
  public internal(set) var error: String?

  init(_ origin: Origin) {
    address = origin.description
    id = origin.id.string
  }

  mutating func take(_ survey: OriginSurvey) {
    isUsable = survey.isUsable
    generatedAt = survey.generatedAt?.iso8601
    declaredCount = survey.declaredCount
    count = survey.count
    skipped = survey.skipped.count
    skippedNames = survey.skipped.names
    if format == .snapshot {
      version = survey.texts > 0 ? 2 : 1
      tombstones = survey.tombstones
      scheduledDays = survey.scheduledDays
    }
    let count = Double(max(survey.count, 1))
    fields = survey.fields.mapValues { Double(Int(Double($0) / count * 1000)) / 1000 }
  }
}
