import Glibc
import ZitareBase
import ZitareCorpus

/// The cards of a payload's days, as files in the cache.
///
/// A card is named by a digest of what it is drawn from, so a file that is there is right, and days that
/// stay keep theirs. Beside them lie today's under names that stay.
struct CardShelf {
  /// A card that should be there.
  struct Order {
    let request: CardRequest
    let form: CardForm
    let path: FilePath
  }

  let folder: FilePath
  /// Empty where no cards are kept.
  let forms: [CardForm]
  /// What draws them: another release may draw them otherwise.
  let generator: String

  init(_ services: Services) {
    folder = services.places.file(.card)
    let configuration = services.configuration
    forms = configuration.formats.contains(.card) ? configuration.cards : []
    generator = services.generator
  }

  /// The payload with the cards that are there, and with no others.
  func attached(to payload: Payload) throws -> Payload {
    let present = self.present
    var payload = payload
    for index in payload.timeline.indices {
      let entry = payload.timeline[index]
      let orders = try orders(for: entry).filter { present.contains($0.path.lastComponent) }
      func path(_ image: CardImage) -> String? {
        orders.first { $0.form.image == image }?.path.string
      }
      payload.timeline[index].quote.card =
        orders.isEmpty
        ? nil
        : Payload.Card(
          png: path(.png), svg: path(.svg), alt: PanelQuote(payload, on: entry.date).line())
    }
    return payload
  }

  /// The cards of the payload that are not there.
  func missing(in payload: Payload) throws -> [Order] {
    let present = self.present
    return try payload.timeline.flatMap(orders(for:))
      .filter { !present.contains($0.path.lastComponent) }
  }

  /// The names in the folder.
  ///
  /// One that cannot be read holds no cards; what draws them says why.
  private var present: Set<String> { Set((try? Files.names(in: folder)) ?? []) }

  /// Keeps today's cards under their other names, as far as they are there, and removes those of no
  /// day.
  func tidy(_ payload: Payload, today: CivilDate) throws {
    var wanted: Set<String> = []
    for entry in payload.timeline {
      for order in try orders(for: entry) {
        wanted.insert(order.path.lastComponent)
        let name = "today-\(order.form)"
        wanted.insert(name)
        if entry.date == today, let card = try Files.read(order.path) {
          try Files.update(folder.appending(name), to: card)
        }
      }
    }
    for name in try Files.names(in: folder) where !wanted.contains(name) && !isTemporary(name) {
      unlink(folder.appending(name).string)
    }
  }

  /// Makes the folder, without what a killed program left of a file that it wrote.
  func prepare() throws {
    try Files.makeFolder(folder, mode: 0o700)
    for name in try Files.names(in: folder) where isTemporary(name) {
      unlink(folder.appending(name).string)
    }
  }

  private func isTemporary(_ name: String) -> Bool { name.hasPrefix(".") }

  private func orders(for entry: Payload.Entry) throws -> [Order] {
    guard !forms.isEmpty else { return [] }
    let request = CardRequest(
      quote: CardRequest.Quote(entry.quote),
      placeholder: entry.reason == .fallback ? true : nil)
    let bytes = try request.encoded()
    return forms.map { form in
      let digest = SHA256.digest("\(generator)\n\(form)\n".utf8 + bytes).prefix(12).hexadecimal
      return Order(
        request: request, form: form,
        path: folder.appending("\(digest).\(form.image.rawValue)"))
    }
  }
}

extension CardRequest.Quote {
  /// What a card shows of a payload's quotation.
  init(_ quote: Payload.Quote) {
    self.init(
      text: quote.text, language: quote.language, dir: quote.dir,
      author: quote.author.map { CardRequest.Author(name: $0.name) },
      source: quote.source.map { CardRequest.Source(title: $0.title, year: $0.year) },
      note: quote.note)
  }
}
