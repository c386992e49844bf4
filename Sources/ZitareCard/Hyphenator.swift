import Glibc
import ZitareBase

/// Knows where the words of a language may be broken.
struct Hyphenator {
  private let patterns: HyphenationPatterns

  /// More words of a card are not looked at, so that no text takes long.
  private static let mostWords = 16
  private static let longestWord = 100
  private static let softHyphen: Unicode.Scalar = "\u{ad}"

  /// Nil where no dictionary of the language is installed.
  init?(language tag: String, in folder: FilePath = "/usr/share/hyphen") {
    let parts = tag.lowercased().split(separator: "-")
    guard let language = parts.first, language.allSatisfy(\.isLetter) else { return nil }
    let region = parts.dropFirst().first { $0.count == 2 }.map { "_" + $0.uppercased() } ?? ""
    let names = ["\(language)\(region)", "\(language)", "\(language)_\(language.uppercased())"]
    let paths = names.map { folder.appending("hyph_\($0).dic") }
    // A dictionary that cannot be read is as good as none: the card is drawn without hyphens.
    let file = paths.lazy.compactMap { try? Files.read($0, limit: 16 << 20) }.first
    guard let file, let patterns = HyphenationPatterns(file) else { return nil }
    self.patterns = patterns
  }

  /// The text with soft hyphens in the words at these places, offsets in UTF-8.
  func hyphenated(_ text: String, at places: [Int]) -> String {
    let scalars = Array(text.unicodeScalars)
    var (offset, index) = (0, 0)
    var hyphens: Set<Int> = []
    var words = 0
    var end = 0
    for place in places where words < Self.mostWords {
      while offset < place, index < scalars.count {
        offset += UTF8.width(scalars[index])
        index += 1
      }
      // A word that is broken twice is looked at once.
      guard index >= end else { continue }
      let word = Self.word(around: index, in: scalars)
      end = word.upperBound
      words += 1
      hyphens.formUnion(breaks(of: scalars[word]).map { $0 + word.lowerBound })
    }
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if hyphens.contains(index) { result.append(Self.softHyphen) }
      result.append(scalar)
    }
    return String(result)
  }

  private static func word(around index: Int, in scalars: [Unicode.Scalar]) -> Range<Int> {
    func isLetter(_ index: Int) -> Bool { scalars[index].properties.isAlphabetic }
    var (start, end) = (index, index)
    while start > 0, isLetter(start - 1) { start -= 1 }
    while end < scalars.count, isLetter(end) { end += 1 }
    return start..<end
  }

  private func breaks(of word: ArraySlice<Unicode.Scalar>) -> [Int] {
    guard (4...Self.longestWord).contains(word.count) else { return [] }
    let lower = word.map { scalar in
      let mapped = scalar.properties.lowercaseMapping.unicodeScalars
      return mapped.count == 1 ? mapped.first ?? scalar : scalar
    }
    let letters = lower.compactMap { Charset.encode($0, as: patterns.charset) }
    return letters.count == lower.count ? patterns.breaks(of: letters) : []
  }
}

/// The hyphenator of a language, which is read when a word first needs it.
final class Hyphens {
  private let language: String
  private(set) lazy var hyphenator = Hyphenator(language: language)

  init(language: String) { self.language = language }
}

/// Character sets that dictionaries are written in.
private enum Charset {
  /// Nil where the set lacks the character, or is not known.
  static func encode(_ scalar: Unicode.Scalar, as charset: String) -> [UInt8]? {
    var input = Array(String(scalar).utf8CString.dropLast())
    if charset == "UTF-8" || scalar.isASCII { return input.map { UInt8(bitPattern: $0) } }
    guard let converter = iconv_open(charset, "UTF-8"), Int(bitPattern: converter) != -1 else {
      return nil
    }
    defer { iconv_close(converter) }
    var output = [CChar](repeating: 0, count: 8)
    var (inputLeft, outputLeft) = (input.count, output.count)
    let failed = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &from, &inputLeft, &to, &outputLeft) != 0
      }
    }
    return failed ? nil : output.dropLast(outputLeft).map { UInt8(bitPattern: $0) }
  }
}
