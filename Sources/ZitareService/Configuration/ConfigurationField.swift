/// What a configuration key holds, without the Swift type of its value.
public struct ConfigurationField: Sendable {
  enum Form: Sendable {
    case text, list, boolean
    case integer(ClosedRange<Int>)
    case duration(ClosedRange<Duration>)
  }

  /// Names joined by dots, such as `worker.concurrency`.
  public let path: String
  let form: Form
  /// What holds where the key is left out.
  let standard: ConfigurationValue
  /// What a value of a key without default may look like.
  let example: String?
  /// What a number counts, such as `jobs`.
  let unit: String?
  /// One or more sentences for the example file.
  let help: String
  /// What is wrong with a text, or each of a list; nil where nothing is.
  let complaint: @Sendable (String) -> String?

  /// The part of the path before its last dot; empty at the top.
  var section: String {
    path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
  }

  /// The part of the path after its last dot.
  var name: String {
    path.lastIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// What the key takes, to follow "takes".
  var noun: String {
    switch form {
    case .text: "a text"
    case .list: "a list of texts"
    case .boolean: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .duration(let range):
      "a length of time from \"\(range.lowerBound.text)\" to \"\(range.upperBound.text)\""
    }
  }
}

/// The value of a configuration key before it takes its Swift type.
enum ConfigurationValue: Sendable, Equatable {
  case unset
  case text(String)
  case list([String])
  case integer(Int)
  case boolean(Bool)
  case duration(Duration)

  /// The value as TOML; empty where it is unset.
  var toml: String {
    switch self {
    case .unset: ""
    case .text(let text): Self.quoted(text)
    case .list(let texts): "[" + texts.map(Self.quoted).joined(separator: ", ") + "]"
    case .integer(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .duration(let duration): Self.quoted(duration.text)
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
