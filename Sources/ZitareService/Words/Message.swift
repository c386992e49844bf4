/// A text for people in every language, with places such as `{name}` for what varies.
///
/// `{name|hit|hits}` is the word that goes with the number in `name`: the first for one, else the
/// second.
public struct Message: Sendable, Equatable {
  public let english: String
  public let german: String

  public init(english: String, german: String) {
    self.english = english
    self.german = german
  }

  public func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .german: german
    }
  }

  /// The text with its places filled; a place without a value stays as it is.
  public func text(in language: Language, _ values: KeyValuePairs<String, String>) -> String {
    var rest = text(in: language)[...]
    var result = ""
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      result += rest[..<open]
      result += Self.fill(name, from: values) ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func fill(
    _ place: Substring, from values: KeyValuePairs<String, String>
  ) -> String? {
    let parts = place.split(separator: "|", omittingEmptySubsequences: false)
    guard let value = values.first(where: { $0.key == parts[0] })?.value else { return nil }
    return parts.count == 3 ? String(value == "1" ? parts[1] : parts[2]) : value
  }

  /// The names of the places in a text, each once and in order.
  static func places(in text: String) -> [String] {
    let places = text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .compactMap { part in part.firstIndex(of: "}").map { part[..<$0] } }
    return Set(places.map { String($0.prefix { $0 != "|" }) }).sorted()
  }
}

/// The texts of one program or library, as the cases of an enum.
public protocol MessageTable: CaseIterable, Sendable {
  var message: Message { get }
}

extension MessageTable {
  public func text(in language: Language, _ values: KeyValuePairs<String, String> = [:]) -> String {
    message.text(in: language, values)
  }

  /// What is wrong with the table: an empty text, or languages with different places.
  public static var faults: [String] {
    allCases.compactMap { entry in
      let message = entry.message
      if Language.allCases.contains(where: { message.text(in: $0).isEmpty }) {
        return "\(entry) has no text in some language"
      }
      let places = Set(Language.allCases.map { Message.places(in: message.text(in: $0)) })
      return places.count == 1 ? nil : "\(entry) names different places"
    }
  }
}
