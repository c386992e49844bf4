import ZitareService

/// The texts about submissions that people read.
enum SubmissionText: MessageTable {
  case submitSummary, submitText, submitFile, submitInput, submitEdit, submitAuthor, submitSource
  case submitYear, submitLanguage, submitDraft, submitSend, submitOneText, submitDraftOrSend
  case submitFileOnly, kept, keptMany, similar, similarUnknown, submittedBefore, entry,
    skippedEntries, noEntries
  case family, listSummary, showSummary, editSummary, sendSummary, retrySummary, discardSummary
  case resolveSummary, resolveSent, resolveLost, resolveWords, optionState, optionSince, optionYes
  case idsAndFilter, needsYes, goOn, nothingChanged, ordersDone, formID
  case unknown, notOpen, cannotMove, cannotEdit, inputNoText, fileNoText, replaced, times, answer
  case sent, pending, maybeSent, refused, discarded, draft, noServer
  case waitsForServer, waitsForLogin, waitsUntil
  case sheetHead, sheetBadLine, sheetStays, sheetAgain, sheetEmpty, sheetLeftover
  case completeSummary, completeLimit, wrongState

  var message: Message {
    switch self {
    case .submitSummary:
      Message(
        english: "Submits quotations, or keeps them as drafts.",
        german: "Reicht Zitate ein oder hebt sie als Entwürfe auf.")
    case .wrongState:
      Message(
        english: "--state takes one of {words}, not “{word}”",
        german: "--state braucht eines von {words}, nicht „{word}“")
    case .submitText:
      Message(english: "The text; it is sent.", german: "Der Text; er wird gesendet.")
    case .submitFile:
      Message(
        english: "Every entry of this file becomes a draft; lines with % part them, and a line "
          + "-- AUTHOR, SOURCE may end one.",
        german: "Jeder Eintrag dieser Datei wird ein Entwurf; Zeilen mit % trennen sie, und eine "
          + "Zeile -- AUTOR, QUELLE kann einen beenden.")
    case .submitInput:
      Message(
        english: "The text is on standard input; it becomes a draft.",
        german: "Der Text kommt über die Standardeingabe; er wird ein Entwurf.")
    case .submitEdit:
      Message(
        english: "Opens $VISUAL or $EDITOR first; what is written there becomes a draft.",
        german: "Öffnet zuerst $VISUAL oder $EDITOR; was dort steht, wird ein Entwurf.")
    case .submitAuthor: Message(english: "Who said it.", german: "Wer es gesagt hat.")
    case .submitSource:
      Message(
        english: "The book or speech it is from.",
        german: "Das Buch oder die Rede, aus der es stammt.")
    case .submitYear: Message(english: "The year of the source.", german: "Das Jahr der Quelle.")
    case .submitLanguage:
      Message(english: "Its language, such as de.", german: "Seine Sprache, etwa de.")
    case .submitDraft:
      Message(english: "Keeps it as a draft.", german: "Hebt es als Entwurf auf.")
    case .submitSend:
      Message(
        english: "Sends it although it came from a file, an editor or standard input.",
        german: "Sendet es, obwohl es aus einer Datei, einem Editor oder der Standardeingabe kam.")
    case .submitOneText:
      Message(
        english: "give one text: --text TEXT, --file FILE, - for standard input, or --edit",
        german: "einen Text angeben: --text TEXT, --file DATEI, - für die Standardeingabe oder "
          + "--edit")
    case .submitDraftOrSend:
      Message(
        english: "--draft and --send exclude each other",
        german: "--draft und --send schließen einander aus")
    case .submitFileOnly:
      Message(
        english: "the entries of a file name their own author, source and year",
        german: "die Einträge einer Datei nennen Autor, Quelle und Jahr selbst")
    case .kept:
      Message(
        english: "Kept as a draft; zitare submissions send {id} sends it.",
        german: "Als Entwurf aufgehoben; zitare submissions send {id} sendet ihn.")
    case .keptMany:
      Message(
        english: "{count} drafts kept; zitare submissions send --state draft sends all drafts.",
        german: "{count} Entwürfe aufgehoben; zitare submissions send --state draft sendet alle "
          + "Entwürfe.")
    case .similar:
      Message(
        english: "nearly the same is there already: {text} [{slug}]",
        german: "fast dasselbe gibt es schon: {text} [{slug}]")
    case .similarUnknown:
      Message(
        english: "whether there is something like it could not be looked up: {reason}",
        german: "ob es Ähnliches gibt, war nicht festzustellen: {reason}")
    case .submittedBefore:
      Message(
        english: "the same text is there already as submission {id}, which is {state}",
        german: "denselben Text gibt es schon als Einsendung {id}, sie ist {state}")
    case .entry:
      Message(
        english: "entry {number} (“{text}”): {reason}; nothing was kept",
        german: "Eintrag {number} („{text}“): {reason}; nichts wurde aufgehoben")
    case .skippedEntries:
      Message(
        english: "{names}; nothing was kept", german: "{names}; nichts wurde aufgehoben")
    case .noEntries:
      Message(english: "{file} has no entries", german: "{file} hat keine Einträge")
    case .family: Message(english: "Drafts and submissions.", german: "Entwürfe und Einsendungen.")
    case .listSummary:
      Message(
        english: "Lists them, the oldest first.", german: "Listet sie auf, die älteste zuerst.")
    case .showSummary:
      Message(
        english: "Prints what is sent and what was answered.",
        german: "Gibt aus, was gesendet und was geantwortet wird.")
    case .editSummary:
      Message(
        english: "Opens $VISUAL or $EDITOR; the corrected one is a draft under a new id.",
        german: "Öffnet $VISUAL oder $EDITOR; die berichtigte ist ein Entwurf mit neuer Kennung.")
    case .sendSummary: Message(english: "Sends drafts.", german: "Sendet Entwürfe.")
    case .retrySummary:
      Message(
        english: "Sends again what was refused, and now what is pending.",
        german: "Sendet noch einmal, was abgelehnt wurde, und jetzt, was wartet.")
    case .discardSummary:
      Message(
        english: "Gives some up; their texts are kept.",
        german: "Gibt welche auf; ihre Texte bleiben erhalten.")
    case .resolveSummary:
      Message(
        english: "Says what became of one that may have been sent.",
        german: "Sagt, was aus einer wurde, die vielleicht gesendet ist.")
    case .resolveSent: Message(english: "It has arrived.", german: "Sie ist angekommen.")
    case .resolveLost:
      Message(
        english: "It has not arrived; it is sent again.",
        german: "Sie ist nicht angekommen; sie wird noch einmal gesendet.")
    case .resolveWords:
      Message(english: "say --sent or --not-sent", german: "--sent oder --not-sent angeben")
    case .optionState:
      Message(
        english: "Those in this state; may be repeated.",
        german: "Die in diesem Zustand; auch mehrmals.")
    case .optionSince:
      Message(english: "Those made then or later.", german: "Die seitdem angelegten.")
    case .optionYes:
      Message(english: "Goes on without asking.", german: "Macht weiter, ohne zu fragen.")
    case .idsAndFilter:
      Message(
        english: "name submissions by ID or by options, not both",
        german: "Einsendungen entweder mit ID oder mit Optionen nennen")
    case .needsYes:
      Message(
        english: "an order to many submissions needs --yes where nobody can be asked",
        german: "wo niemand zu fragen ist, braucht ein Befehl an viele Einsendungen --yes")
    case .goOn:
      Message(
        english: "{count} {count|submission|submissions}, go on? [y/N]",
        german: "{count} {count|Einsendung|Einsendungen}, weiter? [j/N]")
    case .nothingChanged: Message(english: "nothing was changed", german: "nichts wurde geändert")
    case .ordersDone:
      Message(
        english: "{done} of {count} submissions", german: "{done} von {count} Einsendungen")
    case .formID: Message(english: "the id of a submission", german: "die Kennung einer Einsendung")
    case .unknown:
      Message(
        english: "there is no submission {id}; zitare submissions list shows all",
        german: "es gibt keine Einsendung {id}; zitare submissions list zeigt alle")
    case .notOpen:
      Message(
        english: "submission {id} does not wait for a person",
        german: "die Einsendung {id} wartet nicht auf einen Menschen")
    case .cannotMove:
      Message(
        english: "submission {id} is {state}; that cannot be changed this way",
        german: "die Einsendung {id} ist {state}; das lässt sich so nicht ändern")
    case .cannotEdit:
      Message(
        english: "submission {id} is {state} and may have arrived; it cannot be edited any more",
        german: "die Einsendung {id} ist {state} und vielleicht angekommen; sie ist nicht mehr zu "
          + "ändern")
    case .inputNoText:
      Message(
        english: "the standard input is not UTF-8 text",
        german: "die Standardeingabe ist kein Text in UTF-8")
    case .fileNoText:
      Message(english: "{file} is not UTF-8 text", german: "{file} ist kein Text in UTF-8")
    case .replaced:
      Message(
        english:
          "Kept as the draft {new} in place of {id}; zitare submissions send {new} sends it.",
        german: "Als Entwurf {new} anstelle von {id} aufgehoben; zitare submissions send {new} "
          + "sendet ihn.")
    case .times:
      Message(
        english: "account {account}, made {created}, attempts: {attempts}",
        german: "Konto {account}, angelegt {created}, Versuche: {attempts}")
    case .answer:
      Message(english: "answer {status}: {answer}", german: "Antwort {status}: {answer}")
    case .sent: Message(english: "Sent: {id}", german: "Gesendet: {id}")
    case .pending:
      Message(
        english: "Kept; it stays pending and is tried again: {id}",
        german: "Aufgehoben; sie wartet weiter und wird wieder versucht: {id}")
    case .maybeSent:
      Message(
        english: "It is not known whether {id} arrived, and the server cannot say: "
          + "zitare submissions resolve {id} --sent or --not-sent",
        german: "Es ist nicht bekannt, ob {id} ankam, und der Server kann es nicht sagen: "
          + "zitare submissions resolve {id} --sent oder --not-sent")
    case .refused:
      Message(
        english: "The server refused {id}; zitare submissions show {id} has its answer, edit {id} "
          + "corrects it, retry {id} sends it again.",
        german: "Der Server hat {id} abgelehnt; zitare submissions show {id} zeigt seine Antwort, "
          + "edit {id} berichtigt sie, retry {id} sendet sie noch einmal.")
    case .discarded: Message(english: "Given up: {id}", german: "Aufgegeben: {id}")
    case .draft: Message(english: "Still a draft: {id}", german: "Noch ein Entwurf: {id}")
    case .noServer:
      Message(
        english: "no server takes submissions: no origin is https, and neither submit.origin nor "
          + "submit.api names one",
        german: "kein Server nimmt Einsendungen an: keine Quelle ist https, und weder "
          + "submit.origin noch submit.api nennt einen")
    case .waitsForServer:
      Message(
        english: "waits for a server: set submit.origin or submit.api",
        german: "wartet auf einen Server: submit.origin oder submit.api setzen")
    case .waitsForLogin:
      Message(
        english: "waits for a login: zitare login",
        german: "wartet auf eine Anmeldung: zitare login")
    case .waitsUntil:
      Message(
        english: "not before {time}, as the server asked",
        german: "nicht vor {time}, wie der Server bat")
    case .sheetHead:
      Message(
        english: "# Write the quotation below the empty line. Nothing is kept without a text.",
        german: "# Das Zitat unter die Leerzeile schreiben. Ohne Text wird nichts aufgehoben.")
    case .sheetBadLine:
      Message(
        english: "line {line} is none of author, source, language and year: {text}",
        german: "Zeile {line} ist nichts von author, source, language und year: {text}")
    case .sheetStays:
      Message(
        english:
          "what you wrote stays in {path}: zitare submit --edit --file {path} goes on with it",
        german: "was geschrieben wurde, bleibt in {path}: zitare submit --edit --file {path} macht "
          + "damit weiter")
    case .sheetAgain: Message(english: "Edit again? [y/N]", german: "Noch einmal ändern? [j/N]")
    case .sheetEmpty:
      Message(
        english: "there is no text; nothing was kept", german: "ohne Text wurde nichts aufgehoben")
    case .sheetLeftover:
      Message(
        english:
          "an unfinished text lies in {path}: zitare submit --edit --file {path} goes on with "
          + "it",
        german:
          "ein unfertiger Text liegt in {path}: zitare submit --edit --file {path} macht damit "
          + "weiter")
    case .completeSummary:
      Message(
        english: "Lists names that begin with a prefix, for a shell's completion.",
        german: "Listet Namen mit einem Anfang auf, für die Vervollständigung der Shell.")
    case .completeLimit:
      Message(english: "At most so many; 20 by default.", german: "Höchstens so viele; sonst 20.")
    }
  }
}
