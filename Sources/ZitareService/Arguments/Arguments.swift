import ZitareBase

/// The words of a command line, taken out one by one by those who know what they mean.
///
/// Options are asked for before positional arguments, since only an option's owner knows whether
/// the word after it belongs to it. What is left at the end nobody knows: a usage error.
public struct Arguments: Sendable {
  /// The words before `--`.
  private var words: [String]
  /// The words after `--`, which are no options whatever they look like.
  private var operands: [String]
  /// The options asked for so far, for suggestions.
  private var known: [String] = []

  public init(_ words: [String]) {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    self.words = Array(words[..<end])
    operands = Array(words[end...].dropFirst())
  }

  /// Whether one of these options is there, such as `--json`.
  public mutating func flag(_ names: String...) throws(UsageError) -> Bool {
    known += names
    if let word = words.first(where: { word in names.contains { word.hasPrefix($0 + "=") } }) {
      throw UsageError(.flagWithValue, ["option": String(word.prefix { $0 != "=" })])
    }
    let count = words.count
    words.removeAll(where: names.contains)
    return words.count < count
  }

  /// The value of an option, as `--name value` or `--name=value`; the last one of several.
  ///
  /// A value that begins with `--` needs the second form.
  public mutating func option<Value: ArgumentValue>(
    _ names: String...
  ) throws(UsageError) -> Value? {
    let values: [Value] = try values(of: names)
    return values.last
  }

  /// The values of an option that may be repeated, in order.
  public mutating func options<Value: ArgumentValue>(
    _ names: String...
  ) throws(UsageError) -> [Value] {
    try values(of: names)
  }

  /// The next word that is no option; `name` is for the error where there is none.
  public mutating func positional<Value: ArgumentValue>(
    _ name: String
  ) throws(UsageError) -> Value {
    guard let value: Value = try optionalPositional(name) else {
      throw UsageError(.missingArgument, ["name": name])
    }
    return value
  }

  /// The next word that is no option, nil where there is none.
  public mutating func optionalPositional<Value: ArgumentValue>(
    _ name: String
  ) throws(UsageError) -> Value? {
    try refuseOptions()
    guard let word = next() else { return nil }
    return try Self.read(word, name)
  }

  /// All remaining words that are no options; they may be none.
  public mutating func rest<Value: ArgumentValue>(_ name: String) throws(UsageError) -> [Value] {
    var values: [Value] = []
    while let value: Value = try optionalPositional(name) { values.append(value) }
    return values
  }

  /// Refuses whatever nobody has taken.
  public func finish() throws(UsageError) {
    try refuseOptions()
    if let word = words.first ?? operands.first {
      throw UsageError(.unexpectedArgument, ["word": word])
    }
  }

  /// Takes the first word if it is one of `names`: the name of a command.
  mutating func command(among names: [String]) -> String? {
    guard let word = words.first, names.contains(word) else { return nil }
    return words.removeFirst()
  }

  /// The first word that is no option, left in place.
  var firstPositional: String? { words.first { !Self.isOption($0) } }

  /// Whether an option stands where a command's name should.
  var beginsWithOption: Bool { words.first.map(Self.isOption) ?? false }

  private mutating func values<Value: ArgumentValue>(
    of names: [String]
  ) throws(UsageError) -> [Value] {
    known += names
    var values: [Value] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      guard let name = names.first(where: { word == $0 || word.hasPrefix($0 + "=") }) else {
        index += 1
        continue
      }
      if word == name {
        guard index + 1 < words.count, !words[index + 1].hasPrefix("--") else {
          throw UsageError(.missingValue, ["option": name])
        }
        values.append(try Self.read(words[index + 1], name))
        words.removeSubrange(index...index + 1)
      } else {
        values.append(try Self.read(String(word.dropFirst(name.count + 1)), name))
        words.remove(at: index)
      }
    }
    return values
  }

  private mutating func next() -> String? {
    if !words.isEmpty { return words.removeFirst() }
    return operands.isEmpty ? nil : operands.removeFirst()
  }

  private func refuseOptions() throws(UsageError) {
    guard let word = words.first(where: Self.isOption) else { return }
    let option = String(word.prefix { $0 != "=" })
    if let nearest = nearestName(to: option, in: known) {
      throw UsageError(.unknownOptionNear, ["option": option, "nearest": nearest])
    }
    throw UsageError(.unknownOption, ["option": option])
  }

  private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

  private static func read<Value: ArgumentValue>(
    _ word: String, _ name: String
  ) throws(UsageError) -> Value {
    guard let value = Value(argument: word) else {
      throw UsageError(badValue: word, of: name, form: Value.argumentForm)
    }
    return value
  }
}
