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
    case .sent, .discarded: []
    }
  }
}

/// A quotation that somebody wants to have in the corpus, with the exact bytes that are sent.
public struct Submission: Sendable, Equatable {
  public let id: SubmissionID
  public var state: SubmissionState
  /// The request's body, frozen when it was made.
  public let body: [UInt8]
  public let createdAt: Timestamp
  public var updatedAt: Timestamp
  /// How many attempts have begun.
  public var attempts: Int
  /// Whether the last attempt's outcome is unknown: it began and no answer was recorded.
  public var isUnsettled: Bool
  /// The status and text of the server's last answer.
  public var answerStatus: Int?
  public var answer: String?
}

/// What a person fills in.
public struct SubmissionForm: Sendable, Equatable {
  public var text: String
  public var author: String?
  public var source: String?
  public var language: String?
  public var year: Int?

  /// Checks the limits: 1 to 5,000 characters of text, 300 in author and source.
  public init(
    text: String, author: String? = nil, source: String? = nil, language: String? = nil,
    year: Int? = nil
  ) throws(SubmissionFormError) {
    let trimmed = Self.trimmed(text)
    guard !trimmed.isEmpty else { throw .empty }
    guard trimmed.count <= 5000 else {
      throw .tooLong(field: "text", length: trimmed.count, limit: 5000)
    }
    for (field, value) in [("author", author), ("source", source)] {
      guard let value, value.count > 300 else { continue }
      throw .tooLong(field: field, length: value.count, limit: 300)
    }
    if let language, !Self.isLanguage(language) { throw .badLanguage(language) }
    self.text = trimmed.composed
    self.author = author.map { Self.trimmed($0).composed }
    self.source = source.map { Self.trimmed($0).composed }
    self.language = language
    self.year = year
  }

  /// The body as the API takes it: snake_case, `client_id` beside the form's fields.
  func body(for id: SubmissionID) throws -> [UInt8] {
    struct Body: Encodable {
      let clientID: String
      let text: String
      let author: String?
      let source: String?
      let language: String?
      let year: Int?

      enum CodingKeys: String, CodingKey {
        case text, author, source, language, year
        case clientID = "client_id"
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Array(
      encoder.encode(
        Body(
          clientID: id.text, text: text, author: author, source: source, language: language,
          year: year)))
  }

  private static func trimmed(_ text: String) -> String {
    let characters = text.drop { $0.isWhitespace }
    guard let last = characters.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(characters[...last])
  }

  /// BCP 47 as far as the corpus uses it: `de`, `pt-BR`.
  private static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count) else { return false }
    return parts.allSatisfy { part in
      (2...8).contains(part.count)
        && part.allSatisfy { $0.isASCIILetter || (0x30...0x39).contains($0) }
    }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool {
    (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}

/// Why a form cannot be submitted.
public enum SubmissionFormError: Error, Equatable, CustomStringConvertible {
  case empty
  case tooLong(field: String, length: Int, limit: Int)
  case badLanguage(String)

  public var description: String {
    switch self {
    case .empty: "the text is empty: give it with --text or on standard input"
    case .tooLong(let field, let length, let limit):
      "\(field) has \(length) characters, at most \(limit) are taken"
    case .badLanguage(let tag): "\(tag) is no language tag: write de, en or pt-BR"
    }
  }
}
