import Testing

@testable import ZitareCorpus

struct FortuneAttributionTests {
  typealias Case = (line: String, expected: FortuneAttribution)

  static let forms: [Case] = [
    ("Jean Paul", .init(author: "Jean Paul")),
    // A parenthesis with life dates, a profession or a real name is a note.
    ("Giordano Bruno (1548-1600)", .init(author: "Giordano Bruno", note: "1548-1600")),
    (
      "Aristoteles, 384-322 v. Chr.", .init(author: "Aristoteles", note: "384-322 v. Chr.")
    ),
    ("Hans Arndt (dt. Dichter, *1911)", .init(author: "Hans Arndt", note: "dt. Dichter, *1911")),
    ("Klaus Berger (Theologe)", .init(author: "Klaus Berger", note: "Theologe")),
    (
      "Mark Twain (eigl. Samuel Clemens), 1878",
      .init(author: "Mark Twain", year: 1878, note: "eigl. Samuel Clemens")
    ),
    (
      "Bettina (eig. Anna Elisabeth) von Arnim, Tagebuch",
      .init(author: "Bettina von Arnim", source: "Tagebuch", note: "eig. Anna Elisabeth")
    ),
    // A title is the source; what is dated with it gives the year.
    ("Blaise Pascal (Pensées)", .init(author: "Blaise Pascal", source: "Pensées")),
    (
      "Euripides (Hekabe, 580-406 v. Chr.)",
      .init(author: "Euripides", source: "Hekabe", note: "580-406 v. Chr.")
    ),
    (
      "Albert Speer (Spandauer Tagebücher, 1949)",
      .init(author: "Albert Speer", source: "Spandauer Tagebücher", year: 1949)
    ),
    (
      "Leo Tolstoi (Tagebücher 1906)",
      .init(author: "Leo Tolstoi", source: "Tagebücher", year: 1906)
    ),
    (
      "Johann Herder (Journal meiner Reise im Jahr 1769)",
      .init(author: "Johann Herder", source: "Journal meiner Reise im Jahr 1769")
    ),
    (
      "Friedrich Nietzsche (Menschliches, Allzumenschliches)",
      .init(author: "Friedrich Nietzsche", source: "Menschliches, Allzumenschliches")
    ),
    (
      "Johann Wolfgang von Goethe (Faust I / Mephisto)",
      .init(author: "Johann Wolfgang von Goethe", source: "Faust I", note: "Mephisto")
    ),
    (
      "Goethe, Maximen und Reflexionen, Nr. 1001",
      .init(
        author: "Johann Wolfgang von Goethe", source: "Maximen und Reflexionen", note: "Nr. 1001")
    ),
    (
      "Jack Handey, The New Mexican, 1988.",
      .init(author: "Jack Handey", source: "The New Mexican", year: 1988)
    ),
    ("Terry Pratchett, \"Eric\"", .init(author: "Terry Pratchett", source: "Eric")),
    (
      "Spock, \"Shore Leave\", stardate 3025.2",
      .init(author: "Spock", source: "Shore Leave", note: "stardate 3025.2")
    ),
    (
      "Monty Python: Das Leben des Brian\"",
      .init(author: "Monty Python", source: "Das Leben des Brian")
    ),
    ("Frank Herbert - Dune Messiah", .init(author: "Frank Herbert", source: "Dune Messiah")),
    // Letters, speeches and days are notes with a year.
    (
      "Goethe (an Schiller, 14. Okt. 1797)",
      .init(author: "Johann Wolfgang von Goethe", year: 1797, note: "an Schiller, 14. Okt. 1797")
    ),
    (
      "Günter Jauch am 10.2.99 in Stern TV",
      .init(author: "Günter Jauch", year: 1999, note: "am 10.2.99 in Stern TV")
    ),
    ("Konrad Adenauer (1956)", .init(author: "Konrad Adenauer", year: 1956)),
    (
      "Heinz Kunze über Privatsender", .init(author: "Heinz Kunze", note: "über Privatsender")
    ),
    // Ranks, degrees and epithets belong to the name, offices and forms of address do not.
    ("Oliver Wendell Holmes, Jr.", .init(author: "Oliver Wendell Holmes, Jr.")),
    ("Charles, Prince of Wales", .init(author: "Charles, Prince of Wales")),
    (
      "Papst Gregor I., der Große (um 540 - 12. März 604)",
      .init(author: "Papst Gregor I., der Große", note: "um 540 - 12. März 604")
    ),
    ("Sir Peter Ustinov", .init(author: "Peter Ustinov")),
    (
      "CDU-Vorsitzende Angela Merkel zum Irak-Krieg 2003",
      .init(author: "Angela Merkel", year: 2003, note: "CDU-Vorsitzende; zum Irak-Krieg 2003")
    ),
    ("Franziska Gräfin zu Reventlow", .init(author: "Franziska zu Reventlow")),
    ("Lippmann, Walter", .init(author: "Walter Lippmann")),
    (
      "Douglas Adams, John Lloyd (\"Der tiefere Sinn des Labenz\")",
      .init(author: "Douglas Adams, John Lloyd", source: "Der tiefere Sinn des Labenz")
    ),
    // Channels and newsgroups are sources, addresses are notes.
    ("banshee auf #LinuxGER", .init(author: "banshee", source: "#LinuxGER")),
    ("#Artis", .init(source: "#Artis")),
    (
      "Heiko Schlichting in de.admin.misc",
      .init(author: "Heiko Schlichting", source: "de.admin.misc")
    ),
    ("Jörg P. <p@example.org>", .init(author: "Jörg P.", note: "p@example.org")),
    // Proverbs and unknown authors have none.
    ("Unbekannt", .init()),
    ("Anonymous", .init()),
    ("Chinesisches Sprichwort", .init(note: "Chinesisches Sprichwort")),
    ("Chinese proverb", .init(note: "Chinese proverb")),
    ("aus China", .init(note: "aus China")),
    ("Volksmund", .init(note: "Volksmund")),
    // Marked as somebody else's by a collection.
    (
      "Aladin (Marc-Uwe Kling: Falsch zugeordnete Zitate; eigentlich Karl Marx)",
      .init(
        author: "Aladin", source: "Falsch zugeordnete Zitate",
        note: "Marc-Uwe Kling: Falsch zugeordnete Zitate; eigentlich Karl Marx")
    ),
  ]

  @Test("an attribution is read as author, source, year and note", arguments: forms)
  func form(line: String, expected: FortuneAttribution) {
    #expect(FortuneAttribution(parsing: line) == expected)
  }

  @Test(
    "names in short, full or misspelled form are one author",
    arguments: [
      "Goethe", "J. W. v. Goethe", "J.W. von Goethe", "Johann Wolfgang Goethe",
      "Johann Wolfgang von Goethe",
    ])
  func alias(name: String) {
    #expect(AuthorAliases.canonical(name) == "Johann Wolfgang von Goethe")
  }

  @Test("a name without other forms stays as it is")
  func noAlias() {
    #expect(AuthorAliases.canonical("Hermann Josef Abs") == "Hermann Josef Abs")
  }

  @Test(
    "whatever stands in an attribution, reading it ends",
    arguments: [
      "", " ", "-", ",", ",,,", "()", "((((", "))))", "(", ")", "\"", "\"\"", "„“", ", , (", "( )",
      "--", "a,", "(a", "a)", "[a", "Nr.", "1999", "99999999999999999999999", "12.13.2014", ". . .",
      "<", "<>", "a <", "@", "#", ": ", " - ", "a: ", "von", "in", "in in in", "Prof.", "Dr.",
      "Sir",
      "(1-2)", "*", "?-?", "\u{202e}rtl", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 (𝟙𝟡𝟡𝟡)", "٣٤٥٦", "eig.", "alias",
      "Aus \"x\" von",
    ])
  func odd(text: String) {
    let attribution = FortuneAttribution(parsing: text)
    #expect(attribution.author != "")
    #expect(attribution.source != "")
  }
}

struct FortuneTailTests {
  @Test("wrapped lines belong to the attribution, what is below it is a remark")
  func wrapped() throws {
    let lines = [
      "Text", "\t\t-- Karen Donfried (Leiterin German Marshall Fund of the",
      "\t\t   United States)", "Eine Anmerkung", "in zwei Zeilen", "", "[noch eine]",
    ]
    let tail = try #require(FortuneTail(of: lines))
    #expect(tail.index == 1)
    #expect(
      tail.attribution == "Karen Donfried (Leiterin German Marshall Fund of the United States)")
    #expect(tail.remarks == ["Eine Anmerkung in zwei Zeilen", "[noch eine]"])
  }

  @Test(
    "two hyphens or a dash lead an attribution",
    arguments: ["-- Ada", "\t\t--Ada", "— Ada", "  – Ada", "\t\t― Ada", "\t\t- Ada", "\t\t-- Ada"])
  func dashes(line: String) {
    #expect(FortuneTail(of: ["Text", line])?.attribution == "Ada")
  }

  @Test(
    "a line of dialogue, a table or an arrow is no attribution",
    arguments: [
      "- Ada", "--- Ada", "--> Ada", "------", "-- ", "--",
      "\t-- I'm going downtown to try gloves.",
      "-- No?", "-- $40,000.\"", "-- THE ELEVATORS ARE OUT OF ORDER --",
      "\t\t-- hatte wohl wer große Angst vorm Rückschlag",
      "-- Missiles of ligneous consistency have the potential of fracturing",
    ])
  func dialogue(line: String) {
    #expect(FortuneTail(of: ["Text", line]) == nil)
  }

  @Test("a record that begins with a dash has no attribution")
  func first() {
    #expect(FortuneTail(of: ["-- Ada", "Text"]) == nil)
    #expect(FortuneTail(of: ["", "-- Ada"]) == nil)
    #expect(FortuneTail(of: []) == nil)
  }
}
