import ZitareCorpus
import ZitareService

/// The texts of this program that people read.
enum CardHelp: MessageTable {
  case help, size

  var message: Message {
    switch self {
    case .help:
      Message(
        english: """
          zitare-card [--size SIZE] [--theme light|dark] [--format png|svg] [--output FILE] [--report]
          Draws the quotation that it reads from its input: {"version":1,"quote":{…}}, where quote is one
          as payload.json has it. SIZE is \(Self.sizes), or WIDTHxHEIGHT, with -grey for shades of grey.
          Without --output the picture goes to the standard output. --report says on the errors, as one
          JSON object, how the card was laid out.
          """,
        german: """
          zitare-card [--size GRÖSSE] [--theme light|dark] [--format png|svg] [--output DATEI] [--report]
          Zeichnet das Zitat, das in seiner Eingabe steht: {"version":1,"quote":{…}}, wobei quote eines ist,
          wie es in payload.json steht. GRÖSSE ist \(Self.sizes) oder BREITExHÖHE, mit -grey für
          Graustufen. Ohne --output geht das Bild in die Ausgabe. --report sagt bei den Fehlern als ein
          JSON-Objekt, wie die Karte gesetzt ist.
          """)
    case .size:
      Message(
        english: "\(Self.sizes) or WIDTHxHEIGHT[-grey], \(Self.limits.english)",
        german: "\(Self.sizes) oder BREITExHÖHE[-grey], \(Self.limits.german)")
    }
  }

  private static let sizes = CardSize.named.map { "\($0) (\($0.width)x\($0.height))" }
    .joined(separator: ", ")

  private static let limits = Message(
    english: "each \(CardSize.sides.lowerBound) to \(CardSize.sides.upperBound) pixels and one at "
      + "most \(CardSize.longest) times the other",
    german: "je \(CardSize.sides.lowerBound) bis \(CardSize.sides.upperBound) Pixel und eine Seite "
      + "höchstens das \(CardSize.longest)-Fache der anderen")
}
