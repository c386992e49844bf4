import FoundationEssentials
public import ZitareBase

/// The id a client gives a submission; it travels as `Idempotency-Key` on every attempt.
public struct SubmissionID: Hashable, Sendable, Codable, CustomStringConvertible {
  public let text: String

  /// A new random id: a UUID of version 4 in lower case.
  public init() { text = UUID().uuidString.lowercased() }

  /// Nil unless the text is a UUID; the case does not matter.
  public init?(_ text: some StringProtocol) {
    guard let id = UUID(uuidString: String(text)) else { return nil }
    self.text = id.uuidString.lowercased()
  }

  init(stored text: String) { self.text = text }

  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  public var description: String { text }
}

/// Where a submission is in its life; the raw values are stored.
public enum SubmissionState: Int, Sendable, CaseIterable {
  /// Kept, and sent only on an explicit order.
  case draft
  /// To be delivered; an attempt may have begun.
  case pending
  /// The server has it.
  case sent
  /// An attempt ended without a known outcome and the server cannot say: a person decides.
  case maybeSent
  /// The server refused it; body and answer are kept.
  case refused
  case discarded

  public var name: String {
    switch self {
    case .draft: "draft"
    case .pending: "pending"
    case .sent: "sent"
    case .maybeSent: "maybe-sent"
    case .refused: "refused"
    case .discarded: "discarded"
    }
  }

  /// The states a submission may move to from here.
  public var successors: Set<SubmissionState> {
    switch self {
    case .draft: [.pending, .discarded]
    case .pending: [.sent, .maybeSent, .refused, .discarded]
    case .maybeSent: [.pending, .sent, .discarded]  // on a person's word
    case .refused: [.pending, .discarded]
    case .discarded: [.sent]  // an attempt was under way and has arrived
    case .sent: []
    }
  }
}

/// A quotation that somebody wants to have in the corpus, with the exact bytes that are sent.
public struct Submission: Sendable, Equatable {
  public let id: SubmissionID
  /// The login it is sent under; one account's submissions keep their order.
  public let account: AccountName
  public var state: SubmissionState
  /// The request's body, frozen when it was made.
  public let body: [UInt8]
  public let createdAt: Timestamp
  public var updatedAt: Timestamp
  /// How many attempts have begun.
  public var attempts: Int
  /// Whether the last attempt's outcome is unknown: it began and no answer was recorded.
  public var isUnsettled: Bool
  /// No attempt begins before then, since the server has asked for that.
  public var notBefore: Timestamp?
  /// The status and text of the server's last answer.
  public var answerStatus: Int?
  public var answer: String?
}

extension Submission {
  /// Whether it can still be replaced by a corrected one: it has certainly not arrived.
  public var isEditable: Bool {
    switch state {
    case .draft, .refused: true
    case .pending: !isUnsettled
    case .sent, .maybeSent, .discarded: false
    }
  }
}
