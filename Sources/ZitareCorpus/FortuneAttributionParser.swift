/// Reads one attribution, part by part.
struct FortuneAttributionParser {
  private(set) var name = ""
  private var source: String?
  private var year: Int?
  private var notes: [String] = []
  /// After a first remark among the parts behind the name, the others are remarks as well.
  private var isRemarking = false

  var result: FortuneAttribution {
    FortuneAttribution(
      author: name.isEmpty ? nil : name, source: source, year: year,
      note: notes.isEmpty ? nil : notes.joined(separator: "; "))
  }

  mutating func read(_ text: String, remarks: [String]) {
    let (head, groups) = FortunePunctuation.parted(FortunePunctuation.trimmed(text))
    readHead(FortunePunctuation.trimmed(head), groups: groups)
    let isAnonymous = FortuneWords.isAnonymous(name)
    for group in groups {
      if isAnonymous && !group.contains(":") { notes.append(group) } else { readGroup(group) }
    }
    for remark in remarks { readRemark(remark) }
    settleName()
  }

  // MARK: before the parentheses

  private mutating func readHead(_ head: String, groups: [String]) {
    var segments = FortunePunctuation.segments(Self.withoutRepetition(head))
    guard !segments.isEmpty else { return }
    readName(segments.removeFirst())
    // Where the source is plain to see, names between commas are further authors.
    let listsAuthors =
      groups.contains { FortunePunctuation.unquoted($0) != nil }
      || segments.contains { Self.isNewsgroup($0) }
    for segment in segments {
      if listsAuthors && Self.isPerson(segment) {
        name += ", " + segment
      } else {
        readSegment(segment)
      }
    }
  }

  private mutating func readName(_ text: String) {
    if AuthorAliases.knows(text) {
      name = text
    } else if let title = FortunePunctuation.unquoted(text) {
      source = title
    } else if Self.isAddress(text) || Self.isNewsgroup(text) {
      source = text
    } else if let rest = Self.cutPrefix(text) {
      if !rest.prefix.isEmpty { notes.append(rest.prefix) }
      readName(rest.text)
    } else if ["aus", "Aus", "from", "From", "in", "to", "über"].contains(text.prefix { $0 != " " })
    {
      readOrigin(text)
    } else if let cut = FortunePunctuation.cutQuoted(text) {
      source = cut.title
      readName(Self.withoutLastPreposition(cut.before))
    } else if let cut = Self.cutTitle(text) {
      readName(cut.name)
      readTitle(cut.title)
    } else if let cut = Self.cutAddress(text) {
      notes.append(cut.address)
      readName(cut.name)
    } else {
      readPlainName(text)
    }
  }

  /// A name that words such as `in`, `über` or a date may follow.
  private mutating func readPlainName(_ text: String) {
    let words = text.split(separator: " ")
    let split = words.indices.dropFirst().first {
      FortuneWords.isPreposition(words[$0], after: words[$0 - 1])
        || $0 >= 2 && FortuneWords.endsName(words[$0]) && Self.isPerson(words[..<2])
    }
    guard let split, split + 1 < words.count else {
      guard let cut = FortuneDates.cut(text) else {
        name = text
        return
      }
      name = cut.title
      note(cut.date)
      return
    }
    name = words[..<split].joined(separator: " ")
    let rest = words[(split + 1)...].joined(separator: " ")
    if FortuneWords.introducesTitle(words[split]), source == nil, Self.isPlace(rest) {
      source = FortunePunctuation.trimmed(rest)
    } else {
      note(words[split] + " " + rest)
    }
  }

  /// `Aus "Titel" von Name`; without a quoted title the whole tells where it was found.
  private mutating func readOrigin(_ text: String) {
    let words = text.split(separator: " ")
    let rest = words.dropFirst().joined(separator: " ")
    if let title = FortunePunctuation.unquoted(rest) {
      source = title
    } else if let by = words.firstIndex(where: { $0 == "von" || $0 == "by" }),
      let title = FortunePunctuation.unquoted(words[1..<by].joined(separator: " "))
    {
      source = title
      name = words[(by + 1)...].joined(separator: " ")
    } else {
      source = FortunePunctuation.cutQuoted(text)?.title
      notes.append(text)
    }
  }

  /// A part that follows the name after a comma.
  private mutating func readSegment(_ segment: String) {
    if FortuneWords.isHonorific(segment[...]) { return }
    if let title = FortunePunctuation.unquoted(segment), source == nil {
      source = title
      isRemarking = true  // publisher, magazine, page
    } else if FortuneWords.isRank(segment), source == nil, notes.isEmpty {
      name += ", " + segment
    } else if name.isEmpty, segment.hasPrefix("by ") {
      name = String(segment.dropFirst(3))
    } else if FortuneWords.isGivenName(segment), !name.contains(" "), source == nil {
      name = segment + " " + name
    } else if FortuneDates.isDate(segment) || FortuneDates.isLifeDates(segment) {
      note(segment)
    } else if source != nil, FortunePunctuation.unquoted(segment) != nil || isRemarking {
      note(segment)
    } else if Self.isRemark(segment) {
      isRemarking = true
      if let cut = FortunePunctuation.cutQuoted(segment), source == nil { source = cut.title }
      note(segment)
    } else if isRemarking {
      note(segment)
    } else {
      readTitle(segment)
    }
  }

  // MARK: within parentheses

  private mutating func readGroup(_ group: String) {
    let segments = FortunePunctuation.segments(group)
    guard let first = segments.first else { return }
    if name.contains("@"), Self.isPerson(group) {
      notes.insert(name, at: 0)
      name = group
    } else if let colon = first.firstRange(of: ": "),
      Self.isPerson(String(first[..<colon.lowerBound]))
    {
      // Another person's collection, which may name the true author.
      if source == nil { source = String(first[colon.upperBound...]) }
      notes.append(group)
    } else if FortuneWords.isAlias(first) || isRealName(group) {
      takeQuotedTitle(from: segments)
      notes.append(group)
    } else if isNote(segments, of: group) {
      takeQuotedTitle(from: segments)
      note(group)
    } else if source != nil {
      note(group)
    } else {
      readTitles(segments)
    }
  }

  /// Whether the parts tell about the author or the occasion; dates alone do.
  private func isNote(_ segments: [String], of group: String) -> Bool {
    let isLived = segments.contains { FortuneDates.isLifeDates($0) }
    let told = segments.filter { !FortuneDates.isLifeDates($0) && !FortuneDates.isDate($0) }
    guard let first = told.first else { return true }
    if FortunePunctuation.unquoted(first) != nil { return false }
    if Self.isRemark(first) || !isLived && Self.isSentence(group) { return true }
    if FortuneDates.namesDay(first) { return true }
    // A lone word and a day are a place or a partner in conversation, not a work.
    return !first.contains(" ") && segments.contains { FortuneDates.hasDay($0) }
  }

  private mutating func readTitles(_ segments: [String]) {
    var title: [String] = []
    for segment in segments {
      if FortuneDates.isDate(segment) || FortuneDates.isLifeDates(segment)
        || FortuneWords.isAlias(segment)
      {
        note(segment)
      } else if let last = title.last?.split(separator: " ").last, FortuneWords.isNumeral(last) {
        note(segment)  // a scene, chapter or speaker within the volume
      } else {
        title.append(segment)
      }
    }
    readTitle(title.joined(separator: ", "))
  }

  private mutating func takeQuotedTitle(from segments: [String]) {
    guard source == nil else { return }
    for segment in segments {
      if let title = FortunePunctuation.unquoted(segment) {
        source = title
      } else if let cut = FortunePunctuation.cutQuoted(segment),
        ["aus", "in", "im"].contains(cut.before.split(separator: " ").last ?? "")
      {
        source = cut.title
      }
    }
  }

  // MARK: parts

  /// A title with its date, speaker or remark: `Tagebücher 1906`, `Faust I / Mephisto`.
  private mutating func readTitle(_ text: String) {
    let words = text.split(separator: " ")
    if let first = words.first, words.count > 1, FortuneDates.isYear(first) {
      note(String(first))
      return readTitle(words.dropFirst().joined(separator: " "))
    }
    if let title = FortunePunctuation.unquoted(text) {
      append(title)
    } else if let mark = text.first, FortunePunctuation.marks.contains(mark),
      let end = text.dropFirst().firstIndex(where: { FortunePunctuation.marks.contains($0) })
    {
      append(String(text[text.index(after: text.startIndex)..<end]))
      note(String(text[text.index(after: end)...]).condensed)
    } else if let slash = text.firstRange(of: " / "),
      text[slash.upperBound...].first?.isLetter == true
    {
      append(String(text[..<slash.lowerBound]))
      note(String(text[slash.upperBound...]))
    } else if let stop = text.firstRange(of: ". "), text[stop.upperBound...].contains(" zu ") {
      append(String(text[..<stop.lowerBound]))
      note(String(text[stop.upperBound...]))  // who speaks to whom
    } else if let cut = FortuneDates.cut(text) {
      append(cut.title)
      note(cut.date)
    } else if let cut = FortunePunctuation.cutQuoted(text) {
      append(cut.title)
      note(cut.before)
    } else {
      append(text)
    }
  }

  private mutating func append(_ title: String) {
    var title = FortunePunctuation.trimmed(title)
    if title.count(where: { FortunePunctuation.marks.contains($0) }) == 1 {
      title.removeAll { FortunePunctuation.marks.contains($0) }
    }
    guard !title.isEmpty else { return }
    source = source.map { $0 + ", " + title } ?? title
  }

  /// Keeps a remark and the year it tells; a mere year is not repeated as a note.
  private mutating func note(_ text: String) {
    guard !text.isEmpty else { return }
    if year == nil, !FortuneDates.isLifeDates(text), !Self.isSentence(text) {
      year = FortuneDates.year(in: text)
    }
    if !FortuneDates.isYear(text) { notes.append(text) }
  }

  private mutating func readRemark(_ remark: String) {
    if remark.hasPrefix("[") {
      notes.append(remark)
      return
    }
    let (inner, groups) = FortunePunctuation.parted(remark)
    if inner.isEmpty, groups.count == 1 { return readGroup(groups[0]) }
    if remark.hasPrefix("Aus "), source == nil, let cut = FortunePunctuation.cutQuoted(remark) {
      source = cut.title
    }
    if FortuneDates.isYear(remark.prefix { $0 != " " && $0 != "," }) {
      note(remark)
    } else {
      notes.append(remark)
    }
  }

  // MARK: the name

  private mutating func settleName() {
    name = Self.withoutLastPreposition(FortunePunctuation.trimmed(name))
    if name.count(where: { FortunePunctuation.marks.contains($0) }) == 1 {
      name.removeAll { FortunePunctuation.marks.contains($0) }
    }
    if FortuneWords.isAnonymous(name) || FortuneWords.isChair(name) {
      if !FortuneWords.isUnknown(name) { notes.insert(name, at: 0) }
      name = ""
    }
    dropOffice()
    let isNumbered = name.split(separator: " ").contains { word in
      word.allSatisfy { $0.isNumber || ",./:".contains($0) } && word.contains(where: \.isNumber)
    }
    if name.hasPrefix("#") || isNumbered {
      if source == nil { source = name } else { notes.insert(name, at: 0) }
      name = ""
    }
    if !name.isEmpty { name = AuthorAliases.canonical(name) }
  }

  /// `CDU-Vorsitzende Angela Merkel` and `Sir Peter Ustinov` lose what is no part of the name.
  private mutating func dropOffice() {
    var words = name.split(separator: " ")
    while words.count >= 3 {
      if FortuneWords.isHonorific(words[0]) {
        guard words.allSatisfy({ Self.isNameWord($0) }) else { break }
        words.removeFirst()
      } else if FortuneWords.isRoleWord(words[0]), !royal.contains(words[0]),
        words[1].first?.isUppercase == true, !name.contains(",")
      {
        notes.insert(String(words.removeFirst()), at: 0)
      } else {
        break
      }
    }
    name = words.joined(separator: " ")
  }

  private let royal: Set<Substring> = ["Kaiser", "König", "Königin", "Kaiserin", "Fürst"]

  /// Two names that begin alike, or `Vicco von Bülow`: who stands behind a pen name.
  private func isRealName(_ group: String) -> Bool {
    let words = group.split(separator: " ")
    guard (2...4).contains(words.count), words.allSatisfy({ Self.isNameWord($0) }) else {
      return false
    }
    return words[0].prefix(4) == name.prefix(4) && words[0].count >= 4
      || words.count == 3 && words[1] == "von" && words[0] != "Herr"
  }
}
