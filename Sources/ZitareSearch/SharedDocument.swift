public import ZitareBase

/// A document in the form that Recoll, Omega and `quest` read.
public struct SharedDocument: Sendable {
  /// Identifies the document: another one with the same key replaces it.
  public var key: String
  /// Where it opens.
  public var url: String
  public var title: String
  public var text: String
  /// A BCP 47 tag, which chooses how its words are stemmed.
  public var language: String
  public var author: String?
  public var keywords: [String] = []
  /// From 1970 on.
  public var modified: Timestamp?
  /// Whole values that filter, by the prefix of their terms.
  ///
  /// Recoll leaves prefixes that begin with `XY` to others; it takes letters but G and H in them.
  public var values: [String: [String]] = [:]
  /// Further lines of its data, such as a record for programs.
  public var lines: [String: String] = [:]
  /// Who shows the document to Recoll, where it is no file: a section of the file `backends`.
  public var backend: String?

  public init(key: String, url: String, title: String, text: String, language: String) {
    self.key = key
    self.url = url
    self.title = title
    self.text = text
    self.language = language
  }

  /// What readers show of a hit: one `name=value` on each line.
  var data: String {
    let beginning = String(text.prefix(250))
    var lines = [
      ("url", url), ("mtype", Self.mediaType), ("type", Self.mediaType), ("caption", title),
      ("abstract", beginning), ("sample", beginning),
      ("language", language), ("dbytes", "\(text.utf8.count)"), ("fbytes", "\(text.utf8.count)"),
    ]
    if let author { lines.append(("author", author)) }
    if !keywords.isEmpty { lines.append(("keywords", keywords.joined(separator: ", "))) }
    if let modified {
      let seconds = "\(modified.seconds)"
      // Recoll sorts by the digits.
      let padding = String(repeating: "0", count: max(0, 11 - seconds.utf8.count))
      lines += [("fmtime", padding + seconds), ("modtime", seconds), ("sig", seconds)]
    }
    if let backend { lines.append(("rclbes", backend)) }
    lines += self.lines.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return lines.map { "\($0)=\(Self.line($1))\n" }.joined()
  }

  static let mediaType = "text/plain"

  /// A value that ends where its line does.
  private static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}", "\0": result.append(" ")
      default: result.append(scalar)
      }
    }
    // A backslash at its end would join the next line to it.
    while result.last == "\\" { result.removeLast() }
    return String(result)
  }
}

extension SharedDocument {
  /// The terms that are matched as they are.
  var terms: [String] {
    var terms = ["T" + Self.mediaType, Term.keyword(language, prefix: "L")]
    if let modified {
      let date = CivilDate(daysSinceEpoch: Int(modified.seconds / 86_400)).description
        .filter { $0 != "-" }
      terms += ["D" + date, "M" + date.dropLast(2), "Y" + date.dropLast(4)]
    }
    if let backend { terms.append(Term.keyword(backend, prefix: "XB")) }
    for (prefix, values) in values.sorted(by: { $0.key < $1.key }) {
      terms += values.map { Term.keyword($0, prefix: prefix) }
    }
    return terms
  }
}
