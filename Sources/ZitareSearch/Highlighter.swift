import ZitareBase

/// Finds the words of a text that a query asked for, as the index would: folded and stemmed.
public struct Highlighter: Sendable {
  /// What the index has instead of the query's words, by stemmer.
  private struct Terms {
    var stems: Set<String> = []
    var words: Set<String> = []
  }
  private var terms: [String: Terms] = [:]
  private var beginnings: [String] = []

  init(_ query: QueryText?, readings: [SearchReading]) {
    for reading in readings {
      var terms = Terms()
      for term in reading.terms {
        // Words of a field are marked wherever they stand: an author's name in the line below.
        let word = String(term.text.drop { $0.isASCII && $0.isUppercase })
        guard !term.text.hasPrefix(Term.beginningPrefix) else { continue }
        if term.text.hasPrefix(Term.stemPrefix) {
          terms.stems.insert(word)
        } else {
          terms.words.insert(word)
        }
      }
      self.terms[reading.stemmer] = terms
    }
    for item in query?.items ?? [] where !item.isExclusion {
      for word in item.words {
        switch word.kind {
        case .beginning, .wildcard: beginnings.append(word.text)
        case .word, .value: continue
        }
      }
    }
  }

  /// The places of those words, in order and apart from each other.
  ///
  /// `language` is that of the document, which decides about its stemmer.
  public func ranges(in text: String, language: String?) -> [Range<String.Index>] {
    let name = Stemmer.name(forLanguage: language)
    let terms = terms[name] ?? Terms()
    guard !terms.stems.isEmpty || !terms.words.isEmpty || !beginnings.isEmpty else { return [] }
    let stemmer = XapianStemmer(name)
    var ranges: [Range<String.Index>] = []
    for run in text.wordRuns {
      let whole = text[run]
      if isWanted(String(whole), terms, stemmer) {
        ranges.append(run)
        continue
      }
      for part in text.wordParts(of: run) {
        if part != run, isWanted(String(text[part]), terms, stemmer) {
          ranges.append(part)
        } else if text[part].unicodeScalars.contains(where: \.isCJK) {
          ranges += unspaced(in: text, part, terms.words)
        }
      }
    }
    return ranges
  }

  private func isWanted(
    _ shown: String, _ terms: Terms, _ stemmer: borrowing XapianStemmer
  ) -> Bool {
    let word = TextAnalysis.normalized(shown)
    let forms = [word] + TextAnalysis.compounds(in: word)
    return forms.contains { form in
      terms.words.contains(form) || beginnings.contains { form.hasPrefix($0) }
        || !terms.stems.isEmpty && terms.stems.contains(stemmer.stem(form))
    }
  }

  /// Pairs of letters in a run of a script without spaces, or single ones where only one was asked for.
  private func unspaced(
    in text: String, _ run: Range<String.Index>, _ words: Set<String>
  ) -> [Range<String.Index>] {
    let length =
      words.contains { $0.unicodeScalars.count == 2 && $0.unicodeScalars.allSatisfy(\.isCJK) }
      ? 2 : 1
    var ranges: [Range<String.Index>] = []
    let scalars = text.unicodeScalars
    var start = run.lowerBound
    while let end = scalars.index(start, offsetBy: length, limitedBy: run.upperBound) {
      if words.contains(String(text[start..<end]).folded) {
        if let last = ranges.last, last.upperBound >= start {
          ranges[ranges.count - 1] = last.lowerBound..<end
        } else {
          ranges.append(start..<end)
        }
      }
      guard start < run.upperBound else { break }
      start = scalars.index(after: start)
    }
    return ranges
  }
}

extension String {
  /// Words with the marks between their parts: `don’t`, `E-Mail`.
  fileprivate var wordRuns: [Range<Index>] { runs { $0.isInWord || $0.joinsWords } }

  fileprivate func wordParts(of run: Range<Index>) -> [Range<Index>] {
    self[run].unicodeScalars.contains(where: \.joinsWords) ? self[run].partRuns : [run]
  }

  private func runs(_ isInside: (Unicode.Scalar) -> Bool) -> [Range<Index>] {
    self[...].runs(isInside).compactMap { run in
      // What joins words does not begin or end one.
      guard let first = unicodeScalars[run].firstIndex(where: \.isInWord),
        let last = unicodeScalars[run].lastIndex(where: \.isInWord)
      else { return nil }
      return first..<unicodeScalars.index(after: last)
    }
  }
}

extension Substring {
  fileprivate var partRuns: [Range<Index>] { runs(\.isInWord) }

  fileprivate func runs(_ isInside: (Unicode.Scalar) -> Bool) -> [Range<Index>] {
    var runs: [Range<Index>] = []
    var start: Index?
    for index in unicodeScalars.indices {
      if isInside(unicodeScalars[index]) {
        start = start ?? index
      } else if let begin = start {
        runs.append(begin..<index)
        start = nil
      }
    }
    if let start { runs.append(start..<endIndex) }
    return runs
  }
}

extension Unicode.Scalar {
  /// Part of a word as it is shown, with the marks and the ignorable signs within it.
  fileprivate var isInWord: Bool {
    if isASCII { return isWordCharacter }
    return isWordCharacter || properties.isDefaultIgnorableCodePoint
      || properties.canonicalCombiningClass != .notReordered
  }

  fileprivate var joinsWords: Bool { "-'’\u{2bc}\u{2010}\u{2011}&".unicodeScalars.contains(self) }
}
