import ZitareService

/// The texts of searching that people read.
enum SearchText: MessageTable {
  case summary, limit, page, offset, sort, reverse, language, facets, similar, typing, total,
    explain, format, offline, limitRange, pageRange
  case suggestSummary, suggestLimit, suggestRange
  case noHits, remoteHit, remoteFailed
  case notePlainWords, noteCorrected, noteDidYouMean, noteAnyWord, noteSomeWords, noteShortened,
    noteWildcard,
    noteNumber, noteMissing
  case facetAuthor, facetTheme, facetSource, facetLanguage, facetEpoch, facetRest
  case explainTotal, explainEstimate, explainReading, explainStem, explainWord, explainBeginning

  var message: Message {
    switch self {
    case .summary: Message(english: "Finds quotations.", german: "Findet Zitate.")
    case .limit:
      Message(
        english: "At most this many hits, 20 by default; of the server's as many again.",
        german: "Höchstens so viele Treffer, sonst 20; beim Server noch einmal so viele.")
    case .page:
      Message(
        english: "The page of that many hits, from 1.",
        german: "Die Seite mit so vielen Treffern, ab 1.")
    case .offset:
      Message(english: "Skips this many hits.", german: "Überspringt so viele Treffer.")
    case .sort:
      Message(
        english: "relevance, date (of publication) and year (of the source), the newest first, or "
          + "length, the shortest first.",
        german: "relevance (Nähe zur Anfrage), date (Veröffentlichung) und year (Jahr der Quelle), "
          + "das Neueste zuerst, oder length (Länge), das Kürzeste zuerst.")
    case .reverse:
      Message(
        english: "Sorts by date, year or length the other way round.",
        german: "Ordnet nach date, year oder length andersherum.")
    case .language:
      Message(
        english: "Only quotations in this language; may be repeated.",
        german: "Nur Zitate in dieser Sprache; mehrfach möglich.")
    case .facets:
      Message(
        english: "Counts authors, themes, sources, languages and epochs of all hits.",
        german: "Zählt Autoren, Themen, Quellen, Sprachen und Epochen aller Treffer.")
    case .similar:
      Message(
        english: "Quotations with the telling words of this one.",
        german: "Zitate mit den bezeichnenden Wörtern von diesem.")
    case .typing:
      Message(
        english: "The last word is still being typed; never asks the server.",
        german: "Das letzte Wort wird noch getippt; fragt nie den Server.")
    case .total:
      Message(
        english: "Says how many quotations match in all.",
        german: "Sagt, wie viele Zitate insgesamt passen.")
    case .explain:
      Message(
        english: "Says how the query was read, and how often its words occur.",
        german: "Sagt, wie die Anfrage gelesen wurde und wie oft ihre Wörter vorkommen.")
    case .format:
      Message(
        english: "plain, json or rofi (rows with markup and the slug as info).",
        german: "plain, json oder rofi (Zeilen mit Auszeichnung und dem Kürzel als info).")
    case .offline: Message(english: "Never asks the server.", german: "Fragt nie den Server.")
    case .limitRange:
      Message(
        english: "--limit takes a number from 1 to 1000",
        german: "--limit nimmt eine Zahl von 1 bis 1000")
    case .pageRange:
      Message(
        english: "either --page, from 1, or --offset, from 0, each up to 1000000",
        german: "entweder --page ab 1 oder --offset ab 0, beide bis 1000000")
    case .suggestSummary:
      Message(
        english: "Proposes queries that begin like some words.",
        german: "Schlägt Anfragen vor, die wie einige Wörter beginnen.")
    case .suggestLimit:
      Message(
        english: "At most this many, 10 by default.", german: "Höchstens so viele, sonst 10.")
    case .suggestRange:
      Message(
        english: "--limit takes a number from 1 to 100",
        german: "--limit nimmt eine Zahl von 1 bis 100")
    case .noHits: Message(english: "Nothing found.", german: "Nichts gefunden.")
    case .remoteHit: Message(english: "{slug}, at the server", german: "{slug}, beim Server")
    case .remoteFailed:
      Message(
        english: "The server could not be asked: {reason}",
        german: "Der Server konnte nicht gefragt werden: {reason}")
    case .notePlainWords:
      Message(
        english: "The query was read as plain words.",
        german: "Die Anfrage wurde als einfache Wörter gelesen.")
    case .noteCorrected:
      Message(
        english: "Nothing found as it was typed; these are for: {query}",
        german: "So wurde nichts gefunden; dies sind Treffer für: {query}")
    case .noteDidYouMean:
      Message(english: "Did you mean: {query}", german: "Meinten Sie: {query}")
    case .noteAnyWord:
      Message(
        english: "Nothing has all the words; these have some.",
        german: "Nichts enthält alle Wörter; diese enthalten einige.")
    case .noteSomeWords:
      Message(
        english: "{count} {count|has|have} all the words; the others have some.",
        german: "{count} {count|enthält|enthalten} alle Wörter, die anderen einige.")
    case .noteShortened:
      Message(
        english: "The query was too long; its end was ignored.",
        german: "Die Anfrage war zu lang; ihr Ende blieb unbeachtet.")
    case .noteWildcard:
      Message(
        english: "A * after too few letters was ignored.",
        german: "Ein * nach zu wenigen Buchstaben blieb unbeachtet.")
    case .noteNumber:
      Message(
        english: "{text} names no span such as 1800..1899 and was ignored.",
        german: "{text} nennt keine Spanne wie 1800..1899 und blieb unbeachtet.")
    case .noteMissing:
      Message(
        english: "The database {database} is missing in this answer: {reason}",
        german: "Die Datenbank {database} fehlt in dieser Antwort: {reason}")
    case .facetAuthor: Message(english: "Authors", german: "Autoren")
    case .facetTheme: Message(english: "Themes", german: "Themen")
    case .facetSource: Message(english: "Sources", german: "Quellen")
    case .facetLanguage: Message(english: "Languages", german: "Sprachen")
    case .facetEpoch: Message(english: "Epochs", german: "Epochen")
    case .facetRest: Message(english: "and {count} more", german: "und {count} weitere")
    case .explainTotal:
      Message(
        english: "{count} {count|quotation matches|quotations match}.",
        german: "{count} {count|Zitat passt|Zitate passen}.")
    case .explainEstimate:
      Message(
        english: "About {count} quotations match.", german: "Etwa {count} Zitate passen.")
    case .explainReading:
      Message(
        english: "Read for texts of the stemmer {stemmer}:",
        german: "Gelesen für Texte des Stemmers {stemmer}:")
    case .explainStem:
      Message(
        english: "all forms of {word}: in {count}", german: "alle Formen von {word}: in {count}")
    case .explainWord:
      Message(english: "exactly {word}: in {count}", german: "genau {word}: in {count}")
    case .explainBeginning:
      Message(
        english: "words that begin with {word}: in {count}",
        german: "Wörter, die mit {word} beginnen: in {count}")
    }
  }
}
