import ZitareBase

/// The file beside the search index that says how it is read.
enum XapianFiles {
  static let database = "quotations.xapian"

  static func write(into folder: FilePath) throws {
    try Files.write(unsynced: Array(guide.utf8), to: folder.appending("README"))
  }

  private static let guide = """
    The search index of zitare as one file, kept by `zitare export xapian`.

      quest -d \(database) -s german2 --prefix=author:A --prefix=theme:K --boolean-prefix=language:L WORDS
      xapian-delve \(database)

    Words are folded: lower case, without diacritics, ß as ss. quest does not stem a word that begins
    with a capital letter: write nouns small, too. A document's data is a digest of 16 hexadecimal
    digits, the length of its key in bytes, a colon and the key, ORIGIN:SLUG. The file cannot be
    written to; zitare-export.json has its SHA-256. The folder is replaced as a whole; keep nothing of
    your own in it.

    ---

    Der Suchindex von zitare als eine Datei, gepflegt von `zitare export xapian`.

    Wörter sind gefaltet: Kleinbuchstaben, ohne diakritische Zeichen, ß als ss. quest stemmt Wörter mit
    großem Anfangsbuchstaben nicht: auch Hauptwörter klein schreiben. Die Daten eines Dokuments sind eine
    Prüfsumme aus 16 Hexadezimalziffern, die Länge seines Schlüssels in Bytes, ein Doppelpunkt und der
    Schlüssel, HERKUNFT:KÜRZEL. In die Datei kann nicht geschrieben werden; zitare-export.json nennt
    ihre SHA-256. Der Ordner wird als Ganzes ersetzt; nichts Eigenes darin aufheben.

    """
}
