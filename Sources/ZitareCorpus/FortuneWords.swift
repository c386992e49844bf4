/// What single words and phrases of an attribution tell, in German and English.
enum FortuneWords {
  /// Whether a quotation so attributed has no known author: `Unbekannt`, `Chinesisches Sprichwort`.
  static func isAnonymous(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter }
    guard let first = words.first else { return false }
    if unknown.contains(String(first)) { return true }
    return words.count <= 5
      && words.contains { word in sayings.contains { word == $0 || word.hasSuffix($0) } }
  }

  /// Whether it says only that the author is not known, so that it need not be noted.
  static func isUnknown(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter }
    return words.count == 1 && words.allSatisfy { unknown.contains(String($0)) }
  }

  /// Whether it says what somebody was: `Physiker`, `President of DEC`, `SPD`, `Uni Oldenburg`.
  static func isRole(_ segment: String) -> Bool {
    let words = segment.split(separator: " ")
    guard let first = words.first else { return false }
    return isRoleWord(first) || bodies.contains(first.prefix { $0 != "-" }.lowercased())
      || words.count == 2 && !articles.contains(first.lowercased()) && isRoleWord(words[1])
      || words.count == 1 && segment.count <= 4 && segment.allSatisfy(\.isUppercase)
      || words.count > 2 && crowns.contains(first.lowercased())
        && ["von", "der", "des", "of"].contains(words[1])
  }

  /// Whether the word names a profession or an office.
  static func isRoleWord(_ word: Substring) -> Bool {
    var word = word.lowercased()
    while let last = word.last, !last.isLetter { word.removeLast() }
    for ending in ["", "innen", "in", "r"] where ending.isEmpty || word.hasSuffix(ending) {
      let stem = word.dropLast(ending.count)
      if roles.contains(where: { stem.hasSuffix($0) }) { return true }
    }
    return false
  }

  /// Whether it says on which occasion something was said, not in which work.
  static func isOccasion(_ segment: String) -> Bool {
    let first = segment.prefix { $0 != " " }.lowercased()
    return occasions.contains(first) || first.hasSuffix("interview") || first.hasSuffix("kampagne")
  }

  /// Whether a real name, a pen name or a nickname follows: `eig.`, `alias`, `Pseudonym:`.
  static func isAlias(_ segment: String) -> Bool {
    let first = segment.prefix { $0.isLetter || $0 == "." }.lowercased()
    return ["eig", "alias", "pseud", "künstlername", "bürgerlich", "a.k.a", "aka"].contains {
      first.hasPrefix($0)
    } || segment.lowercased().hasPrefix("real name")
  }

  /// Whether a rank that belongs to the name before it follows: `Earl of Rochester`.
  static func isRank(_ segment: String) -> Bool {
    let words = segment.split(separator: " ")
    guard let first = words.first else { return false }
    if words.count == 1 {
      return degrees.contains(segment.lowercased()) || ["II", "III", "IV"].contains(segment)
    }
    if first == "der" || first == "die" || first == "the" { return words.count == 2 }
    return words.count <= 4 && ranks.contains(first.lowercased())
      && ["of", "von", "de", "du", "zu"].contains(words[1])
      || degrees.contains(segment.lowercased())
  }

  /// Whether a name's first word is a form of address that its slug does not need.
  static func isHonorific(_ word: Substring) -> Bool { honorifics.contains(word.lowercased()) }

  /// Whether a chair is named in place of a person: `Prof. Informationssysteme`.
  static func isChair(_ name: String) -> Bool {
    let words = name.lowercased().split(separator: " ")
    guard let first = words.first, first.hasPrefix("prof") else { return false }
    return words.count == 1 || words.contains { word in subjects.contains { word.hasSuffix($0) } }
  }

  /// Whether a first name stands behind the surname: `Lippmann, Walter`.
  static func isGivenName(_ segment: String) -> Bool { givenNames.contains(segment) }

  /// Whether the words after it say where, when, to whom or about what something was said.
  static func isPreposition(_ word: Substring, after previous: Substring) -> Bool {
    prepositions.contains(String(word))
      && !(word == "zu" && (ranks.contains(previous.lowercased()) || previous == "von"))
  }

  /// Whether the word is no part of a name, as `explains` behind a first and a last name.
  static func endsName(_ word: Substring) -> Bool {
    word.first?.isLowercase == true && word.allSatisfy(\.isLetter)
      && !particles.contains(String(word))
  }

  /// Whether the title of a work may follow the preposition.
  static func introducesTitle(_ word: Substring) -> Bool {
    ["in", "aus", "from", "auf", "on"].contains(word)
  }

  /// Whether the word is a Roman numeral, as in `Heinrich XIII.`.
  static func isNumeral(_ word: some StringProtocol) -> Bool {
    let digits = word.hasSuffix(".") ? word.dropLast() : word[...]
    return !digits.isEmpty && digits.allSatisfy { "IVXLC".contains($0) }
  }

  private static let unknown: Set<String> = [
    "unbekannt", "unbekannter", "anonym", "anonyma", "anonymous", "anonymus", "anon", "unknown",
    "verfasser", "seen", "gesehen", "gefunden",
  ]
  private static let sayings = [
    "sprichwort", "sprichwörter", "spruch", "volksmund", "weisheit", "redensart", "bauernregel",
    "proverb", "saying", "graffiti", "graffito",
  ]
  private static let roles = [
    "loge", "login", "philosoph", "minister", "präsident", "president", "kanzler", "chef",
    "nachfahre", "dichter", "richter", "anwalt", "direktor", "director", "leiter", "sänger",
    "spieler", "schauspieler", "moderator", "entwickler", "lehrer", "general", "marschall",
    "bischof", "künstler", "physiker", "mathematiker", "chemiker", "ökonom", "arzt",
    "unternehmer", "manager", "wissenschaftler", "politiker", "gründer", "mitglied",
    "vorsitzende", "sprecher", "trainer", "regisseur", "feministin", "apostel", "erfinder",
    "journalist", "verleger", "komponist", "kabarettist", "publizist", "jurist", "stoiker",
    "wilddieb", "professor", "chairman", "editor", "founder", "professorin", "moderatorin",
    "schriftsteller", "soldat", "astronom", "literaturwerk", "bibelwort", "motto",
  ]
  /// Roles only with their land: `König Heinrich IV.` and `Der Kaiser und der Abt` are titles.
  private static let crowns: Set<String> = [
    "könig", "königin", "kaiser", "kaiserin", "kurfürst", "fürst", "papst", "king", "queen",
  ]
  private static let bodies: Set<String> = [
    "uni", "universität", "university", "fh", "tu", "institut", "institute", "firma", "college",
    "radio", "sun", "ibm", "microsoft", "porsche",
  ]
  private static let subjects = [
    "matik", "physik", "mechanik", "technik", "systeme", "wissenschaft", "wissenschaften", "kunde",
  ]
  private static let occasions: Set<String> = [
    "rede", "interview", "kampagne", "brief", "diskussion", "versprecher", "ansprache",
    "vortrag", "vorlesung", "wahlkampfrede", "thronrede", "speech", "letter",
  ]
  private static let ranks: Set<String> = [
    "earl", "duke", "prince", "princess", "lord", "lady", "baron", "baroness", "herzog",
    "herzogin", "graf", "gräfin", "fürst", "fürstin", "freiherr", "freifrau", "marquis", "vicomte",
    "comte", "count", "prinz", "prinzessin", "bishop", "king", "queen", "seigneur", "und",
  ]
  private static let degrees: Set<String> = [
    "jr", "jr.", "sr", "sr.", "ph.d", "ph.d.", "m.d", "m.d.", "esq", "esq.", "d.ä.", "d. ä.",
    "d.j.", "d. j.",
  ]
  private static let honorifics: Set<String> = ["sir", "dr.", "dr", "prof.", "prof", "professor"]
  private static let articles: Set<String> = ["der", "die", "das", "ein", "eine", "the", "a", "an"]
  private static let prepositions: Set<String> = [
    "in", "im", "am", "an", "auf", "aus", "bei", "beim", "zu", "zum", "zur", "über", "nach", "vor",
    "als", "anläßlich", "anlässlich", "während", "on", "about", "from", "to", "at", "upon",
    "during", "after", "when", "as", "commenting", "alias",
  ]
  private static let particles: Set<String> = [
    "von", "van", "vom", "und", "u", "and", "der", "den", "des", "die", "das", "de", "del", "della",
    "di", "da", "dos", "do", "du", "la", "le", "les", "zu", "zum", "zur", "y", "e", "of", "the",
    "a", "ten", "ter", "bin", "ibn", "ben", "al", "el", "genannt",
  ]
  private static let givenNames: Set<String> = [
    "Albert", "Anna", "Arthur", "Carl", "Charles", "Christian", "Elisabeth", "Ernst", "Erich",
    "Eva", "Franz", "Friedrich", "Fritz", "Georg", "George", "Gottfried", "Hans", "Heinrich",
    "Henry", "Hermann", "James", "Johann", "Johannes", "John", "Joseph", "Karl", "Kurt", "Ludwig",
    "Maria", "Marie", "Martin", "Max", "Oscar", "Otto", "Paul", "Peter", "Richard", "Robert",
    "Rudolf", "Thomas", "Tilly", "Walter", "Werner", "Wilhelm", "William", "Wolfgang",
  ]
}
