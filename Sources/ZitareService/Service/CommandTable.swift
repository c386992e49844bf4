import ZitareBase

/// All commands of a program, found by the first words of a command line.
struct CommandTable<Services: Sendable>: Sendable {
  /// A command with the words that call it.
  struct Match {
    let path: String
    let type: any Command<Services>.Type
  }

  /// What a command line names.
  enum Target {
    case command(Match)
    case family(CommandEntry<Services>)
    case none
  }

  let sections: [CommandSection<Services>]

  private var entries: [CommandEntry<Services>] { sections.flatMap(\.entries) }

  /// Takes the words that name a command; `none` where there are none.
  ///
  /// A family's name alone is `.family`, with whatever follows it left in place.
  func target(_ arguments: inout Arguments) throws(UsageError) -> Target {
    guard let name = arguments.command(among: entries.map(\.name)),
      let entry = entries.first(where: { $0.name == name })
    else {
      if arguments.beginsWithOption { try arguments.finish() }
      guard let word = arguments.firstPositional else { return .none }
      throw unknown(word, among: entries.map(\.name))
    }
    guard case .family(_, _, let types) = entry else { return .command(match(entry)) }
    if let word = arguments.command(among: types.map { $0.name }),
      let type = types.first(where: { $0.name == word })
    {
      return .command(Match(path: "\(name) \(word)", type: type))
    }
    if let word = arguments.firstPositional, !arguments.beginsWithOption {
      throw unknown(word, among: types.map { $0.name })
    }
    return .family(entry)
  }

  /// The command that an entry stands for when nothing follows its name.
  func match(_ entry: CommandEntry<Services>) -> Match {
    switch entry {
    case .command(let type): return Match(path: type.name, type: type)
    case .family(let name, _, let types):
      guard let type = types.first else { preconditionFailure("the family \(name) is empty") }
      return Match(path: "\(name) \(type.name)", type: type)
    }
  }

  private func unknown(_ word: String, among names: [String]) -> UsageError {
    if let nearest = nearestName(to: word, in: names) {
      return UsageError(.unknownCommandNear, ["word": word, "nearest": nearest])
    }
    return UsageError(.unknownCommand, ["word": word])
  }
}
