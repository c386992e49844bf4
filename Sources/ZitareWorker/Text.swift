import ZitareService

/// The texts of this program that people read.
enum Text: MessageTable {
  case summary, sectionRead, sectionContribute, sectionOperate, originOption
  case todaySummary, todayDate, todayFormat, todayLength, todayWrap, todayEscape, todayStrict
  case todayWrapRange, todayNoLength, todayOnlyText, todayNothing, watchSummary, watchFormat
  case showSummary, showThemes, showPlaces, showRoles, showEpoch, showLanguage, aboutSummary,
    aboutLicence, aboutPeers, aboutImprint, aboutPrivacy, aboutTerms, bareSummary, bareHints
  case refreshSummary, refreshAccept
  case renderSummary, deliverSummary, snapshotSummary, snapshotBuildSummary, snapshotOutput
  case snapshotNoOutput, snapshotBuilt, probeSummary
  case unknownQuote, noCorpus, noIndex
  case checkCorpus, checkIndexMissing, checkIndexUnusable, checkIndexCurrent, checkIndexBehind
  case checkPayloadMissing, checkPayload, checkPayloadStale, checkNoSubmissions
  case checkNameCorpus, checkNameIndex, checkNamePayload, checkNameSubmissions

  var message: Message {
    switch self {
    case .summary:
      Message(
        english: "keeps quotations at hand: offline, searchable, one a day",
        german: "hält Zitate bereit: offline, durchsuchbar, eines am Tag")
    case .sectionRead: Message(english: "Read", german: "Lesen")
    case .sectionContribute: Message(english: "Contribute", german: "Beitragen")
    case .sectionOperate: Message(english: "Operate", german: "Betreiben")
    case .originOption:
      Message(
        english: "Takes quotations from here, for this call: https://…, file:PATH, fortune:PATH.",
        german: "Nimmt für diesen Aufruf Zitate von hier: https://…, file:PFAD, fortune:PFAD.")
    case .todaySummary:
      Message(english: "Prints the quotation of the day.", german: "Gibt das Zitat des Tages aus.")
    case .todayDate: Message(english: "Of another day.", german: "Das eines anderen Tages.")
    case .todayFormat:
      Message(
        english: "The form of one panel or reader; text without it.",
        german: "Die Form für eine Leiste oder ein Programm; ohne sie text.")
    case .todayLength:
      Message(
        english: "How much of it, where a panel is narrow: at most 60 or 120 characters, or all.",
        german:
          "Wie viel davon, wo eine Leiste schmal ist: höchstens 60 oder 120 Zeichen oder alles.")
    case .todayWrap:
      Message(
        english: "Breaks text into lines of so many columns, 20 to 1000.",
        german: "Bricht text in Zeilen von so vielen Spalten um, 20 bis 1000.")
    case .todayEscape:
      Message(
        english: "Escapes text for a reader that takes some characters for commands.",
        german: "Maskiert text für ein Programm, das manche Zeichen für Befehle hält.")
    case .todayStrict:
      Message(
        english: "Ends with 69 and prints nothing where there is no quotation.",
        german: "Endet mit 69 und gibt nichts aus, wenn es kein Zitat gibt.")
    case .todayWrapRange:
      Message(
        english: "--wrap takes 20 to 1000 columns.", german: "--wrap nimmt 20 bis 1000 Spalten.")
    case .todayNoLength:
      Message(
        english: "--length has no meaning for --format {format}.",
        german: "--length hat bei --format {format} keine Bedeutung.")
    case .todayOnlyText:
      Message(
        english: "{option} is for --format text; every other format escapes for its reader.",
        german: "{option} ist für --format text; jede andere Form maskiert für ihr Programm.")
    case .todayNothing:
      Message(
        english: "There is no quotation to show: {text}", german: "Es gibt kein Zitat: {text}")
    case .watchSummary:
      Message(
        english: "Prints the quotation of the day, and again at every change.",
        german: "Gibt das Zitat des Tages aus, und neu bei jeder Änderung.")
    case .watchFormat:
      Message(
        english: "The form of one panel that follows lines; text without it.",
        german: "Die Form für eine Leiste, die Zeilen folgt; ohne sie text.")
    case .showSummary:
      Message(
        english: "Prints one quotation with all that is known of it.",
        german: "Gibt ein Zitat mit allem aus, was darüber bekannt ist.")
    case .showThemes: Message(english: "Themes: {names}", german: "Themen: {names}")
    case .showPlaces: Message(english: "Places: {names}", german: "Orte: {names}")
    case .showRoles: Message(english: "Roles: {names}", german: "Rollen: {names}")
    case .showEpoch: Message(english: "Epoch: {names}", german: "Epoche: {names}")
    case .showLanguage: Message(english: "Language: {names}", german: "Sprache: {names}")
    case .aboutSummary:
      Message(
        english: "Prints versions, the licence, legal pages and who is spoken to.",
        german: "Gibt Versionen, Lizenz, Rechtliches und die Gegenstellen aus.")
    case .aboutLicence:
      Message(
        english: "The sources are under the MIT licence; this program is linked with Xapian and "
          + "distributed under GPL-2.0-or-later. It comes without any warranty.",
        german: "Die Quellen stehen unter der MIT-Lizenz; dieses Programm ist mit Xapian gebunden "
          + "und steht unter GPL-2.0-or-later. Es kommt ohne jede Gewähr.")
    case .aboutPeers:
      Message(
        english:
          "It speaks to its origins and to the servers for submissions and logins, to nobody "
          + "else:",
        german: "Es spricht mit seinen Quellen und den Servern für Einsendungen und Anmeldungen, "
          + "sonst mit niemandem:")
    case .aboutImprint: Message(english: "Imprint: {page}", german: "Impressum: {page}")
    case .aboutPrivacy: Message(english: "Privacy: {page}", german: "Datenschutz: {page}")
    case .aboutTerms: Message(english: "Terms: {page}", german: "Nutzungsbedingungen: {page}")
    case .bareSummary:
      Message(
        english: "Prints the quotation of the day and what to try next.",
        german: "Gibt das Zitat des Tages aus und was man als Nächstes versuchen kann.")
    case .bareHints:
      Message(
        english: "zitare search WORDS finds quotations, zitare run brings everything up to date,\n"
          + "zitare help shows all commands.",
        german: "zitare search WÖRTER findet Zitate, zitare run bringt alles auf den neuesten "
          + "Stand,\nzitare help zeigt alle Befehle.")
    case .refreshSummary:
      Message(
        english: "Asks the origins for news and forgets those the configuration file has dropped.",
        german: "Fragt die Quellen nach Neuem und vergisst, was nicht mehr konfiguriert ist.")
    case .refreshAccept:
      Message(
        english: "Takes a snapshot in that was refused as older, smaller or miscounted.",
        german: "Nimmt einen Stand an, der als älter, kleiner oder falsch gezählt abgelehnt wurde.")
    case .renderSummary:
      Message(
        english: "Brings the panel files up to date.",
        german: "Bringt die Dateien für Leisten auf den neuesten Stand.")
    case .deliverSummary:
      Message(
        english: "Sends pending submissions now.",
        german: "Sendet wartende Einsendungen jetzt.")
    case .snapshotSummary:
      Message(english: "Snapshots of a corpus.", german: "Abzüge einer Sammlung.")
    case .snapshotBuildSummary:
      Message(
        english: "Turns the origins into a folder that any web server can serve.",
        german: "Macht aus den Quellen einen Ordner, den jeder Webserver ausliefern kann.")
    case .snapshotOutput: Message(english: "The folder.", german: "Der Ordner.")
    case .probeSummary:
      Message(
        english: "Asks an origin what it offers, without taking anything in.",
        german: "Fragt eine Quelle, was sie bietet, ohne etwas zu übernehmen.")
    case .snapshotNoOutput:
      Message(english: "say where to: --output FOLDER", german: "sagen, wohin: --output ORDNER")
    case .snapshotBuilt:
      Message(
        english: "{count} {count|quotation|quotations} in {folder}",
        german: "{count} {count|Zitat|Zitate} in {folder}")
    case .noIndex:
      Message(
        english: "{reason}; zitare index builds it",
        german: "{reason}; zitare index baut ihn")
    case .checkCorpus:
      Message(
        english: "{count} {count|quotation|quotations} of {origins} {origins|origin|origins}",
        german: "{count} {count|Zitat|Zitate} aus {origins} {origins|Quelle|Quellen}")
    case .checkIndexMissing:
      Message(
        english: "there is none; zitare index builds it",
        german: "es gibt keinen; zitare index baut ihn")
    case .checkIndexUnusable:
      Message(
        english: "cannot be used ({reason}); zitare index builds it anew",
        german: "nicht brauchbar ({reason}); zitare index baut ihn neu")
    case .checkIndexCurrent:
      Message(
        english: "{count} {count|document|documents}, current",
        german: "{count} {count|Dokument|Dokumente}, aktuell")
    case .checkIndexBehind:
      Message(
        english: "{count} {count|document|documents}, behind the corpus",
        german: "{count} {count|Dokument|Dokumente}, hinter der Sammlung zurück")
    case .checkPayloadMissing:
      Message(
        english: "there is none; zitare render makes it",
        german: "es gibt keine; zitare render macht sie")
    case .checkPayload:
      Message(english: "right until {date}", german: "richtig bis {date}")
    case .checkPayloadStale:
      Message(
        english: "ended on {date}; zitare render renews it",
        german: "endete am {date}; zitare render erneuert sie")
    case .checkNameCorpus: Message(english: "corpus", german: "Sammlung")
    case .checkNameIndex: Message(english: "index", german: "Suchindex")
    case .checkNamePayload: Message(english: "payload", german: "Leistendatei")
    case .checkNameSubmissions: Message(english: "submissions", german: "Einsendungen")
    case .checkNoSubmissions: Message(english: "none", german: "keine")
    case .unknownQuote:
      Message(
        english: "there is no quotation, author, theme or source {slug}",
        german: "es gibt kein Zitat, keinen Autor, kein Thema und keine Quelle {slug}")
    case .noCorpus:
      Message(
        english: "there are no quotations yet; zitare run fetches them",
        german: "es gibt noch keine Zitate; zitare run holt sie")
    }
  }
}
