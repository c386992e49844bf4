import ZitareCorpus
import ZitareService

/// The texts of the commands that read the corpus.
enum ReadingText: MessageTable {
  case browseSummary, browseSort, browseLimit, browseUnknown, browseEmpty
  case randomSummary, filterAuthor, filterSource, filterTheme, filterEpoch, filterLanguage, noMatch
  case openSummary, openUnknown, openFailed, copySummary, copyNoClipboard, copied
  case groupCount, groupMore, limitRange

  var message: Message {
    switch self {
    case .browseSummary:
      Message(
        english: "Lists authors, themes and the like with their numbers of quotations.",
        german: "Listet Autoren, Themen und dergleichen mit der Zahl ihrer Zitate auf.")
    case .browseSort:
      Message(
        english: "Orders by name or, most quotations first, by count (default).",
        german: "Ordnet nach Namen oder, die meisten Zitate zuerst, nach Anzahl (Standard).")
    case .browseLimit:
      Message(
        english: "At most so many; all without it.", german: "Höchstens so viele; ohne: alle.")
    case .browseUnknown:
      Message(
        english: "browse takes author, theme, source, place, role, epoch or language, not {word}",
        german: "browse nimmt author, theme, source, place, role, epoch oder language, nicht {word}"
      )
    case .browseEmpty:
      Message(
        english: "no quotation here has one of these", german: "kein Zitat hier hat so etwas")
    case .randomSummary:
      Message(english: "Prints a quotation by chance.", german: "Gibt irgendein Zitat aus.")
    case .filterAuthor: Message(english: "Only of this author.", german: "Nur von diesem Autor.")
    case .filterSource: Message(english: "Only from this source.", german: "Nur aus dieser Quelle.")
    case .filterTheme: Message(english: "Only on this theme.", german: "Nur zu diesem Thema.")
    case .filterEpoch: Message(english: "Only of this epoch.", german: "Nur aus dieser Epoche.")
    case .filterLanguage:
      Message(english: "Only in this language.", german: "Nur in dieser Sprache.")
    case .noMatch:
      Message(
        english: "no quotation has all of that; zitare browse shows what there is",
        german: "kein Zitat erfüllt das alles; zitare browse zeigt, was es gibt")
    case .openSummary:
      Message(
        english: "Opens the page of a quotation, author, theme or source.",
        german: "Öffnet die Seite eines Zitats, eines Autors, Themas oder einer Quelle.")
    case .openUnknown:
      Message(
        english: "“{word}” is no address of a quotation, author, theme or source: "
          + "zitare://zitat/SLUG, zitare://heute, https://zitare.com/zitate/SLUG",
        german: "„{word}“ ist keine Adresse eines Zitats, Autors, Themas oder einer Quelle: "
          + "zitare://zitat/SLUG, zitare://heute, https://zitare.com/zitate/SLUG")
    case .openFailed:
      Message(
        english: "no browser could be started (xdg-open); the address is:",
        german: "kein Browser ließ sich starten (xdg-open); die Adresse ist:")
    case .copySummary:
      Message(
        english: "Puts today's quotation with its author on the clipboard.",
        german: "Legt das heutige Zitat mit seinem Autor in die Zwischenablage.")
    case .copyNoClipboard:
      Message(
        english: "no clipboard could be reached: under Wayland wl-copy (package wl-clipboard) is "
          + "needed, under X11 xclip or xsel",
        german:
          "keine Zwischenablage ist erreichbar: unter Wayland ist wl-copy (Paket wl-clipboard) "
          + "nötig, unter X11 xclip oder xsel")
    case .copied: Message(english: "Copied: {text}", german: "Kopiert: {text}")
    case .groupCount:
      Message(english: "{name}: {count} quotations", german: "{name}: {count} Zitate")
    case .groupMore:
      Message(
        english: "… and {count} more: zitare search '{field}:\"{name}\"'",
        german: "… und {count} weitere: zitare search '{field}:\"{name}\"'")
    case .limitRange:
      Message(english: "--limit takes at least 1.", german: "--limit nimmt mindestens 1.")
    }
  }
}
