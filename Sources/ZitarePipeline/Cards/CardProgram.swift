import Glibc
public import ZitareBase
public import ZitareCorpus

/// `zitare-card`, the program that draws cards, so that this one loads neither Pango nor Cairo.
public struct CardProgram: Sendable {
  /// Where it is looked for, in this order.
  public let places: [FilePath]

  /// As much as it may take, with fonts that nobody has looked through yet.
  private static let time = Duration.seconds(60)

  public init(places: [FilePath]) { self.places = places }

  /// The one that belongs to a program: as it was built, beside it; as it is installed, in `libexec`.
  public init(beside program: FilePath) {
    let folder = program.parent
    self.init(
      places: [folder.appending("zitare-card"), folder.parent.appending("libexec/zitare-card")])
  }

  /// The one that belongs to the running program.
  public static var own: CardProgram {
    // Without /proc there is no such place.
    let program = try? Files.realPath("/proc/self/exe")
    return program.map { CardProgram(beside: $0) } ?? CardProgram(places: [])
  }

  /// Where it is, nil where it is not installed.
  public var path: FilePath? { places.first { access($0.string, X_OK) == 0 } }

  /// Draws a card to a file, which it replaces, or to the standard output; the calling thread waits.
  public func draw(
    _ request: CardRequest, as form: CardForm, to output: FilePath? = nil
  ) throws(CardError) {
    guard let path else { throw .notInstalled(places) }
    let input: [UInt8]
    do {
      input = try request.encoded()
    } catch {
      throw .failed(code: nil, reason: "\(error)")
    }
    guard input.count <= CardRequest.limit else {
      throw .failed(code: nil, reason: "\(CardRequestError.tooLarge(limit: CardRequest.limit))")
    }
    var words = [
      path.string, "--size", "\(form.size)", "--theme", form.theme.rawValue, "--format",
      form.image.rawValue,
    ]
    if let output { words.append("--output=\(output)") }
    let end: ProgramRun.End
    do throws(ProgramRun.Failure) {
      end = try ProgramRun(
        words: words, input: input, collected: STDERR_FILENO, limit: 64 << 10, time: Self.time
      ).end()
    } catch {
      throw .failed(code: nil, reason: "\(path) \(error)")
    }
    guard end.code != 0 else { return }
    let said = QuoteText.line(String(decoding: end.output, as: UTF8.self))
    throw .failed(code: end.code, reason: said.isEmpty ? "\(path) \(end.description)" : said)
  }
}

/// Why there is no card.
public enum CardError: Error, CustomStringConvertible {
  case notInstalled([FilePath])
  /// With the exit code of the program that draws, where it came so far.
  case failed(code: Int32?, reason: String)

  public var description: String {
    switch self {
    case .notInstalled(let places):
      "zitare-card is not installed, so there are no cards; it would be "
        + places.map(\.string).joined(separator: " or ")
    case .failed(_, let reason): reason
    }
  }
}
