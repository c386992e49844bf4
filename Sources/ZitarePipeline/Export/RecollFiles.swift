import ZitareBase
import ZitareSearch

/// The files beside the database that tell Recoll of it.
struct RecollFiles {
  /// Where the export is put in the end.
  let place: FilePath

  func write(into folder: FilePath) throws {
    try Files.write(unsynced: Array(fields.utf8), to: folder.appending("fields"))
    try Files.write(unsynced: Array(backends.utf8), to: folder.appending("backends"))
    try Files.write(unsynced: Array(Self.fetch.utf8), to: folder.appending("fetch"), mode: 0o755)
    try Files.write(unsynced: Array(Self.sign.utf8), to: folder.appending("sign"), mode: 0o755)
    try Files.write(unsynced: Array(guide.utf8), to: folder.appending("README"))
  }

  private var database: FilePath { place.appending(SharedExport.database) }

  /// Names for parts of queries, such as `theme:liebe`, and the stored record.
  private var fields: String {
    let prefixes = SharedDocument.valuePrefixes.sorted { $0.key < $1.key }
      .map { "\($0) = \($1) ; pfxonly = 1 ; noterms = 1\n" }.joined()
    return "[prefixes]\n\(prefixes)\n[stored]\njson =\n"
  }

  /// How Recoll gets at what it shows, since quotations are no files.
  private var backends: String {
    """
    [\(SharedDocument.quotations)]
    fetch = \(place.appending("fetch"))
    makesig = \(place.appending("sign"))

    """
  }

  /// Recoll calls it with the document's name, address and inner path.
  private static let fetch = "#!/bin/sh\nexec zitare show -- \"$1\"\n"
  /// What is shown is always current.
  private static let sign = "#!/bin/sh\nexit 0\n"

  private var guide: String {
    """
    An external index for Recoll, kept by `zitare export recoll`.

    Search in it from the command line:

      recollq -i \(database) WORDS

    In the window: Preferences, External index dialog, add
      \(database)
    or set RECOLL_EXTRA_DBS and RECOLL_ACTIVE_EXTRA_DBS to it; recollq ignores both.

    For theme:, source:, place:, role:, epoch: and language: in queries, for the field `json` and
    for previews, add `fields` and `backends` to the files of the same names in ~/.recoll:

      cat \(place.appending("fields")) >> ~/.recoll/fields
      cat \(place.appending("backends")) >> ~/.recoll/backends

    Never make it Recoll's main index (dbdir): recollindex would remove all that it has not found
    itself. Recoll refuses it there, since it lacks the mark of Recoll's own version; only
    recollindex -z would empty it, and the next export makes it anew.

    The folder is replaced as a whole; keep nothing of your own in it.

    ---

    Ein externer Index für Recoll, gepflegt von `zitare export recoll`.

    Suche auf der Kommandozeile:

      recollq -i \(database) WÖRTER

    Im Fenster: Einstellungen, Externer Index, hinzufügen:
      \(database)
    oder RECOLL_EXTRA_DBS und RECOLL_ACTIVE_EXTRA_DBS darauf setzen; recollq beachtet beide nicht.

    Für theme:, source:, place:, role:, epoch: und language: in Anfragen, für das Feld `json` und für
    die Vorschau `fields` und `backends` an die gleichnamigen Dateien in ~/.recoll anhängen (siehe
    oben).

    Niemals als Hauptindex (dbdir) verwenden: recollindex würde alles entfernen, was es nicht selbst
    gefunden hat. Recoll lehnt ihn dort ab, weil ihm das Zeichen von Recolls eigener Fassung fehlt;
    nur recollindex -z würde ihn leeren, und der nächste Export macht ihn neu.

    Der Ordner wird als Ganzes ersetzt; nichts Eigenes darin aufheben.

    """
  }
}
