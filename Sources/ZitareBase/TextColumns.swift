internal import CUTF8Proc

extension String {
  /// How many columns of a terminal the text takes.
  public var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text in lines of at most so many columns, broken at its white space, which is folded.
  ///
  /// A word that is wider than a line is broken between its characters.
  public func wrapped(columns limit: Int) -> [String] {
    precondition(limit >= 2, "a wide character needs two columns")
    var lines: [String] = []
    var line = ""
    var used = 0
    func end() {
      if !line.isEmpty { lines.append(line) }
      (line, used) = ("", 0)
    }
    for word in split(whereSeparator: \.isWhitespace) {
      let width = String(word).columns
      if used > 0, used + 1 + width > limit { end() }
      if used > 0 {
        line += " "
        used += 1
      }
      if width <= limit {
        line += word
        used += width
        continue
      }
      for character in word {
        if used + character.columns > limit { end() }
        line.append(character)
        used += character.columns
      }
    }
    end()
    return lines
  }
}

extension Character {
  /// The widest of its scalars: what joins or modifies it takes no column of its own.
  fileprivate var columns: Int {
    let widest = unicodeScalars.reduce(0) { max($0, Int(utf8proc_charwidth(Int32($1.value)))) }
    return unicodeScalars.contains("\u{fe0f}") ? max(2, widest) : widest
  }
}
