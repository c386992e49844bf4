import ZitareBase
public import ZitareCorpus
import ZitarePipeline
public import ZitareService

extension CardTheme: ArgumentValue {}
extension CardImage: ArgumentValue {}

extension CardSize: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { CardWords.size.message }
}

/// The options that say what a card looks like and where it goes.
struct CardOptions {
  static let synopsis = "[--size SIZE] [--theme light|dark] [--image png|svg] [--output FILE]"
  static let descriptions = [
    OptionDescription("--size SIZE", CardWords.sizeOption.message),
    OptionDescription("--theme light|dark", CardWords.themeOption.message),
    OptionDescription("--image png|svg", CardWords.imageOption.message),
    OptionDescription("--output FILE", CardWords.outputOption.message),
  ]

  private let form: CardForm
  /// Nil for the standard output.
  private let output: FilePath?

  init(_ arguments: inout Arguments, for format: PanelFormat?) throws(UsageError) {
    let size: CardSize? = try arguments.option("--size")
    let theme: CardTheme? = try arguments.option("--theme")
    let image: CardImage? = try arguments.option("--image")
    output = try arguments.option("--output")
    let given = [
      size.map { _ in "--size" }, theme.map { _ in "--theme" }, image.map { _ in "--image" },
      output.map { _ in "--output" },
    ]
    if format != .card, let option = given.lazy.compactMap({ $0 }).first {
      throw UsageError(CardWords.onlyCard.message, ["option": option])
    }
    let ending = output?.lastComponent.split(separator: ".").last
    form = CardForm(
      size: size ?? .standard, theme: theme ?? .light,
      image: image ?? ending.flatMap { CardImage(rawValue: String($0)) } ?? .png)
  }

  /// Draws the quotation.
  func draw(_ quote: PanelQuote, in app: App<Services>) async throws {
    if output == nil, app.console.output.isTerminal {
      throw CommandFailure(.usage, app.text(CardWords.terminal))
    }
    let (program, request) = (CardProgram.own, quote.cardRequest)
    do throws(CardError) {
      try await blocking { () throws(CardError) in
        try program.draw(request, as: form, to: output)
      }
    } catch {
      throw app.failure(of: error)
    }
  }
}

extension App<Services> {
  /// How a command ends that has drawn no card.
  fileprivate func failure(of error: CardError) -> CommandFailure {
    switch error {
    case .notInstalled(let places):
      CommandFailure(.unavailable, text(CardWords.notInstalled, places))
    case .failed(let code, let reason):
      CommandFailure(code.flatMap { ExitCode(rawValue: $0) } ?? .failure, reason)
    }
  }

  /// Says that `zitare-card` is none of these.
  func text(_ message: CardWords, _ places: [FilePath]) -> String {
    text(message, ["places": places.map(\.string).joined(separator: ", ")])
  }
}
