/// The help texts of a program, made from its table.
struct Help<Services: Sendable> {
  let service: ServiceDefinition<Services>
  let language: Language

  /// The whole program: its commands by section, then the options that all of them take.
  func overview() -> String {
    var blocks = [
      "\(service.name): \(service.summary.text(in: language))",
      usage("\(service.name) \(ServiceText.commandPlace.text(in: language))"),
    ]
    let names = service.sections.flatMap(\.entries).map(\.name)
    let options = GlobalOptions.descriptions(program: service.globalOptions)
    let width = (names + options.map(\.form)).map(\.count).max() ?? 0
    for section in service.sections {
      blocks.append(
        block(
          section.title, section.entries.map { ($0.name, $0.summary) }, width: width))
    }
    blocks.append(
      block(ServiceText.everywhere.message, options.map { ($0.form, $0.meaning) }, width: width))
    blocks.append(ServiceText.helpHint.text(in: language, ["program": service.name]))
    return blocks.joined(separator: "\n\n") + "\n"
  }

  func command(_ match: CommandTable<Services>.Match) -> String {
    let line = [service.name, match.path, match.type.synopsis].filter { !$0.isEmpty }
    var blocks = [usage(line.joined(separator: " ")), match.type.summary.text(in: language)]
    if !match.type.options.isEmpty {
      blocks.append(
        block(ServiceText.options.message, match.type.options.map { ($0.form, $0.meaning) }))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  func family(_ name: String, _ summary: Message, _ types: [any Command<Services>.Type]) -> String {
    let lines = types.map { type in
      (type.synopsis.isEmpty ? type.name : "\(type.name) \(type.synopsis)", type.summary)
    }
    let title = Message(english: "\(service.name) \(name)", german: "\(service.name) \(name)")
    return summary.text(in: language) + "\n\n" + block(title, lines) + "\n"
  }

  private func usage(_ line: String) -> String {
    ServiceText.usage.text(in: language, ["line": line])
  }

  private func block(_ title: Message, _ lines: [(String, Message)], width: Int? = nil) -> String {
    let width = width ?? lines.map(\.0.count).max() ?? 0
    return lines.reduce(title.text(in: language)) { text, line in
      let padding = String(repeating: " ", count: width - line.0.count + 2)
      return text + "\n  \(line.0)\(padding)\(line.1.text(in: language))"
    }
  }
}
