import ZitarePipeline
import ZitareService

/// A submission as people write it in an editor: lines such as `author: …`, an empty line, the text.
struct SubmissionSheet: Equatable {
  var text = ""
  var author: String?
  var source: String?
  var language: String?
  var year: String?

  init(text: String = "", author: String?, source: String?, language: String?, year: Int?) {
    self.text = text
    self.author = author
    self.source = source
    self.language = language
    self.year = year.map(String.init)
  }

  init(_ form: SubmissionForm) {
    self.init(
      text: form.text, author: form.author, source: form.source, language: form.language,
      year: form.year)
  }

  /// A line of the head that is none.
  struct BadLine: Error, Equatable {
    let number: Int
    let text: String
  }

  /// Reads a sheet; one that begins with no line of a head is all text.
  init(reading sheet: String) throws(BadLine) {
    var lines = sheet.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var isHead = false
    while let line = lines.first {
      if line.hasPrefix("#") || (!isHead && line.allSatisfy(\.isWhitespace)) {
        lines.removeFirst()
        continue
      }
      if line.allSatisfy(\.isWhitespace) { break }
      guard let field = Self.field(line) else {
        if !isHead { break }
        throw BadLine(number: lines.startIndex + 1, text: String(line.prefix(80)))
      }
      isHead = true
      self[field.name] = field.value
      lines.removeFirst()
    }
    text = lines.joined(separator: "\n")
  }

  /// The sheet, headed by what to do with it.
  func sheet(headedBy head: String) -> String {
    let fields = Field.allCases.map { "\($0.rawValue): \(self[$0] ?? "")" }
    return ([head] + fields + ["", text, ""]).joined(separator: "\n")
  }

  /// The form, which may break a limit.
  func form() throws(SubmissionFormError) -> SubmissionForm {
    var number: Int?
    if let year {
      guard let read = Int(year) else { throw .badYear(year) }
      number = read
    }
    return try SubmissionForm(
      text: text, author: author, source: source, language: language, year: number)
  }

  private enum Field: String, CaseIterable {
    case author, source, language, year
  }

  private subscript(field: Field) -> String? {
    get {
      switch field {
      case .author: author
      case .source: source
      case .language: language
      case .year: year
      }
    }
    set {
      switch field {
      case .author: author = newValue
      case .source: source = newValue
      case .language: language = newValue
      case .year: year = newValue
      }
    }
  }

  private static func field(_ line: Substring) -> (name: Field, value: String?)? {
    guard let colon = line.firstIndex(of: ":"),
      let name = Field(rawValue: line[..<colon].lowercased())
    else { return nil }
    var value = line[line.index(after: colon)...].drop { $0.isWhitespace }
    while let last = value.last, last.isWhitespace { value.removeLast() }
    return (name, value.isEmpty ? nil : String(value))
  }
}
