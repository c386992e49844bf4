/// Why one record of a snapshot is left out.
public enum RecordFlaw: Error, Equatable, Sendable, CustomStringConvertible {
  case notObject
  case malformed(String)
  case oversized(bytes: Int64, limit: Int)
  case noSlug
  case badSlug
  case duplicateSlug
  case noText
  case noLanguage
  case badLanguage(String)

  public var description: String {
    switch self {
    case .notObject: "is no JSON object"
    case .malformed(let reason): "is not JSON: \(reason)"
    case .oversized(let bytes, let limit): "has \(bytes) bytes, the limit is \(limit)"
    case .noSlug: "has no slug"
    case .badSlug: "has a slug with characters that no address can hold"
    case .duplicateSlug: "repeats a slug"
    case .noText: "has no text"
    case .noLanguage: "has no language"
    case .badLanguage(let tag): "has the language \(tag), which is no language tag"
    }
  }
}

/// The records that were left out: all of them counted, the first ones named.
public struct SkippedRecords: Sendable, Equatable {
  public static let nameLimit = 20

  public private(set) var count = 0
  /// What each was and why it was left out, at most 20.
  public private(set) var names: [String] = []

  init() {}

  init(_ summary: FortuneReader.Summary) {
    count = summary.skipped
    names = Array(summary.skippedNames.prefix(Self.nameLimit))
  }

  mutating func add(_ flaw: RecordFlaw, slug: String?, place: @autoclosure () -> String) {
    count += 1
    guard names.count < Self.nameLimit else { return }
    let name = slug.map { " (\($0.prefix(80)))" } ?? ""
    names.append("\(place())\(name) \(flaw)")
  }
}

extension QuoteRecord {
  /// Throws unless slug, text and language have their forms.
  func validate() throws(RecordFlaw) {
    guard !slug.isEmpty else { throw .noSlug }
    guard Self.isSlug(slug) else { throw .badSlug }
    guard QuoteText.isShowable(text) else { throw .noText }
    guard !language.isEmpty else { throw .noLanguage }
    guard Self.isLanguageTag(language) else { throw .badLanguage(String(language.prefix(40))) }
  }

  /// Whether a text can stand for a quotation in addresses, on command lines and in file names: at most
  /// 200 bytes of letters, digits and `-._~`, the first a letter or digit.
  public static func isSlug(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 200, let first = text.utf8.first,
      !["-", ".", "_", "~"].contains(Unicode.Scalar(first))
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      guard !scalar.isASCII else {
        return OriginID.isNameByte(UInt8(scalar.value)) || ("A"..."Z").contains(scalar)
          || scalar == "_" || scalar == "~"
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
        return true
      default: return false
      }
    }
  }

  /// Whether a text has the form `de`, `de-CH` or `zh-Hant-TW`.
  public static func isLanguageTag(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard text.utf8.count <= 35, let first = parts.first, (2...3).contains(first.count),
      first.allSatisfy({ (97...122).contains($0) })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (2...8).contains(part.count)
        && part.allSatisfy { byte in
          (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
        }
    }
  }
}
