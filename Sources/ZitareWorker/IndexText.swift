import ZitareService

/// The texts about the search index that people read.
enum IndexText: MessageTable {
  case summary, rebuild, repair, verify, status, oneTask
  case sound, damaged, interrupted
  case statusDocuments, statusFiles, statusVerified, statusNeverVerified

  var message: Message {
    switch self {
    case .summary:
      Message(
        english: "Brings the search index up to the corpus.",
        german: "Bringt den Suchindex auf den Stand der Sammlung.")
    case .rebuild:
      Message(english: "Builds it anew.", german: "Baut ihn von Grund auf neu.")
    case .repair:
      Message(
        english: "Reads all of it and compares it with the corpus: what differs is indexed again, "
          + "and damaged files are replaced.",
        german: "Liest ihn ganz und vergleicht ihn mit der Sammlung: Abweichendes wird neu "
          + "aufgenommen, beschädigte Dateien werden ersetzt.")
    case .verify:
      Message(
        english: "Reads all of it and names the files that are not as they were written.",
        german: "Liest ihn ganz und nennt die Dateien, die nicht mehr so sind wie geschrieben.")
    case .status:
      Message(
        english: "Tells what it holds, without changing anything.",
        german: "Sagt, was er enthält, ohne etwas zu ändern.")
    case .oneTask:
      Message(
        english: "only one of --rebuild, --repair, --verify and --status can be given",
        german: "nur eines von --rebuild, --repair, --verify und --status ist möglich")
    case .sound:
      Message(
        english: "{bytes} bytes, all as they were written",
        german: "{bytes} Bytes, alle wie geschrieben")
    case .damaged:
      Message(
        english: "damaged; zitare index --repair replaces it",
        german: "beschädigt; zitare index --repair ersetzt ihn")
    case .interrupted:
      Message(
        english: "the last change was interrupted; zitare index --repair settles what became of it",
        german: "die letzte Änderung wurde unterbrochen; zitare index --repair klärt, was aus ihr "
          + "wurde")
    case .statusDocuments:
      Message(
        english: "{count} documents, revision {revision}, {changes} changed since it was compacted",
        german:
          "{count} Dokumente, Stand {revision}, {changes} seit dem letzten Verdichten geändert")
    case .statusFiles:
      Message(
        english: "generation {generation}, {bytes} bytes",
        german: "Generation {generation}, {bytes} Bytes")
    case .statusVerified:
      Message(english: "last verified at {time}", german: "zuletzt geprüft um {time}")
    case .statusNeverVerified:
      Message(english: "not verified", german: "nicht geprüft")
    }
  }
}
