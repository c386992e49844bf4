import ZitareService

/// The texts about exports that people read.
enum ExportText: MessageTable {
  case summary, output, noOutput, written, foreign, noFolder, other, noExchange

  var message: Message {
    switch self {
    case .summary:
      Message(
        english: "Hands the corpus to other programs: as one Xapian file, for Recoll, for Omega or "
          + "as pages.",
        german: "Gibt die Sammlung an andere Programme: als eine Xapian-Datei, für Recoll, für "
          + "Omega oder als Seiten.")
    case .output:
      Message(
        english: "The folder, which is replaced as a whole; that of the configuration by default.",
        german: "Der Ordner, der als Ganzes ersetzt wird; sonst der konfigurierte.")
    case .noOutput:
      Message(
        english: "say where to: --output FOLDER, or {key} in the configuration",
        german: "sagen, wohin: --output ORDNER, oder {key} in der Konfiguration")
    case .written:
      Message(
        english: "{count} {count|quotation|quotations} in {folder}",
        german: "{count} {count|Zitat|Zitate} in {folder}")
    case .foreign:
      Message(
        english:
          "{folder} holds {file}, which is no part of an export; name an empty folder, a new "
          + "one or that of an earlier export",
        german: "{folder} enthält {file}, das zu keinem Export gehört; einen leeren Ordner, einen "
          + "neuen oder den eines früheren Exports nennen")
    case .noFolder:
      Message(
        english: "{folder} is no folder; name an empty folder, a new one or that of an earlier "
          + "export",
        german:
          "{folder} ist kein Ordner; einen leeren Ordner, einen neuen oder den eines früheren "
          + "Exports nennen")
    case .other:
      Message(
        english: "{folder} holds the export {target}; give each its own folder",
        german: "{folder} enthält den Export {target}; jedem einen eigenen Ordner geben")
    case .noExchange:
      Message(
        english: "the file system of {folder} cannot exchange two folders at once; name one on "
          + "another file system, or remove this one before each export",
        german:
          "das Dateisystem von {folder} kann zwei Ordner nicht auf einmal tauschen; einen auf "
          + "einem anderen nennen oder diesen vor jedem Export entfernen")
    }
  }
}
