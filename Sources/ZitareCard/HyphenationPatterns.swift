/// A dictionary of libhyphen, as LibreOffice and Debian's packages `hyphen-…` have them: Liang's patterns,
/// perhaps in two levels, of which the first finds where compounds join.
///
/// It is read through for each word. libhyphen makes an automaton of all patterns first, which takes
/// seconds for the German ones and pays for whole documents only.
struct HyphenationPatterns {
  /// The character set of the patterns, as iconv(3) knows it.
  let charset: String

  private let file: [UInt8]
  /// Where the patterns of each level are.
  private let levels: [Range<Int>]
  /// The fewest letters before and after a hyphen, of a word and of a part of a compound.
  private let left, right, partLeft, partRight: Int

  /// Nil where the file has not this form.
  init?(_ file: [UInt8]) {
    guard let end = file.firstIndex(of: UInt8(ascii: "\n")), end < 40 else { return nil }
    let name = String(decoding: file[..<end], as: UTF8.self).filter { !$0.isWhitespace }
    charset = name.hasPrefix("microsoft-") ? String(name.dropFirst(10)) : name
    var (bounds, numbers) = ([end + 1], [String: Int]())
    var start = end + 1
    for index in file.indices[start...] where file[index] == UInt8(ascii: "\n") {
      // The few lines that are no patterns begin with a capital.
      if (0x41...0x5a).contains(file[start]) {
        let words = String(decoding: file[start..<index], as: UTF8.self)
          .split(whereSeparator: \.isWhitespace)
        if words.first == "NEXTLEVEL" { bounds.append(start) }
        if words.count == 2 { numbers[String(words[0])] = Int(words[1]) }
      }
      start = index + 1
    }
    self.file = file
    levels = zip(bounds, bounds.dropFirst() + [file.count]).map { $0..<$1 }
    left = numbers["LEFTHYPHENMIN"] ?? 2
    right = numbers["RIGHTHYPHENMIN"] ?? 2
    partLeft = numbers["COMPOUNDLEFTHYPHENMIN"] ?? left
    partRight = numbers["COMPOUNDRIGHTHYPHENMIN"] ?? right
  }

  /// Before which of its letters a word may be broken.
  ///
  /// - Parameter letters: in lower case and in the character set of the patterns.
  func breaks(of letters: [[UInt8]]) -> [Int] {
    guard levels.count > 1 else { return marks(letters, levels[0], left, right) }
    let joints = marks(letters, levels[0], left, right)
    let ends = [0] + joints + [letters.count]
    let parts = zip(ends, ends.dropFirst()).flatMap { start, end in
      marks(
        Array(letters[start..<end]), levels[1], start == 0 ? left : partLeft,
        end == letters.count ? right : partRight
      ).map { $0 + start }
    }
    return (joints + parts).sorted()
  }

  /// The places where the highest mark of the patterns that match is odd.
  private func marks(
    _ letters: [[UInt8]], _ level: Range<Int>, _ left: Int, _ right: Int
  ) -> [Int] {
    let word = [UInt8(ascii: ".")] + letters.joined() + [UInt8(ascii: ".")]
    var highest = [UInt8](repeating: 0, count: word.count + 1)
    for match in matches(word, level) { raise(&highest, by: match) }
    var place = 1
    return letters.indices.filter { index in
      defer { place += letters[index].count }
      return index >= left && letters.count - index >= right && highest[place] % 2 == 1
    }
  }

  /// A pattern, such as `.an3te`, and where its letters begin in the word.
  private struct Match {
    let start: Int
    let pattern: Range<Int>
  }

  /// For each place in the word the longest pattern that ends there, as libhyphen's automaton finds it.
  ///
  /// There is none where the beginning of a longer one reaches as far; dictionaries are made for that.
  private func matches(_ word: [UInt8], _ level: Range<Int>) -> [Match] {
    var longest = [Int](repeating: .max, count: word.count + 1)
    var found = [Match?](repeating: nil, count: word.count + 1)
    file.withUnsafeBufferPointer { file in
      var start = level.lowerBound
      for index in level where file[index] == UInt8(ascii: "\n") {
        let pattern = start..<index
        start = index + 1
        guard let first = file[pattern].first(where: { !Self.isDigit($0) }) else { continue }
        for begin in word.indices where word[begin] == first {
          var place = begin
          var isWhole = true
          for byte in file[pattern] where !Self.isDigit(byte) {
            if byte == Self.slash { break }
            guard place < word.count, word[place] == byte else {
              isWhole = false
              break
            }
            place += 1
            if begin < longest[place] { (longest[place], found[place]) = (begin, nil) }
          }
          if isWhole, longest[place] == begin {
            found[place] = Match(start: begin, pattern: pattern)
          }
        }
      }
    }
    return found.compactMap { $0 }
  }

  /// Behind a slash is how the letters change at the hyphen, which a card does not do.
  private static let slash = UInt8(ascii: "/")

  private func raise(_ highest: inout [UInt8], by match: Match) {
    let pattern = file[match.pattern]
    let changesLetters = pattern.contains(Self.slash)
    var place = match.start
    for byte in pattern {
      if byte == Self.slash { return }
      guard Self.isDigit(byte) else {
        place += 1
        continue
      }
      let mark = byte - UInt8(ascii: "0")
      highest[place] = max(highest[place], changesLetters ? mark + mark % 2 : mark)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
