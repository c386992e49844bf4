public import ZitareBase

/// What the mirror knows of an origin.
public struct OriginStatus: Sendable, Equatable {
  public let id: OriginID
  /// Without secrets.
  public let address: String
  public let validators: Validators
  /// When the origin says its snapshot was made.
  public let generatedAt: Timestamp?
  /// Its quotations here.
  public let count: Int
  /// When its content last changed here; nil before the first import.
  public let syncedAt: Timestamp?
  /// The records of its last snapshot that were left out.
  public let skippedCount: Int
  public let skippedNames: [String]
  public let refusal: Refusal?

  /// Why the origin's last answer was not taken in.
  public struct Refusal: Sendable, Equatable {
    public let reason: String
    /// When it was first refused for this reason.
    public let since: Timestamp
  }
}
