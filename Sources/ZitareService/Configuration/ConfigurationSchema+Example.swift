extension ConfigurationSchema {
  /// A configuration file with every key, its default, unit and meaning; keys without a default
  /// stand commented out with an example.
  public func example(program: String) -> String {
    var text = """
      # The configuration of \(program): every key with its default. No file is needed; one that
      # says only what differs is enough. Lengths of time are written such as "1h30m".

      """
    var section: String?
    for field in sorted {
      if field.section != section {
        section = field.section
        if !field.section.isEmpty { text += "\n[\(field.section)]\n" }
      }
      text += "\n" + field.exampleLines
    }
    return text
  }

  /// The fields with those at the top first, and each section in one piece where it first appears.
  private var sorted: [ConfigurationField] {
    var order = [""]
    for field in fields where !order.contains(field.section) { order.append(field.section) }
    return order.flatMap { section in fields.filter { $0.section == section } }
  }
}

extension ConfigurationField {
  fileprivate var exampleLines: String {
    let help = wrapped(help + hint).map { "# \($0)\n" }.joined()
    guard standard == .unset else { return help + "\(name) = \(standard.toml)\n" }
    return help + "# \(name) = \(ConfigurationValue.text(example ?? "").toml)\n"
  }

  private var hint: String {
    switch form {
    case .integer(let range):
      " Unit: \(unit ?? "none"); \(range.lowerBound) to \(range.upperBound)."
    case .duration(let range): " From \(range.lowerBound.text) to \(range.upperBound.text)."
    case .text, .list, .boolean: unit.map { " Takes \($0)." } ?? ""
    }
  }

  /// The words in lines of at most 96 columns.
  private func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 96 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
