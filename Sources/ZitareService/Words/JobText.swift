/// The texts of the commands on jobs that people read.
enum JobText: MessageTable {
  case formBatch, formPriority, formBound, formRate, filterQueue, filterBatch, filterSince
  case optionYes, idsAndFilter, needsYes, goOn, nothingChanged, ordersDone, showQueue
  case showCreated, showClaimed, showFinished, showDeadline, showLimit, showBatch, showWaitsFor
  case showProgress, showCancelling, enqueueSummary, enqueueArgs, enqueueAt, enqueueUnique
  case enqueuePriority, enqueueQueue, enqueueKept, enqueueReplaced, unknownKind, unknownQueue
  case didYouMean, thereAre, badArgs, queueLine, queuesSummary, pauseSummary, resumeSummary
  case limitSummary, limitKey, limitOptionConcurrency, limitOptionRate, limitOptionBurst
  case limitOptionNone, limitWords, limitConcurrency, limitRate, limitOfQueue, limitLine
  case limitNone, limitGone, batchSummary, batchLine, batchThen, batchGone, statusPaused
  case statusLimit, unknownSchedule

  var message: Message {
    switch self {
    case .formBatch: Message(english: "a batch's number", german: "die Nummer eines Stapels")
    case .formPriority:
      Message(
        english: "a number from 0, the most urgent, to 9",
        german: "eine Zahl von 0, am dringendsten, bis 9")
    case .formBound:
      Message(english: "a number from 0 to 1000000", german: "eine Zahl von 0 bis 1000000")
    case .formRate: Message(english: "a rate such as 30/1m", german: "eine Rate wie 30/1m")
    case .filterQueue:
      Message(english: "Only jobs of this queue.", german: "Nur Aufträge dieser Warteschlange.")
    case .filterBatch:
      Message(english: "Only jobs of this batch.", german: "Nur Aufträge dieses Stapels.")
    case .filterSince:
      Message(
        english: "Only jobs that were added then or later.",
        german: "Nur Aufträge, die seitdem dazukamen.")
    case .optionYes:
      Message(english: "Goes on without asking.", german: "Macht weiter, ohne zu fragen.")
    case .idsAndFilter:
      Message(
        english: "name jobs by ID or by options, not both",
        german: "Aufträge entweder mit ID oder mit Optionen nennen")
    case .needsYes:
      Message(
        english: "an order to many jobs needs --yes where nobody can be asked",
        german: "wo niemand zu fragen ist, braucht ein Befehl an viele Aufträge --yes")
    case .goOn:
      Message(english: "{count} jobs, go on? [y/N]", german: "{count} Aufträge, weiter? [j/N]")
    case .nothingChanged: Message(english: "nothing was changed", german: "nichts wurde geändert")
    case .ordersDone:
      Message(english: "{done} of {count} jobs", german: "{done} von {count} Aufträgen")
    case .showQueue:
      Message(english: "queue and priority: {value}", german: "Warteschlange und Rang: {value}")
    case .showCreated: Message(english: "added: {value}", german: "dazugekommen: {value}")
    case .showClaimed:
      Message(english: "last started: {value}", german: "zuletzt begonnen: {value}")
    case .showFinished: Message(english: "ended: {value}", german: "beendet: {value}")
    case .showDeadline:
      Message(english: "must start by: {value}", german: "muss begonnen sein bis: {value}")
    case .showLimit: Message(english: "limit: {value}", german: "Grenze: {value}")
    case .showBatch: Message(english: "batch: {value}", german: "Stapel: {value}")
    case .showWaitsFor:
      Message(english: "waits for jobs: {value}", german: "wartet auf Aufträge: {value}")
    case .showProgress: Message(english: "progress: {value}", german: "Fortschritt: {value}")
    case .showCancelling: Message(english: "was told to stop", german: "soll aufhören")
    case .enqueueSummary:
      Message(
        english: "Adds one job and prints its number.",
        german: "Fügt einen Auftrag hinzu und gibt seine Nummer aus.")
    case .enqueueArgs:
      Message(
        english: "Its parameters; an empty object by default.",
        german: "Seine Parameter; sonst ein leeres Objekt.")
    case .enqueueAt:
      Message(
        english: "When it is due; at once by default.",
        german: "Wann er fällig ist; sonst sofort.")
    case .enqueueUnique:
      Message(
        english: "Not beside an unfinished one with this key.",
        german: "Nicht neben einem unfertigen mit diesem Schlüssel.")
    case .enqueuePriority:
      Message(english: "From 0, the most urgent, to 9.", german: "Von 0, am dringendsten, bis 9.")
    case .enqueueQueue:
      Message(
        english: "Where it waits; by default as its kind says.",
        german: "Wo er wartet; sonst, wie es seine Art sagt.")
    case .enqueueKept:
      Message(english: "job {id} stands for it already", german: "Auftrag {id} steht schon dafür")
    case .enqueueReplaced:
      Message(
        english: "job {id}, which stands for it, has taken it over",
        german: "Auftrag {id}, der dafür steht, hat ihn übernommen")
    case .unknownKind:
      Message(english: "there is no kind {name}", german: "es gibt keine Art {name}")
    case .unknownQueue:
      Message(english: "there is no queue {name}", german: "es gibt keine Warteschlange {name}")
    case .unknownSchedule:
      Message(english: "there is no schedule {name}", german: "es gibt keinen Zeitplan {name}")
    case .didYouMean: Message(english: "did you mean {name}?", german: "war {name} gemeint?")
    case .thereAre: Message(english: "there are {names}", german: "es gibt {names}")
    case .badArgs:
      Message(
        english: "--args is not what {kind} takes: {error}",
        german: "--args ist nicht, was {kind} braucht: {error}")
    case .queueLine:
      Message(
        english: "{name}: {available} available, {running} running",
        german: "{name}: {available} bereit, {running} in Arbeit")
    case .queuesSummary: Message(english: "Lists the queues.", german: "Zeigt die Warteschlangen.")
    case .pauseSummary:
      Message(
        english: "Lets no more jobs of a queue start.",
        german: "Lässt keine Aufträge einer Warteschlange mehr beginnen.")
    case .resumeSummary:
      Message(
        english: "Lets the jobs of a queue start again.",
        german: "Lässt die Aufträge einer Warteschlange wieder beginnen.")
    case .limitSummary:
      Message(
        english: "Lists what bounds jobs, or bounds a queue or the jobs with a key.",
        german:
          "Zeigt die Grenzen von Aufträgen oder setzt die einer Warteschlange oder eines Schlüssels."
      )
    case .limitKey:
      Message(english: "The limit that jobs name.", german: "Die Grenze, die Aufträge nennen.")
    case .limitOptionConcurrency:
      Message(
        english: "So many run at once; 0 holds all back.",
        german: "So viele laufen zugleich; 0 hält alle zurück.")
    case .limitOptionRate:
      Message(
        english: "So many start in each period.",
        german: "So viele beginnen in jedem Zeitraum.")
    case .limitOptionBurst:
      Message(
        english: "So many may start at once after a pause; 1 by default.",
        german: "So viele dürfen nach einer Pause zugleich beginnen; sonst 1.")
    case .limitOptionNone:
      Message(
        english: "Takes the operator's bounds away.",
        german: "Nimmt die gesetzten Grenzen zurück.")
    case .limitWords:
      Message(
        english: "one QUEUE or --key, then --concurrency, --rate and --burst or else --none",
        german: "eine QUEUE oder --key, dazu --concurrency, --rate und --burst oder aber --none")
    case .limitConcurrency: Message(english: "{count} at once", german: "{count} zugleich")
    case .limitRate:
      Message(
        english: "{count} per {period} (burst {burst})",
        german: "{count} je {period} (auf einmal {burst})")
    case .limitOfQueue: Message(english: "queue {name}", german: "Warteschlange {name}")
    case .limitLine:
      Message(
        english: "{name}: {bounds}; {running} running, {waiting} waiting",
        german: "{name}: {bounds}; {running} in Arbeit, {waiting} warten")
    case .limitNone: Message(english: "unbounded", german: "unbegrenzt")
    case .limitGone:
      Message(
        english: "no job names the limit {name}",
        german: "kein Auftrag nennt die Grenze {name}")
    case .batchSummary:
      Message(
        english: "Lists batches, the newest first, or shows one.",
        german: "Zeigt Stapel, den neuesten zuerst, oder einen davon.")
    case .batchLine:
      Message(
        english: "{id} {name}: {completed} of {all} completed, {dead} dead, {cancelled} cancelled",
        german:
          "{id} {name}: {completed} von {all} erledigt, {dead} gescheitert, {cancelled} abgebrochen"
      )
    case .batchThen: Message(english: "; then job {id}", german: "; danach Auftrag {id}")
    case .batchGone:
      Message(english: "there is no batch {id}", german: "es gibt keinen Stapel {id}")
    case .statusPaused:
      Message(english: "paused queues: {queues}", german: "angehaltene Warteschlangen: {queues}")
    case .statusLimit:
      Message(
        english: "{name} holds {count} jobs back",
        german: "{name} hält {count} Aufträge zurück")
    }
  }
}
