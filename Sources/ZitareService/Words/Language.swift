/// A language that texts for people are written in.
public enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"

  /// The language of messages by the first of LC_ALL, LC_MESSAGES and LANG that is set (locale(7)).
  public init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    let name = locale?.prefix { $0 != "_" && $0 != "." && $0 != "@" } ?? ""
    self = name.lowercased() == "de" ? .german : .english
  }
}
