import ZitareCorpus
import ZitareService

/// The texts about cards that people read.
enum CardWords: MessageTable {
  case size, sizeOption, themeOption, imageOption, outputOption, onlyCard, terminal, notInstalled

  var message: Message {
    switch self {
    case .size:
      Message(
        english: "\(Self.names) or WIDTHxHEIGHT[-grey], each \(Self.least) to \(Self.most) pixels "
          + "and one at most \(CardSize.longest) times the other",
        german:
          "\(Self.names) oder BREITExHÖHE[-grey], je \(Self.least) bis \(Self.most) Pixel und "
          + "eine Seite höchstens das \(CardSize.longest)-Fache der anderen")
    case .sizeOption:
      Message(
        english: "Of a card: \(Self.names) or WIDTHxHEIGHT, with -grey for shades of grey; social "
          + "without it.",
        german: "Einer Karte: \(Self.names) oder BREITExHÖHE, mit -grey für Graustufen; ohne sie "
          + "social.")
    case .themeOption:
      Message(english: "Of a card; light without it.", german: "Einer Karte; ohne sie light.")
    case .imageOption:
      Message(
        english: "The kind of picture; that of the file's name without it, else png.",
        german: "Die Art des Bildes; ohne sie die des Dateinamens, sonst png.")
    case .outputOption:
      Message(
        english: "The file of a card; it replaces one that is there.",
        german: "Die Datei einer Karte; sie ersetzt eine vorhandene.")
    case .onlyCard:
      Message(
        english: "{option} is for --format card.", german: "{option} ist für --format card.")
    case .terminal:
      Message(
        english: "a card is a picture and no text for a terminal: --output FILE, or a pipe",
        german: "eine Karte ist ein Bild und kein Text für ein Terminal: --output DATEI oder eine "
          + "Pipe")
    case .notInstalled:
      Message(
        english: "cards are drawn by zitare-card, which is not installed; it would be one of "
          + "{places}",
        german: "Karten zeichnet zitare-card, und das ist nicht installiert; es wäre eines von "
          + "{places}")
    }
  }

  private static let names = CardSize.named.map { "\($0) (\($0.width)x\($0.height))" }
    .joined(separator: ", ")
  private static let least = CardSize.sides.lowerBound
  private static let most = CardSize.sides.upperBound
}
