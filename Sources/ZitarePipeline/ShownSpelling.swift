import ZitareBase
import ZitareCorpus
import ZitareSearch

/// How words of the index, which are folded, are written in quotations: `grosse` as `Größe`.
struct ShownSpelling {
  private var words: [String: String] = [:]

  init(_ quotes: [Quote]) {
    for quote in quotes {
      for text in [quote.text, quote.author?.name ?? "", quote.source?.title ?? ""] {
        for word in QuoteText.line(text).split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
          let folded = String(word).folded
          if words[folded] == nil { words[folded] = String(word) }
        }
      }
    }
  }

  /// A word of the index as a quotation has it, else as it is.
  func shown(_ word: String) -> String { words[word] ?? word }

  /// A text with each of its words so.
  func shownWords(of text: String) -> String {
    var result = ""
    var word = ""
    for character in text {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else {
        result += shown(word)
        result.append(character)
        word = ""
      }
    }
    return result + shown(word)
  }
}

extension SearchNote {
  /// The note with the words of a corrected query as quotations have them.
  func shown(as quotes: [Quote]) -> SearchNote {
    switch self {
    case .corrected(let text): .corrected(ShownSpelling(quotes).shownWords(of: text))
    case .didYouMean(let text): .didYouMean(ShownSpelling(quotes).shownWords(of: text))
    case .readAsPlainWords, .matchedAnyWord, .shortened, .ignoredWildcard, .ignoredNumber,
      .missing:
      self
    }
  }
}
