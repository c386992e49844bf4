import FoundationEssentials
import ZitareBase

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
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Array(
      encoder.encode(
        Body(
          clientID: id.text, text: text, author: author, source: source, language: language,
          year: year)))
  }

  /// What a submission's body says.
  public init(_ submission: Submission) throws {
    let body = try JSONDecoder().decode(Body.self, from: Data(submission.body))
    try self.init(
      text: body.text, author: body.author, source: body.source, language: body.language,
      year: body.year)
  }

  fileprivate struct Body: Codable {
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

  private static func trimmed(_ text: String) -> String { String(text.trimmed) }

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

extension Submission {
  /// The quotation's text, nil for a body that cannot be read.
  public var text: String? {
    // A body is made by this program and kept as it is sent; one that is odd is shown as it is.
    try? JSONDecoder().decode(SubmissionForm.Body.self, from: Data(body)).text
  }
}

/// Why a form cannot be submitted.
public enum SubmissionFormError: Error, Equatable, CustomStringConvertible {
  case empty
  case tooLong(field: String, length: Int, limit: Int)
  case badLanguage(String)
  case badYear(String)

  public var description: String {
    switch self {
    case .empty: "the text is empty: give it with --text or on standard input"
    case .tooLong(let field, let length, let limit):
      "\(field) has \(length) characters, at most \(limit) are taken"
    case .badYear(let text): "\(text) is no year"
    case .badLanguage(let tag): "\(tag) is no language tag: write de, en or pt-BR"
    }
  }
}
