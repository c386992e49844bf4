import TestSupport
import Testing
import ZitareBase
import ZitareSearch

/// What other programs on Xapian get wrong; `docs/search.md` has the rules.
@Suite("Traps of full text search")
struct SearchTrapTests {
  struct Trap: CustomTestStringConvertible {
    let language: String?
    let document: String
    let query: String
    let isFound: Bool
    var testDescription: String { "\(query) in \(document)" }

    init(_ language: String?, _ document: String, _ query: String, isFound: Bool = true) {
      self.language = language
      self.document = document
      self.query = query
      self.isFound = isFound
    }
  }

  @Test(
    "words that people take for the same meet, and others do not",
    arguments: [
      // Nouns are stemmed although they begin with a capital letter.
      Trap("de", "ewige Wahrheit", "Wahrheiten"), Trap("de", "EWIGE WAHRHEIT", "wahrheiten"),
      // ß, and ä, ö, ü in both spellings, by the stemmer of German and by terms elsewhere.
      Trap("de", "Ich hoffe, daß es gelingt", "\"dass es\""), Trap("de", "Masse", "Maße"),
      Trap("de", "Müller", "Mueller"), Trap("de", "Mueller", "Müller"),
      Trap("en", "as Schrödinger said", "Schroedinger"),
      Trap("en", "as Schroedinger said", "Schrödinger"),
      Trap("en", "as Schrödinger said", "schrodinger"), Trap(nil, "Übermut", "uebermut"),
      Trap("de", "ein neuer Bauer", "neue Bauern"), Trap("de", "Die Poesie", "Poesien"),
      Trap("de", "die Treue", "Trü", isFound: false),
      // Diacritics, decomposed letters, ligatures, compatibility forms.
      Trap("fr", "Abélard", "abelard"), Trap("de", "u\u{308}ber", "über"),
      Trap("es", "mañana", "man\u{303}ana"), Trap("en", "of\u{fb01}ce", "office"),
      Trap("fr", "cœur", "coeur"), Trap("fr", "coeur", "CŒUR"), Trap("da", "Søren", "soren"),
      Trap("pl", "Wałęsa", "walesa"), Trap("de", "Louis \u{216b}", "xii"),
      Trap("en", "half: ½", "1/2"), Trap("en", "half: 1/2", "½"), Trap("de", "５ Tage", "5"),
      // Signs that are not seen.
      Trap("de", "Frei\u{ad}heit", "Freiheit"), Trap("de", "Freiheit", "Frei\u{ad}heit"),
      Trap("de", "Frei\u{200b}heit", "Freiheit"), Trap("de", "zehn\u{a0}Tage", "Tage"),
      // Apostrophes and elided articles.
      Trap("en", "I don’t know", "don't"), Trap("en", "I don't know", "dont"),
      Trap("en", "I dont know", "don’t"), Trap("fr", "l’état", "état"),
      Trap("fr", "qu'il mange", "mange"), Trap("it", "un'altra", "altra"),
      Trap("en", "five o'clock", "oclock"), Trap("de", "Goethe's Werke", "Goethes"),
      // Hyphens.
      Trap("de", "E-Mail", "email"), Trap("de", "Email", "e-mail"), Trap("de", "e mail", "E-Mail"),
      Trap("de", "Goethe-Institut", "institut"), Trap("de", "so - oder so", "oder"),
      // Scripts without spaces.
      Trap("zh", "x 漢字 y", "漢字"), Trap("zh", "x 漢字 y", "x 漢字 y"), Trap("zh", "漢字", "字"),
      Trap("ja", "吾輩は猫である", "吾輩は猫"), Trap("zh", "千里之行", "里千", isFound: false),
      Trap("ko", "안녕하세요", "안녕"),
      // A phrase or word with signs in it.
      Trap("en", "at AT&T in Texas", "\"AT&T in\""), Trap("en", "R & D", "\"R & D\""),
      Trap("en", "number 1/2 of them", "\"1/2 of\""), Trap("en", "room a#1 there", "\"a#1 there\""),
      Trap("en", "written in C++ now", "C++"),
      Trap("de", "um 3,5 Prozent", "3,5"),
      // A word that is another one's stem, or that many texts have.
      Trap("fr", "Léa est là", "Léa"),
      Trap("de", "Der Mensch", "der"), Trap("en", "to be or not", "not to", isFound: true),
      // NEAR and ADJ count words.
      Trap("de", "eins zwei drei vier", "eins NEAR vier"),
      Trap("de", "eins 2 3 4 5 6 7 8 9 10 11 12 dreizehn", "eins NEAR dreizehn", isFound: false),
      Trap("de", "eins 2 3 4 5 6 7 8 9 10 11 12 dreizehn", "eins NEAR/14 dreizehn"),
      Trap("de", "vier drei", "drei ADJ vier", isFound: false),
      // Wildcards stand at the end of a word, outside of phrases.
      Trap("de", "Freiheit", "Frei*"), Trap("de", "Freiheit", "F*"),
      Trap("de", "Freiheit", "*heit", isFound: false),
      Trap("de", "die Freiheit", "\"die Frei*\"", isFound: false),
      // The longest words, and no letter at all.
      Trap(
        "de", "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
        "rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz"),
      // Longer than 64 bytes is no word to Xapian, which says nothing of it.
      Trap("de", String(repeating: "x", count: 64), String(repeating: "x", count: 64)),
      Trap(
        "de", String(repeating: "x", count: 65), String(repeating: "x", count: 65), isFound: false),
      Trap(
        "de", String(repeating: "ж", count: 33), String(repeating: "ж", count: 33), isFound: false),
      // A `?` ends a question.
      Trap("de", "Freiheit", "Freihei?", isFound: false),
      Trap("de", "Freiheit", "Frei?eit", isFound: false),
      Trap("de", "Was ist Freiheit", "Freiheit?"),
      // There are no synonyms.
      Trap("de", "das Auto", "Wagen", isFound: false),
      Trap("de", "das Auto", "~Wagen", isFound: false),
      Trap("de", "a\0b Mensch", "mensch"), Trap("de", "🙂 Mensch", "🙂", isFound: false),
    ])
  func trap(_ trap: Trap) throws {
    let fixture = try SearchFixture(trap.language, [trap.document, "Lorem ipsum"])
    let results = try fixture.index.reader().search(SearchQuery(trap.query))
    #expect(results.hits.map(\.key) == (trap.isFound ? ["0"] : []))
    if trap.isFound { #expect(results.notes.isEmpty) }
  }

  @Test("a document's own stemmer reads the query, also beside documents of other languages")
  func languages() throws {
    let fixture = try SearchFixture([
      SearchDocument(key: "en", text: "the gift died in war, running", language: "en"),
      SearchDocument(key: "de", text: "die Gift war rennend", language: "de"),
    ])
    for word in ["die", "war", "gift"] { #expect(try fixture.found(word) == ["de", "en"]) }
    #expect(try fixture.found("runs") == ["en"])
    #expect(try fixture.found("language:de war").isEmpty)
  }

  @Test("keys, values and words of any length and with NULs are taken in, committed and found")
  func extremes() throws {
    let keys = [
      String(repeating: "k", count: 5000), String(repeating: "\0", count: 130), "a\0b", "\0",
    ]
    let fixture = try SearchFixture(
      keys.map { key in
        SearchDocument(
          key: key, text: "wort \(String(repeating: "x", count: 400)) \0", language: "de",
          fields: ["slug": [key, ""], "theme": [String(repeating: "y", count: 300)]],
          stored: Array(repeating: 0, count: 100_000))
      })
    #expect(try fixture.found("wort") == keys.sorted())
    for key in keys {
      let query = SearchQuery(nil, filters: [SearchFilter("slug", anyOf: [key])])
      #expect(try fixture.keys(query) == [key])
    }
    #expect(try fixture.found(String(repeating: "x", count: 400)).isEmpty)
  }

  @Test("words of scripts without spaces are found in a field as in the text, more of them too")
  func unspacedFields() throws {
    let fixture = try SearchFixture([
      SearchDocument(
        key: "a", text: "text", language: "zh",
        fields: ["author": ["老子"], "theme": ["道德經"], "slug": ["漢字"]]),
      SearchDocument(key: "b", text: "老子 道德", language: "zh"),
    ])
    for text in ["author:老子", "author:老", "theme:道德經", "theme:道德", "slug:漢字", "author:\"老子\""] {
      #expect(try fixture.found(text) == ["a"], "\(text)")
    }
    #expect(try fixture.found("老子") == ["a", "b"])
    #expect(try fixture.found("theme:德道").isEmpty)
  }

  @Test("a megabyte of text, of a value or of data is taken in and given back whole")
  func megabytes() throws {
    let large = 1 << 20
    let text = (0..<large / 8).map { "wort\($0 % 1000)" }.joined(separator: " ")
    let value = String(repeating: "w", count: large)
    let stored = (0..<8 * large).map { UInt8(truncatingIfNeeded: $0) }
    var document = SearchDocument(
      key: "a", text: text, language: "de",
      fields: ["slug": [value], "theme": [text], "author": [value]], stored: stored)
    document.facets = ["theme": [value]]
    let fixture = try SearchFixture([document])
    let query = SearchQuery(
      "wort999 theme:wort1", filters: [SearchFilter("slug", anyOf: [value])])
    let hits = try fixture.index.reader().search(query).hits
    #expect(hits.map(\.key) == ["a"])
    #expect(hits.first?.stored == stored)
    #expect(try fixture.index.writer().verify().isSound)
  }
}
