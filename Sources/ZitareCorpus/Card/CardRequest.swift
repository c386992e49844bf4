import FoundationEssentials

/// What `zitare-card` draws: the object that it reads, version 1.
///
/// `quote` may be a quotation as it stands in `payload.json`; fields that are not listed here are
/// ignored.
public struct CardRequest: Codable, Equatable, Sendable {
  public static let version = 1
  /// The bytes that a request may have; as many as a pipe takes at once.
  public static let limit = 64 << 10

  public var version = Self.version
  public var quote: Quote
  /// Whether the text stands for a quotation that is missing, and gets no quotation marks.
  public var placeholder: Bool?

  public struct Quote: Codable, Equatable, Sendable {
    public var text: String
    /// A language tag (BCP 47): it decides on quotation marks, hyphens and fonts.
    public var language: String
    /// `ltr` or `rtl`; by the language where it is missing.
    public var dir: String?
    public var author: Author?
    public var source: Source?
    /// What else is to be said of where it comes from, such as "attributed".
    public var note: String?

    public init(
      text: String, language: String, dir: String? = nil, author: Author? = nil,
      source: Source? = nil, note: String? = nil
    ) {
      self.text = text
      self.language = language
      self.dir = dir
      self.author = author
      self.source = source
      self.note = note
    }
  }

  public struct Author: Codable, Equatable, Sendable {
    public var name: String

    public init(name: String) { self.name = name }
  }

  public struct Source: Codable, Equatable, Sendable {
    public var title: String?
    public var year: Int?

    public init(title: String?, year: Int?) {
      self.title = title
      self.year = year
    }
  }

  public init(quote: Quote, placeholder: Bool? = nil) {
    self.quote = quote
    self.placeholder = placeholder
  }

  /// Reads a request.
  public init(_ bytes: [UInt8]) throws(CardRequestError) {
    guard bytes.count <= Self.limit else { throw .tooLarge(limit: Self.limit) }
    do {
      let version = try JSONDecoder().decode(Version.self, from: Data(bytes)).version
      guard version == Self.version else { throw CardRequestError.unknownVersion(version) }
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    } catch let error as CardRequestError {
      throw error
    } catch let error as DecodingError {
      throw CardRequestError(error)
    } catch {
      throw .notReadable(place: "the request", reason: "\(error)")
    }
  }

  private struct Version: Decodable { let version: Int }

  /// The same request always gives the same bytes.
  public func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}

/// Why a request cannot be drawn.
public enum CardRequestError: Error, Equatable, CustomStringConvertible {
  case tooLarge(limit: Int)
  case unknownVersion(Int)
  case notReadable(place: String, reason: String)
  case nothingToShow

  init(_ error: DecodingError) {
    func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      let path = (context.codingPath + (key.map { [$0] } ?? [])).map(\.stringValue)
      return path.isEmpty ? "the request" : path.joined(separator: ".")
    }
    self =
      switch error {
      case .keyNotFound(let key, let context):
        .notReadable(place: place(context, key), reason: "is missing")
      case .valueNotFound(_, let context): .notReadable(place: place(context), reason: "is null")
      case .typeMismatch(let type, let context):
        .notReadable(place: place(context), reason: "is no \(type)")
      case .dataCorrupted(let context):
        .notReadable(place: place(context), reason: "is not valid JSON in UTF-8")
      @unknown default: .notReadable(place: "the request", reason: "cannot be read")
      }
  }

  public var description: String {
    switch self {
    case .tooLarge(let limit):
      "the request has more than \(limit) bytes; a card takes no longer text"
    case .unknownVersion(let version):
      "the request is of version \(version) and this program knows \(CardRequest.version); "
        + "install the one that belongs to the caller"
    case .notReadable(let place, let reason): "\(place) \(reason)"
    case .nothingToShow: "quote.text has nothing in it that can be shown"
    }
  }
}
