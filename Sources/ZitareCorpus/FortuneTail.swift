/// The lines at the end of a record that say who said it.
struct FortuneTail: Equatable {
  /// The line with the dash, counted within the record from 0.
  let index: Int
  /// The attribution without its dash, wrapped lines joined.
  let attribution: String
  /// What was written below it: remarks, corrections, addresses.
  let remarks: [String]

  /// Nil if no line is an attribution; a dash may begin a line of dialogue as well.
  init?(of lines: [String]) {
    guard let index = lines.lastIndex(where: { Self.afterDash($0) != nil }),
      let first = Self.afterDash(lines[index]),
      lines[index].indentation >= 8 || lines[..<index].contains(where: { !$0.isBlank })
    else { return nil }
    self.index = index
    let (attribution, remarks) = Self.join(first, to: Array(lines[index...]))
    guard Self.names(attribution, isIndented: lines[index].indentation > 0) else { return nil }
    self.attribution = attribution
    self.remarks = remarks
  }

  /// What follows the dash that begins the line: `--`, a long dash, or `-` far to the right.
  private static func afterDash(_ line: String) -> String? {
    let text = line.drop { $0 == " " || $0 == "\t" }
    let dashes = text.prefix { "-–—―".contains($0) }
    let isDash =
      ["--", "–", "—", "―", "―-"].contains(String(dashes))
      || dashes == "-" && line.indentation >= 16 && text.dropFirst().first == " "
    let rest = text.dropFirst(dashes.count).condensed
    guard isDash, let mark = rest.first, mark != ">", rest.contains(where: \.isLetter) else {
      return nil
    }
    return rest
  }

  private static func join(
    _ first: String, to lines: [String]
  ) -> (attribution: String, remarks: [String]) {
    var attribution = first
    var remarks: [String] = []
    var isOpen = true
    for (previous, line) in zip(lines, lines.dropFirst()) {
      if line.isBlank {
        isOpen = false
      } else if isOpen, continues(attribution, with: line, after: previous) {
        attribution += " " + line.condensed
      } else if let last = remarks.last, isOpen || !previous.isBlank {
        isOpen = false
        remarks[remarks.count - 1] = last + " " + line.condensed
      } else {
        isOpen = false
        remarks.append(line.condensed)
      }
    }
    return (attribution, remarks)
  }

  private static func continues(
    _ attribution: String, with line: String, after previous: String
  ) -> Bool {
    let text = line.condensed
    guard let first = text.first, !text.hasPrefix("http") else { return false }
    let open = attribution.count { $0 == "(" } > attribution.count { $0 == ")" }
    if open || attribution.count(where: { $0 == "\"" }) % 2 == 1 { return true }
    if first == "(" { return true }
    if attribution.hasSuffix(",") { return true }
    guard line.indentation > 0, first.isLetter || first.isNumber || first == "\"" else {
      return false
    }
    let word = text.prefix { $0 != " " }.count
    let isFull = previous.indentation + previous.condensed.count + 1 + word > 62
    return first.isLowercase || isFull
  }

  /// Whether the text may name an author; a sentence does not.
  private static func names(_ text: String, isIndented: Bool) -> Bool {
    let words = text.split(separator: " ")
    guard let first = words.first, let initial = first.first else { return false }
    if pronouns.contains(first.lowercased()), words.count > 1, words[1].first?.isLowercase == true {
      return false
    }
    if !isIndented {
      let isArticle = ["a", "an", "the"].contains(first)
      if initial.isLowercase && !isArticle || text.hasSuffix("--") { return false }
      if words.count <= 2, let last = text.last, "?!".contains(last) { return false }
    }
    // A first and a last name may be followed by a whole clause.
    if words.count > 1, words[0...1].allSatisfy({ $0.first?.isUppercase == true }) { return true }
    let clause = text.prefix { !",(\"„»<[".contains($0) }.split(separator: " ")
    let plain = clause.filter { $0.first?.isLetter == true }
    let lower = plain.count { $0.first?.isLowercase == true }
    return plain.count < 6 || lower * 10 <= plain.count * 6
  }

  private static let pronouns: Set<String> = [
    "ich", "du", "er", "sie", "es", "wir", "ihr", "i", "i'm", "i've", "you", "he", "she", "it",
    "it's", "we", "they",
  ]
}
