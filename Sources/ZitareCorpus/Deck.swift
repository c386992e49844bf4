/// Which quotations take part in the daily choice; a list that is empty admits everything.
public struct Deck: Sendable, Hashable {
  /// In lower case, sorted; `de` admits `de-CH` too.
  public let languages: [String]
  public let themes: [String]
  public let epochs: [String]

  public init(languages: [String] = [], themes: [String] = [], epochs: [String] = []) {
    self.languages = Set(languages.map { $0.lowercased() }).sorted()
    self.themes = Set(themes).sorted()
    self.epochs = Set(epochs).sorted()
  }

  /// What the history knows this deck by: the rule and the lists.
  public var id: String {
    var parts = [DailySelection.rule]
    for (name, values) in [("languages", languages), ("themes", themes), ("epochs", epochs)]
    where !values.isEmpty {
      parts.append("\(name)=\(values.joined(separator: ","))")
    }
    return parts.joined(separator: ";")
  }

  func admits(language: String) -> Bool {
    guard !languages.isEmpty else { return true }
    let tag = language.lowercased()
    return languages.contains { tag == $0 || tag.hasPrefix($0 + "-") }
  }

  func admits(themes: [String]) -> Bool {
    self.themes.isEmpty || themes.contains { self.themes.contains($0) }
  }

  func admits(epoch: String?) -> Bool {
    epochs.isEmpty || epoch.map { epochs.contains($0) } ?? false
  }
}
