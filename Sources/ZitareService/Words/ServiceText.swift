/// The texts of this library that people read.
enum ServiceText: MessageTable {
  case formText, formInteger, formPath, formDate, formInstant, formDuration, formChoice,
    formAssignment
  case badValue, missingValue, missingArgument, flagWithValue
  case unknownOption, unknownOptionNear, unexpectedArgument
  case unknownCommand, unknownCommandNear
  case usage, commandPlace, options, everywhere, seeHelp, helpHint
  case optionConfig, optionSet, optionJSON, optionQuiet, optionHelp, optionVersion
  case timeLeft, versionBuild, versionUnknown, optionsUnheard
  case configSummary, configExample
  case formJob, formCount, jobDead, jobRetrying, jobCancelled
  case jobBlocked, jobGone, jobRefused, jobConflict, stopped
  case runSummary, runOnce, runResult, workerSummary, jobsSummary
  case jobsList, jobsState, jobsKind, jobsLimit, jobsShow
  case jobsRetry, jobsCancel, jobsDiscard, jobsPrune, jobsPruned
  case scheduleSummary, scheduleList, schedulePaused, scheduleNext, scheduleZone
  case scheduleFrom, scheduleUntil, schedulePrevious, scheduleCount, scheduleName
  case scheduleSkipped, scheduleMissed, scheduleExplain, scheduleCheck
  case schedulePause, scheduleResume
  case statusSummary, statusNoWorker, statusWorkers, statusJobs, statusUnknown, statusUnreadable
  case statusSchedule

  var message: Message {
    switch self {
    case .formText: Message(english: "a text", german: "einen Text")
    case .formInteger: Message(english: "a whole number", german: "eine ganze Zahl")
    case .formPath: Message(english: "a path", german: "einen Pfad")
    case .formDate:
      Message(english: "a date such as 2026-03-29", german: "ein Datum wie 2026-03-29")
    case .formInstant:
      Message(
        english: "an instant such as 2026-03-29T01:00:00Z",
        german: "einen Zeitpunkt wie 2026-03-29T01:00:00Z")
    case .formDuration:
      Message(english: "a length of time such as 1h30m", german: "eine Dauer wie 1h30m")
    case .formChoice: Message(english: "one of {words}", german: "eines von {words}")
    case .formAssignment: Message(english: "KEY=VALUE", german: "SCHLÜSSEL=WERT")
    case .badValue:
      Message(
        english: "{name} takes {form}, not “{word}”",
        german: "{name} braucht {form}, nicht „{word}“")
    case .missingValue:
      Message(english: "{option} needs a value", german: "{option} braucht einen Wert")
    case .missingArgument: Message(english: "{name} is missing", german: "{name} fehlt")
    case .flagWithValue:
      Message(english: "{option} takes no value", german: "{option} nimmt keinen Wert")
    case .unknownOption:
      Message(english: "unknown option {option}", german: "unbekannte Option {option}")
    case .unknownOptionNear:
      Message(
        english: "unknown option {option}; did you mean {nearest}?",
        german: "unbekannte Option {option}; war {nearest} gemeint?")
    case .unexpectedArgument:
      Message(
        english: "nothing is expected at “{word}”", german: "„{word}“ ist hier nicht vorgesehen")
    case .unknownCommand:
      Message(english: "unknown command “{word}”", german: "unbekannter Befehl „{word}“")
    case .unknownCommandNear:
      Message(
        english: "unknown command “{word}”; did you mean {nearest}?",
        german: "unbekannter Befehl „{word}“; war {nearest} gemeint?")
    case .usage: Message(english: "Usage: {line}", german: "Aufruf: {line}")
    case .commandPlace: Message(english: "COMMAND [OPTIONS]", german: "BEFEHL [OPTIONEN]")
    case .options: Message(english: "Options", german: "Optionen")
    case .everywhere: Message(english: "Everywhere", german: "Überall")
    case .seeHelp: Message(english: "See {command}.", german: "Siehe {command}.")
    case .helpHint:
      Message(
        english: "{program} help COMMAND explains one command.",
        german: "{program} help BEFEHL erklärt einen Befehl.")
    case .optionConfig:
      Message(english: "Reads this configuration file.", german: "Liest diese Konfigurationsdatei.")
    case .optionSet:
      Message(
        english: "Sets one configuration key.", german: "Setzt einen Konfigurationsschlüssel.")
    case .optionJSON:
      Message(english: "Prints JSON for programs.", german: "Gibt JSON für Programme aus.")
    case .optionQuiet:
      Message(english: "Shows warnings and errors only.", german: "Zeigt nur Warnungen und Fehler.")
    case .optionHelp: Message(english: "Shows this help.", german: "Zeigt diese Hilfe.")
    case .optionVersion:
      Message(english: "Shows the version.", german: "Zeigt die Version.")
    case .versionBuild:
      Message(english: "commit {commit}, date {date}", german: "Commit {commit}, Datum {date}")
    case .versionUnknown: Message(english: "unknown", german: "unbekannt")
    case .optionsUnheard:
      Message(
        english: "the worker that runs does this under its own configuration; {options} of this "
          + "command does not reach it",
        german: "der laufende Arbeiter tut dies nach seiner eigenen Konfiguration; {options} "
          + "dieses Befehls erreicht ihn nicht")
    case .configSummary:
      Message(
        english: "Shows every configuration key, its value and source.",
        german: "Zeigt alle Konfigurationsschlüssel, ihre Werte und Herkunft.")
    case .configExample:
      Message(
        english: "Prints an example file instead.",
        german: "Gibt stattdessen eine Beispieldatei aus.")
    case .formJob:
      Message(english: "a job's number", german: "die Nummer eines Auftrags")
    case .formCount:
      Message(english: "a number from 1 to 1000000", german: "eine Zahl von 1 bis 1000000")
    case .jobDead:
      Message(
        english: "{kind} failed for good: {error}",
        german: "{kind} ist endgültig gescheitert: {error}")
    case .jobRetrying:
      Message(
        english: "{kind}: {error}; the next attempt is at {time}",
        german: "{kind}: {error}; nächster Versuch um {time}")
    case .jobCancelled:
      Message(english: "{kind} was cancelled: {error}", german: "{kind} wurde abgebrochen: {error}")
    case .jobBlocked:
      Message(english: "{kind} waits for {error}", german: "{kind} wartet auf {error}")
    case .jobGone:
      Message(english: "there is no job {id}", german: "es gibt keinen Auftrag {id}")
    case .jobRefused:
      Message(
        english: "job {id} is {state}; that is not possible then",
        german: "Auftrag {id} ist {state}; dann geht das nicht")
    case .jobConflict:
      Message(
        english: "job {id} stays as it is: job {twin} does the same",
        german: "Auftrag {id} bleibt, wie er ist: Auftrag {twin} tut dasselbe")
    case .stopped:
      Message(
        english: "stopped; what is left stays queued",
        german: "angehalten; der Rest bleibt in der Warteschlange")
    case .runSummary:
      Message(english: "Does once what is due.", german: "Erledigt einmal, was ansteht.")
    case .runOnce:
      Message(english: "What it does anyway.", german: "Wie ohne diese Option.")
    case .runResult:
      Message(
        english: "{completed} done, {retrying} to be tried again, {dead} failed",
        german: "{completed} erledigt, {retrying} für später, {dead} gescheitert")
    case .workerSummary:
      Message(
        english: "Works in the background until it is stopped.",
        german: "Arbeitet im Hintergrund, bis es angehalten wird.")
    case .jobsSummary:
      Message(
        english: "Lists, retries and cancels jobs.",
        german: "Zeigt, wiederholt und beendet Aufträge.")
    case .jobsList:
      Message(
        english: "Lists jobs, the newest first.", german: "Zeigt Aufträge, den neuesten zuerst.")
    case .jobsState:
      Message(english: "Only jobs in this state.", german: "Nur Aufträge in diesem Zustand.")
    case .jobsKind:
      Message(english: "Only jobs of this kind.", german: "Nur Aufträge dieser Art.")
    case .jobsLimit:
      Message(english: "At most so many; 100 by default.", german: "Höchstens so viele; sonst 100.")
    case .jobsShow:
      Message(
        english: "Shows one job and its failed attempts.",
        german: "Zeigt einen Auftrag und seine Fehlversuche.")
    case .jobsRetry:
      Message(english: "Makes jobs available again.", german: "Macht Aufträge wieder verfügbar.")
    case .jobsCancel:
      Message(
        english: "Cancels jobs, also running ones.", german: "Bricht Aufträge ab, auch laufende.")
    case .jobsDiscard:
      Message(english: "Gives up dead jobs.", german: "Gibt gescheiterte Aufträge auf.")
    case .jobsPrune:
      Message(
        english: "Removes jobs that ended long ago.",
        german: "Entfernt Aufträge, die lange beendet sind.")
    case .jobsPruned:
      Message(english: "{count} removed", german: "{count} entfernt")
    case .scheduleSummary:
      Message(
        english: "Lists and pauses schedules, tries cron expressions.",
        german: "Zeigt Zeitpläne, hält sie an und prüft Cron-Ausdrücke.")
    case .scheduleList:
      Message(
        english: "Lists the schedules and their next times.",
        german: "Zeigt die Zeitpläne und ihre nächsten Zeiten.")
    case .schedulePaused:
      Message(english: "paused", german: "angehalten")
    case .scheduleSkipped:
      Message(
        english: "{slot} was skipped: the job before was not finished",
        german: "{slot} entfiel: der Auftrag davor war nicht beendet")
    case .scheduleMissed:
      Message(english: "{count} missed", german: "{count} verpasst")
    case .scheduleNext:
      Message(
        english: "Prints the next times of a cron expression.",
        german: "Gibt die nächsten Zeiten eines Cron-Ausdrucks aus.")
    case .scheduleZone:
      Message(
        english: "The time zone; the system's by default.",
        german: "Die Zeitzone; sonst die des Systems.")
    case .scheduleFrom:
      Message(
        english: "Times after this instant; by default after now.",
        german: "Zeiten nach diesem Zeitpunkt; sonst ab jetzt.")
    case .scheduleCount:
      Message(english: "How many; 5 by default.", german: "Wie viele; sonst 5.")
    case .scheduleUntil:
      Message(
        english: "All times up to this instant.", german: "Alle Zeiten bis zu diesem Zeitpunkt.")
    case .schedulePrevious:
      Message(
        english: "Times before it, the latest first.",
        german: "Zeiten davor, die letzte zuerst.")
    case .scheduleName:
      Message(
        english: "The schedule's name, which H is drawn from.",
        german: "Der Name des Zeitplans, aus dem H gezogen wird.")
    case .scheduleExplain:
      Message(
        english: "Says in words when a cron expression runs, and what is odd about it.",
        german: "Sagt auf Englisch, wann ein Cron-Ausdruck gilt und was an ihm auffällt.")
    case .scheduleCheck:
      Message(
        english: "Checks cron expressions, or the configured schedules.",
        german: "Prüft Cron-Ausdrücke oder die eingestellten Zeitpläne.")
    case .schedulePause:
      Message(
        english: "Lets a schedule come up no more.",
        german: "Lässt einen Zeitplan nicht mehr anlaufen.")
    case .scheduleResume:
      Message(
        english: "Lets a schedule go on from now; nothing is made up for.",
        german: "Lässt einen Zeitplan ab jetzt weiterlaufen; nichts wird nachgeholt.")
    case .statusSummary:
      Message(
        english: "Shows workers, jobs, schedules and checks.",
        german: "Zeigt Arbeiter, Aufträge, Zeitpläne und Prüfungen.")
    case .statusNoWorker:
      Message(english: "no worker is running", german: "kein Arbeiter läuft")
    case .statusWorkers:
      Message(english: "workers: process {processes}", german: "Arbeiter: Prozess {processes}")
    case .statusJobs:
      Message(english: "jobs: {counts}", german: "Aufträge: {counts}")
    case .statusUnknown:
      Message(
        english: "jobs of kinds that this program does not know: {kinds}",
        german: "Aufträge unbekannter Art: {kinds}")
    case .statusUnreadable:
      Message(
        english: "jobs whose parameters this program cannot read, kept for one that can: {kinds}",
        german: "Aufträge mit Angaben, die dieses Programm nicht lesen kann, aufgehoben: {kinds}")
    case .statusSchedule:
      Message(english: "{name}: next at {time}", german: "{name}: das nächste Mal um {time}")
    case .timeLeft: Message(english: "{time} left", german: "noch {time}")
    }
  }
}
