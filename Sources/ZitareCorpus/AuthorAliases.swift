/// The one name under which an author is known who is written in several ways.
///
/// Covers surnames alone, abbreviated and full baptismal names and frequent misspellings of
/// Debian's fortune files. A surname stands for somebody only where nobody else is meant by it.
enum AuthorAliases {
  /// The canonical form of a name; the name itself where no other form is known.
  static func canonical(_ name: String) -> String { canonicalNames[Slug.name(name)] ?? name }

  /// Whether the whole text is a known name, even with words such as `zu` in it.
  static func knows(_ text: String) -> Bool { canonicalNames[Slug.name(text)] != nil }

  private static let canonicalNames: [String: String] = {
    var names: [String: String] = [:]
    for (canonical, variants) in table {
      for name in [canonical] + variants { names[Slug.name(name)] = canonical }
    }
    return names
  }()

  private static let table: [(canonical: String, variants: [String])] = germans + others

  private static let germans: [(canonical: String, variants: [String])] = [
    (
      "Adolph Knigge",
      ["Knigge", "Adolph von Knigge", "Adolf von Knigge", "Adolph Freiherr von Knigge"]
    ),
    ("Arthur Schopenhauer", ["Schopenhauer", "A. Schopenhauer"]),
    (
      "Bertolt Brecht", ["Brecht", "Bert Brecht", "Bertold Brecht", "Berthold Brecht", "B. Brecht"]
    ),
    ("Carl Friedrich Gauß", ["Gauß", "C. F. Gauß", "Karl Friedrich Gauß"]),
    ("Christian Morgenstern", ["Morgenstern"]),
    ("Dieter Hildebrandt", ["Dieter Hildebrand"]),
    ("Erich Kästner", ["Kästner"]),
    ("Ernst von Feuchtersleben", ["Ernst Freiherr von Feuchtersleben", "Feuchtersleben"]),
    ("Eugen Drewermann", ["Eugen Brewermann"]),
    ("Franz Liszt", ["Franz von Liszt"]),
    ("Franziska zu Reventlow", ["Franziska Gräfin zu Reventlow", "Franzsika Gräfin zu Reventlow"]),
    ("Friedrich Hebbel", ["Hebbel", "Christian Friedrich Hebbel"]),
    ("Friedrich Hölderlin", ["Hölderlin", "Johann Christian Friedrich Hölderlin"]),
    ("Friedrich II. der Große", ["Friedrich der Große", "Friedrich II. von Preußen"]),
    (
      "Friedrich Nietzsche",
      ["Nietzsche", "Friedrich Wilhelm Nietzsche", "F. Nietzsche", "Fr. Nietzsche"]
    ),
    (
      "Friedrich Schiller",
      ["Schiller", "Friedrich Johann Christoph Schiller", "Friedrich von Schiller", "F. Schiller"]
    ),
    ("Friedrich Schleiermacher", ["Friedrich Daniel Ernst Schleiermacher"]),
    ("Friedrich von Logau", ["Friedrich Logau"]),
    ("Georg Christoph Lichtenberg", ["Lichtenberg", "G. C. Lichtenberg", "G. Ch. Lichtenberg"]),
    ("Gerhard Schröder", ["Gerd Schröder"]),
    ("Gerhart Hauptmann", ["Gerhard Hauptmann"]),
    ("Gottfried Wilhelm Leibniz", ["Leibniz", "Gottfried Wilhelm von Leibniz"]),
    ("Gotthold Ephraim Lessing", ["Lessing", "G. E. Lessing"]),
    ("Hans Krailsheimer", ["Hans Krallsheimer"]),
    ("Hans Kudszus", ["Hans Kudzus"]),
    ("Heiner Geißler", ["Heinrich \"Heiner\" Geißler"]),
    ("Heinrich Heine", ["Heine"]),
    ("Heinz Erhardt", ["Heinz Erhard"]),
    ("Herbert Wehner", ["Herbert Wener"]),
    ("Immanuel Kant", ["Kant", "I. Kant"]),
    ("Jean Paul", ["Johann Paul Friedrich Richter", "Jean Paul Richter"]),
    ("Jeremias Gotthelf", ["Jeremies Gotthelf"]),
    ("Johann Jakob Wilhelm Heinse", ["Johann Jacob Wilhelm Heinse"]),
    (
      "Johann Wolfgang von Goethe",
      [
        "Goethe", "Johann Wolfgang Goethe", "J. W. v. Goethe", "J. W. von Goethe", "J. W. Goethe",
        "J.W. Goethe", "J.W. von Goethe", "J.W.v. Goethe", "Johann W. von Goethe",
        "Johann Wolfgang v. Goethe", "Wolfgang von Goethe",
      ]
    ),
    ("Joschka Fischer", ["Joseph \"Joschka\" Fischer"]),
    ("Karl Heinrich Waggerl", ["Heinrich Waggerl"]),
    ("Karl Marx", ["Marx", "K. Marx"]),
    ("Karl Popper", ["Karl Raimund Popper", "Popper"]),
    ("Karl-Theodor zu Guttenberg", []),
    ("Kurt Tucholsky", ["Tucholsky"]),
    ("Marcel Reich-Ranicki", ["Marcel Reich-Ranicky"]),
    ("Marie von Ebner-Eschenbach", ["Ebner-Eschenbach", "M. v. Ebner-Eschenbach"]),
    ("Matthias Claudius", ["Claudius"]),
    ("Oliver Hassencamp", ["Oliver Hassenkamp"]),
    ("Otto von Bismarck", ["Bismarck", "Otto von Bismark"]),
    ("Otto von Habsburg", ["Franz Josef Otto von Habsburg"]),
    ("Rudolf Scharping", ["Rudolph Scharping"]),
    ("Sigmund Freud", ["Freud", "Siegmund Freud"]),
    ("Theodor W. Adorno", ["Adorno", "Theodor Adorno"]),
    ("Walther Rathenau", ["Walter Rathenau"]),
    ("Wilhelm Busch", ["Busch"]),
    ("Willy Brandt", ["Willi Brandt"]),
  ]

  private static let others: [(canonical: String, variants: [String])] = [
    ("Albert Einstein", ["Einstein", "A. Einstein"]),
    ("Albert Schweitzer", ["Albert Schweizer"]),
    ("Alec Guinness", ["Alec Guinnes", "Alec Guiness"]),
    ("Alphonse de Lamartine", ["Alfonse Marie de Lamartine"]),
    ("Ambrose Bierce", ["Bierce", "Ambrose Gwinnet Bierce"]),
    ("Antoine de Saint-Exupéry", ["Saint-Exupéry", "Antoine de Saint-Exypery"]),
    ("Anton Tschechow", ["Anton Pawlowitsch Tschechow", "Tschechow"]),
    ("Aristoteles", ["Aristotle"]),
    ("Augustinus", ["Aurelius Augustinus", "Saint Augustine", "St. Augustine"]),
    ("Baltasar Gracián", ["Gracian", "Baltasar Gracián y Morales", "Baltasar Gracian y Morales"]),
    ("Bernard de Fontenelle", ["Bernard Le Bovier de Fontenelle"]),
    (
      "Bertrand Russell",
      ["Russell", "Bertrand A. W. Russell", "Bertrand A. W. Russel", "B. Russell"]
    ),
    ("Blaise Pascal", ["Pascal"]),
    ("Carmen Sylva", ["Sylva Carmen"]),
    ("Charlie Chaplin", ["Charles Chaplin"]),
    ("Cicero", ["Marcus Tullius Cicero"]),
    ("Dante Alighieri", ["Dante"]),
    ("Denis Diderot", ["Diderot"]),
    ("Epikur", ["Epikur von Samos", "Epicurus"]),
    ("Erasmus von Rotterdam", ["Desiderius Erasmus von Rotterdam", "Erasmus"]),
    ("Federico Fellini", ["Frederico Fellini"]),
    ("Fernando Pessoa", ["Fernando Antonio Nogueira de Seabra Pessoa"]),
    ("Fjodor Dostojewski", ["Fjodor Michailowitsch Dostojewski", "Fjodor M. Dostojewski"]),
    ("François Fénelon", ["Fénelon", "Francois Fenelon"]),
    (
      "François de La Rochefoucauld",
      [
        "La Rochefoucauld", "François de La Rochefoucault", "François Duc de La Rochefoucauld",
        "Francois de La Rochefoucauld",
      ]
    ),
    ("G. K. Chesterton", ["Gilbert Keith Chesterton", "Chesterton"]),
    (
      "George Bernard Shaw",
      ["Shaw", "G. B. Shaw", "G.B. Shaw", "George Bernhard Shaw", "Georg Bernhard Shaw"]
    ),
    ("George Santayana", ["George de Santayana", "Santayana"]),
    ("Georges Bernanos", ["Georges Bernandos"]),
    ("Graham Greene", ["Graham Henry Greene"]),
    ("Guy de Maupassant", ["Henri René Albert Guy de Maupassant"]),
    ("H. G. Wells", ["Herbert George Wells"]),
    ("H. L. Mencken", ["Henry Louis Mencken", "Mencken"]),
    ("Henry Kissinger", ["Henry A. Kissinger"]),
    ("Heraklit", ["Heraklit von Ephesus", "Heraclitus"]),
    ("Horaz", ["Quintus Flaccus Horaz", "Quintus Horatius Flaccus", "Horace"]),
    ("Jacques Tati", ["Jaques Tati"]),
    ("James Thurber", ["James Grover Thurber"]),
    ("Jane Fonda", ["Jane Seymour Fonda"]),
    ("Jean de La Bruyère", ["Jean de la Bruyère", "La Bruyère"]),
    ("Jean-Jacques Rousseau", ["Rousseau", "Jean-Jaques Rousseau", "Jean Jacques Rousseau"]),
    ("Jean-Paul Sartre", ["Sartre", "Jean Paul Sartre"]),
    ("John F. Kennedy", ["John Fitzgerald Kennedy", "John Kennedy"]),
    ("John Steinbeck", ["John Ernst Steinbeck"]),
    ("Julius Caesar", ["Gaius Julius Caesar", "Cäsar"]),
    ("Juvenal", ["Decimus Iunius Juvenal"]),
    ("Konfuzius", ["Confucius"]),
    ("Laotse", ["Lao-tse", "Lao Tse", "Lao Tzu"]),
    ("Leo Tolstoi", ["Leo Nikolajewitsch Tolstoi", "Leo Nikolajewitsch Tolstoj", "Tolstoi"]),
    ("Linus Pauling", ["Linus Carl Pauling"]),
    ("Lord Byron", ["Byron", "George Gordon Byron", "George Gordon Noel Byron"]),
    ("Mark Aurel", ["Marc Aurel", "Marcus Aurelius"]),
    ("Mark Twain", ["Twain"]),
    ("Marshall McLuhan", ["Herbert Marshall McLuhan"]),
    (
      "Michel de Montaigne",
      ["Montaigne", "Michel Eyquem de Montaigne", "Michel Evquem Seigneur de Montaigne"]
    ),
    ("Miguel de Cervantes", ["Miguel de Cervantes Saavedra", "Miguel de Cervantes de Saavedra"]),
    ("Molière", ["Jean Baptiste Molière"]),
    (
      "Montesquieu",
      ["Charles-Louis de Montesquieu", "Charles-Louis Baron de Montesquieu"]
    ),
    ("Napoleon Bonaparte", ["Napoleon", "Napoleon I.", "Napoleon I. Bonaparte"]),
    ("Nicolas Chamfort", ["Nicolas Sébastien de Chamfort", "Chamfort"]),
    ("Oscar Wilde", ["Wilde", "Oskar Wilde", "O. Wilde"]),
    ("Ovid", ["Publius Ovidius Naso"]),
    ("Pedro Calderón de la Barca", ["Pedro Calderon de la Barca", "Pedro Calder¢n de la Barca"]),
    ("Peter Ustinov", ["Ustinov"]),
    ("Platon", ["Plato"]),
    ("Plautus", ["Titus Maccius Plautus"]),
    ("Quintilian", ["Marcus Fabius Quintilian", "Marcus Fabius Quintilianus"]),
    ("Rabindranath Tagore", ["Ranbindranath Tagore", "Tagore"]),
    ("Ralph Waldo Emerson", ["Emerson", "Ralf Waldo Emerson"]),
    ("Robert A. Heinlein", ["Robert Anson Heinlein", "Heinlein"]),
    ("Robert Frost", ["Robert Lee Frost"]),
    ("Rudyard Kipling", ["Kipling", "Joseph Rudyard Kipling"]),
    ("Rémy de Gourmont", ["Rémy de Gourmant"]),
    ("Salvador Dalí", ["Salvador Dali", "Salvatore Dali", "Dali"]),
    ("Samuel Coleridge", ["Samuel Taylor Coleridge"]),
    ("Seneca", ["Lucius Annaeus Seneca"]),
    ("Sokrates", ["Socrates"]),
    ("Stanisław Jerzy Lec", ["Stanislaw Jerzy Lec", "Stanislaw Lec"]),
    ("Søren Kierkegaard", ["Kierkegaard"]),
    ("T. S. Eliot", ["Thomas Stearns Eliot", "Thomas Stearns Elliot"]),
    ("Tacitus", ["Publius Cornelius Tacitus"]),
    ("Theodore Roosevelt", ["Theodor Roosevelt"]),
    ("Thornton Wilder", ["Thornton Niven Wilder"]),
    ("Vauvenargues", ["Luc de Clapiers Vauvenargues"]),
    ("Vergil", ["Virgil"]),
    ("Victor Hugo", ["Victor Marie Hugo", "Hugo"]),
    ("Voltaire", ["François Marie Voltaire"]),
    ("Wieslaw Brudzinski", ["Wieslaw Brudzinzki", "Wielaw Brudzinski"]),
    ("William Shakespeare", ["Shakespeare", "Wm. Shakespeare", "W. Shakespeare"]),
    ("Winston Churchill", ["Churchill", "Winston Spencer Churchill"]),
  ]
}
