import ZitareBase

/// The configuration and the templates with which the Omega CGI shows the database.
///
/// Omega's own templates stem English, leave capitalised words as they are (every German noun) and
/// escape highlights twice.
struct OmegaFiles {
  /// Where the export is put in the end.
  let place: FilePath

  func write(into folder: FilePath) throws {
    try Files.write(unsynced: Array(configuration.utf8), to: folder.appending("omega.conf"))
    try Files.write(unsynced: Array(guide.utf8), to: folder.appending("README"))
    let templates = folder.appending("templates")
    try Files.makeFolder(unsynced: templates)
    for (name, text) in [
      ("query", OmegaTemplates.query), ("xml", OmegaTemplates.xml),
      ("opensearch", OmegaTemplates.opensearch), ("description", OmegaTemplates.description),
    ] {
      try Files.write(unsynced: Array(text.utf8), to: templates.appending(name))
    }
  }

  /// Nothing is logged: that would be a file of people's queries.
  private var configuration: String {
    """
    database_dir \(place)
    template_dir \(place.appending("templates"))
    log_dir \(place)
    cdb_dir \(place)

    """
  }

  private var guide: String {
    """
    A database for the Omega CGI (package xapian-omega), kept by `zitare export omega`.

    Let the web server call /usr/lib/cgi-bin/omega/omega with
      OMEGA_CONFIG_FILE=\(place.appending("omega.conf"))
    On the command line:
      OMEGA_CONFIG_FILE=\(place.appending("omega.conf")) /usr/lib/cgi-bin/omega/omega P=WORDS FMT=xml

    Forms (FMT): query (a page, the default), xml, opensearch (RSS) and description (for browsers).
    Words are stemmed in German, with LANG=en in English. The folder is replaced as a whole; keep
    nothing of your own in it.

    ---

    Eine Datenbank für das Omega-CGI (Paket xapian-omega), gepflegt von `zitare export omega`.

    Der Webserver ruft /usr/lib/cgi-bin/omega/omega mit der Umgebungsvariablen OMEGA_CONFIG_FILE wie
    oben auf. Formen (FMT): query (eine Seite, wenn nichts gesagt ist), xml, opensearch (RSS) und
    description (für Browser). Wörter werden deutsch gebeugt, mit LANG=en englisch. Der Ordner wird als
    Ganzes ersetzt; nichts Eigenes darin aufheben.

    """
  }
}
