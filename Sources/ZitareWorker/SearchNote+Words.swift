import ZitarePipeline
import ZitareSearch
import ZitareService

extension SearchNote {
  /// The note for people.
  func text(in app: App<Services>) -> String {
    switch self {
    case .readAsPlainWords: app.text(SearchText.notePlainWords)
    case .corrected(let query): app.text(SearchText.noteCorrected, ["query": query])
    case .didYouMean(let query): app.text(SearchText.noteDidYouMean, ["query": query])
    case .matchedAnyWord(all: 0): app.text(SearchText.noteAnyWord)
    case .matchedAnyWord(let all): app.text(SearchText.noteSomeWords, ["count": "\(all)"])
    case .shortened: app.text(SearchText.noteShortened)
    case .ignoredWildcard: app.text(SearchText.noteWildcard)
    case .ignoredNumber(let text): app.text(SearchText.noteNumber, ["text": text])
    case .missing(let database, let reason):
      app.text(SearchText.noteMissing, ["database": database, "reason": reason])
    }
  }
}

/// A term of the index in words.
struct TermExplanation {
  private let word: String
  private let isStem: Bool
  private let prefix: String

  init(_ term: String) {
    isStem = term.hasPrefix("Z")
    let rest = isStem ? term.dropFirst() : term[...]
    prefix = String(rest.prefix { $0.isASCII && $0.isUppercase })
    word = String(rest.dropFirst(prefix.count).drop { $0 == ":" })
  }

  func text(_ documents: Int, in app: App<Services>) -> String {
    let field = SearchSchema.quotes.fieldName(ofPrefix: prefix).map { $0 + ":" } ?? ""
    let form: SearchText =
      prefix == SearchSchema.beginningPrefix
      ? .explainBeginning : isStem ? .explainStem : .explainWord
    return app.text(form, ["word": field + word, "count": "\(documents)"])
  }
}
