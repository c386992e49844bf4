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
    let titles = groups.contains { FortunePunctuation.unquoted($0) != nil }
    readHead(FortunePunctuation.trimmed(head), listsAuthors: titles)
    let isAnonymous = FortuneWords.isAnonymous(name)
    for group in groups {
      if isAnonymous && !group.contains(":") { notes.append(group) } else { readGroup(group) }
    }
    for remark in remarks { readRemark(remark) }
    settleName()
  }

  // MARK: before the parentheses

  private mutating func readHead(_ head: String, listsAuthors: Bool) {
    var segments = FortunePunctuation.segments(head)
    guard !segments.isEmpty else { return }
    readName(segments.removeFirst())
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
    } else if Self.isAddress(text) {
      source = text
    } else if let rest = Self.cutPrefix(text) {
      if !rest.prefix.isEmpty { notes.append(rest.prefix) }
      readName(rest.text)
    } else if text.hasPrefix("aus ") || text.hasPrefix("Aus ") || text.hasPrefix("From ") {
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
      notes.append(text)
    }
  }

  /// A part that follows the name after a comma.
  private mutating func readSegment(_ segment: String) {
    if let title = FortunePunctuation.unquoted(segment), source == nil {
      source = title
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
    if let colon = first.firstRange(of: ": "), Self.isPerson(String(first[..<colon.lowerBound])) {
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

  private func isNote(_ segments: [String], of group: String) -> Bool {
    let first = segments[0]
    if FortunePunctuation.unquoted(first) != nil { return false }
    if FortuneDates.isYear(first), segments.count > 1, !Self.isRemark(segments[1]) { return false }
    if Self.isSentence(group) || Self.isRemark(first) { return true }
    if segments.allSatisfy({ FortuneDates.isLifeDates($0) || FortuneDates.isDate($0) }) {
      return true
    }
    if let cut = FortuneDates.cut(first), FortuneDates.hasPreposition(cut.date) { return true }
    // A lone word and a day are a place or a partner in conversation, not a work.
    return !first.contains(" ") && segments.dropFirst().contains { FortuneDates.hasDay($0) }
  }

  private mutating func readTitles(_ segments: [String]) {
    var title: [String] = []
    for segment in segments {
      if FortuneDates.isDate(segment) || FortuneDates.isLifeDates(segment)
        || FortuneWords.isAlias(segment)
      {
        note(segment)
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
    let title = FortunePunctuation.trimmed(title)
    guard !title.isEmpty else { return }
    source = source.map { $0 + ", " + title } ?? title
  }

  /// Keeps a remark and the year it tells; a mere year is not repeated as a note.
  private mutating func note(_ text: String) {
    guard !text.isEmpty else { return }
    if !FortuneDates.isLifeDates(text), year == nil { year = FortuneDates.year(in: text) }
    if !FortuneDates.isYear(text) { notes.append(text) }
  }

  private mutating func readRemark(_ remark: String) {
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
    name = FortunePunctuation.trimmed(name)
    if name.count(where: { FortunePunctuation.marks.contains($0) }) == 1 {
      name.removeAll { FortunePunctuation.marks.contains($0) }
    }
    if FortuneWords.isAnonymous(name) {
      if !FortuneWords.isUnknown(name) { notes.insert(name, at: 0) }
      name = ""
    }
    dropOffice()
    let isNumbered = name.split(separator: " ").contains { word in
      word.allSatisfy { $0.isNumber || ",./:".contains($0) } && word.contains(where: \.isNumber)
    }
    if name.hasPrefix("#") || isNumbered {
      if let source { notes.insert(source, at: 0) }
      source = name
      name = ""
    }
    if !name.isEmpty { name = AuthorAliases.canonical(name) }
  }

  /// `CDU-Vorsitzende Angela Merkel` and `Sir Peter Ustinov` lose what is no part of the name.
  private mutating func dropOffice() {
    var words = name.split(separator: " ")
    while words.count >= 3 {
      if FortuneWords.isHonorific(words[0]) {
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
    return words[0] == name.prefix { $0 != " " } || words.count == 3 && words[1] == "von"
  }
}

// MARK: - Shapes

extension FortuneAttributionParser {
  private static func isNameWord(_ word: Substring) -> Bool {
    word.first?.isUppercase == true || ["von", "van", "de", "der", "du", "zu"].contains(word)
  }

  private static func isPerson(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return (2...4).contains(words.count) && words.allSatisfy { isNameWord($0) }
      && !words.contains { $0.contains(where: \.isNumber) }
  }

  /// Whether the part tells something about the author or the occasion, in place of a title.
  private static func isRemark(_ segment: String) -> Bool {
    guard let first = segment.first else { return true }
    if segment.contains("@") || segment.contains("://") { return true }
    if isNewsgroup(segment) { return false }
    let word = segment.prefix { $0 != " " }.lowercased()
    if ["nr.", "no.", "s.", "bd.", "vol", "vol.", "pg.", "p.", "pp.", "issue"].contains(word) {
      return true
    }
    if first.isLowercase || FortuneDates.isLifeDates(segment) { return true }
    if first.isNumber {
      return !FortuneDates.isYear(word)
        || !segment.contains { FortunePunctuation.marks.contains($0) }
    }
    return FortuneWords.isAlias(segment) || FortuneWords.isOccasion(segment)
      || FortuneWords.isRole(segment)
  }

  private static func isSentence(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    guard words.count >= 5, let last = words.last else { return false }
    return "!.".contains(last.last ?? " ") && last.count(where: { $0 == "." }) <= 1
      && !FortuneWords.isNumeral(last)
  }

  /// A newsgroup or host: dots within and no spaces.
  private static func isNewsgroup(_ text: String) -> Bool {
    !text.contains(" ") && text.first?.isLetter == true && text.contains(".")
      && text.last != "." && !text.contains("@")
      && text.allSatisfy { $0.isLowercase || $0.isNumber || ".-+_".contains($0) }
  }

  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("www.")
  }

  /// Whether what follows `in` or `aus` is a work, a paper, a newsgroup or a channel.
  private static func isPlace(_ text: String) -> Bool {
    guard let first = text.first, !text.contains("<"), !FortuneDates.isDate(text) else {
      return false
    }
    return !text.contains(" ") || first.isUppercase || first == "#"
  }

  private static func cutPrefix(_ text: String) -> (prefix: String, text: String)? {
    for prefix in ["frei nach", "Frei nach", "nach", "recherchiert von", "Apologies to", "by"]
    where text.hasPrefix(prefix + " ") {
      return (prefix == "by" ? "" : prefix, String(text.dropFirst(prefix.count + 1)))
    }
    return nil
  }

  private static func withoutLastPreposition(_ text: String) -> String {
    let words = text.split(separator: " ")
    guard words.count > 1, let last = words.last, FortuneWords.introducesTitle(last) else {
      return text
    }
    return words.dropLast().joined(separator: " ")
  }

  /// `Monty Python: Das Leben des Brian`, `Frank Herbert - Dune Messiah`.
  private static func cutTitle(_ text: String) -> (name: String, title: String)? {
    for separator in [": ", " - ", " – "] {
      guard let range = text.firstRange(of: separator) else { continue }
      let name = String(text[..<range.lowerBound])
      let title = String(text[range.upperBound...])
      if name.split(separator: " ").count <= 4, !title.isEmpty { return (name, title) }
    }
    return nil
  }

  /// `Daniel Burrows <dburrows@debian.org>`.
  private static func cutAddress(_ text: String) -> (name: String, address: String)? {
    guard let open = text.firstIndex(of: "<"), open > text.startIndex,
      let close = text[open...].firstIndex(of: ">")
    else { return nil }
    let rest = text[text.index(after: close)...]
    let address = text[text.index(after: open)..<close]
    let name = (text[..<open] + rest).condensed
    let words = name.split(separator: " ")
    // `Larry Wall in <10209@…>`
    if let last = words.last, words.count > 1, FortuneWords.introducesTitle(last) {
      return (words.dropLast().joined(separator: " "), last + " <" + address + ">")
    }
    return (name, String(address))
  }
}
