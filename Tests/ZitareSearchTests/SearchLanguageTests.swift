import Testing
import ZitareSearch

@Suite("Words of one language meet whatever their spelling")
struct SearchLanguageTests {
  struct Case: CustomTestStringConvertible {
    let language: String?
    let document: String
    let query: String
    var testDescription: String { "\(query) in \(document)" }

    init(_ language: String?, _ document: String, _ query: String) {
      self.language = language
      self.document = document
      self.query = query
    }
  }

  @Test(
    "a query finds the document in which its word is spelled or inflected otherwise",
    arguments: [
      Case("de", "Man muß wissen, daß es so ist", "dass"),
      Case("de", "Man muss wissen, dass es so ist", "daß"),
      Case("de", "Ich weiß, daß es so ist", "\"dass es\""),
      Case("de", "Die Straße", "Strasse"), Case("de", "Die Strasse", "STRASSE"),
      Case("de", "DIE STRASSE", "straße"), Case("de", "Straßen", "Straße"),
      Case("de", "Wahre Größe", "groesse"), Case("de", "Wahre Groesse", "größe"),
      Case("de", "Wahre Größe", "GRÖSSE"),
      Case("de", "Die Wahrheit", "Wahrheiten"), Case("de", "Viele Wahrheiten", "wahrheit"),
      Case("de", "Viele Wahrheiten", "wahrheiten"), Case("de", "Wahrheiten", "Wahrheit"),
      Case("de", "ein neuer Tag", "neue"), Case("de", "die Bauern", "Bauer"),
      Case("de", "Poesie", "poesien"), Case("de-AT", "Viele Wahrheiten", "Wahrheit"),
      Case("de", "\u{fc}ber allen Gipfeln", "u\u{308}ber"),
      Case("de", "u\u{308}ber allen Gipfeln", "\u{fc}ber"),
      Case("fr", "Pierre Abélard", "Abelard"), Case("fr", "Pierre Abelard", "Abélard"),
      Case("de", "per E-Mail", "email"), Case("de", "eine Email", "E-Mail"),
      Case("de", "per E-Mail", "E-Mail"), Case("de", "per E-Mail", "mail"),
      Case("de", "die E\u{2011}Mail", "e-mail"), Case("de", "E-Mails", "email"),
      Case("fr", "l’état c’est moi", "état"), Case("fr", "les états", "l'état"),
      Case("fr", "l’état", "L'ETAT"), Case("fr", "l'état c'est moi", "\"l’état c’est\""),
      Case("it", "dell'arte", "arte"), Case("en", "I don’t know", "don't"),
      Case("en", "he was running", "run"), Case("en", "to run", "RUNNING"),
      Case("de", "Frei\u{ad}heit", "freiheit"), Case("de", "der E\u{fb00}ekt", "effekt"),
      Case("zh", "学而时习之不亦说乎", "不亦说乎"), Case("zh", "学而时习之", "习"),
      Case("ja", "吾輩は猫である", "猫"), Case("zh", "Laozi 千里之行 said", "laozi 千里 said"),
      Case("zh", "Laozi说千里", "laozi千里"), Case("ja", "がんばる", "がん"),
      Case("ru", "Всё течёт", "все"), Case(nil, "Ubuntu", "UBUNTU"),
      Case("xx", "Esperanto", "esperanto"),
    ])
  func meets(example: Case) throws {
    let fixture = try SearchFixture(example.language, [example.document, "Lorem ipsum"])
    let results = try fixture.index.reader().search(SearchQuery(example.query))
    #expect(results.hits.map(\.key) == ["0"])
    #expect(results.notes.isEmpty)
  }

  @Test("a word is stemmed for each document as that document's language demands")
  func mixedLanguages() throws {
    let fixture = try SearchFixture([
      SearchDocument(key: "en", text: "he was running to war", language: "en"),
      SearchDocument(key: "de", text: "es war einmal, sie rannten", language: "de"),
      SearchDocument(key: "none", text: "running war"),
    ])
    #expect(try fixture.found("war") == ["de", "en", "none"])
    #expect(try fixture.found("run") == ["en"])
    #expect(try fixture.found("war -run") == ["de", "none"])
  }
}
