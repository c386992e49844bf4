/// What a build of a program is, as `--version --json` prints it.
public struct ProgramVersion: Sendable, Encodable {
  public let program: String
  public let version: String
  /// The commit it was built from; nil where the build was not told.
  public let commit: String?
  /// The day of that commit, such as `2026-11-30`.
  public let date: String?
  /// The versions of the libraries it runs with, by their names.
  public let libraries: [String: String]

  /// An empty commit or date is not known.
  public init(
    program: String, version: String, commit: String = "", date: String = "",
    libraries: [String: String] = [:]
  ) {
    self.program = program
    self.version = version
    self.commit = commit.isEmpty ? nil : commit
    self.date = date.isEmpty ? nil : date
    self.libraries = libraries
  }

  /// Lines for people, without the last line feed.
  public func text(in language: Language) -> String {
    let unknown = ServiceText.versionUnknown.text(in: language)
    let build = ServiceText.versionBuild.text(
      in: language, ["commit": commit ?? unknown, "date": date ?? unknown])
    let libraries = libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return ["\(program) \(version)", build, libraries.joined(separator: ", ")]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
