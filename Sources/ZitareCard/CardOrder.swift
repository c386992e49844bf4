import ZitareBase
public import ZitareCorpus
public import ZitareService

extension CardTheme: ArgumentValue {}
extension CardImage: ArgumentValue {}

extension CardSize: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { CardHelp.size.message }
}

/// What the command line asks for.
struct CardOrder {
  let form: CardForm
  /// Nil for the standard output.
  let output: FilePath?
  let wantsReport: Bool

  /// The kind of picture is that of the file's name, where none is named.
  init(_ arguments: inout Arguments) throws(UsageError) {
    output = try arguments.option("--output")
    let image: CardImage? = try arguments.option("--format")
    let ending = output.flatMap { output in
      output.lastComponent.split(separator: ".").last.flatMap { CardImage(rawValue: String($0)) }
    }
    form = CardForm(
      size: try arguments.option("--size") ?? .standard,
      theme: try arguments.option("--theme") ?? .light, image: image ?? ending ?? .png)
    wantsReport = try arguments.flag("--report")
  }
}
