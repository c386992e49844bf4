import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZitareBase

/// Runs another program to its end.
func run(
  _ program: String, _ arguments: String..., environment: [String: String] = [:],
  input: String = ""
) throws -> ChildProcess.Result {
  try ChildProcess(
    FilePath(program), arguments,
    environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 },
    input: input
  ).wait()
}

/// Whether strace(1) may watch programs here.
let canTrace =
  (try? run("/usr/bin/strace", "-f", "-e", "trace=network", "true").status) == 0

func decode<T: Decodable>(_ type: T.Type, _ text: some StringProtocol) throws -> T {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

/// The objects that a command printed, one on each line.
func lines<T: Decodable>(_ type: T.Type, _ text: String) throws -> [T] {
  try text.split(separator: "\n").map { try decode(type, $0) }
}

/// A fortune file's text: one quotation of a known author per text.
func fortunes(_ texts: some Sequence<String>) -> String {
  texts.map { "\($0)\n\t\t-- Johann Wolfgang von Goethe\n" }.joined(separator: "%\n")
}

/// What `search --json` prints.
struct Hit: Decodable, Equatable {
  let slug: String
  let text: String
  let author: String?
  let language: String
  let score: Double
  let found: String
  let isPartial: Bool?
}

/// What `submissions list --json` prints, as far as tests look at it.
struct SubmissionEntry: Decodable {
  let id: String
  let account: String
  let state: String
  let body: String
  let attempts: Int
  let waitsFor: String?
  let answerStatus: Int?
  let similar: [String]?
}

/// What `status --json` prints, as far as tests look at it.
struct StatusReport: Decodable {
  struct CheckLine: Decodable {
    let name: String
    let level: String
    let text: String
    let facts: [String: Fact]
  }
  enum Fact: Decodable, Equatable {
    case flag(Bool)
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  let program: String
  let workers: [Int32]
  let jobs: [String: Int]
  let unknownKinds: [String]
  let checks: [CheckLine]

  subscript(check: String) -> CheckLine? { checks.first { $0.name == check } }
}

extension Home {
  /// A user whose only origin is a small fortune file.
  static func withFortunes(_ texts: [String]) throws -> Home {
    var home = try Home()
    home.origins = ["fortune:\(try home.folder.write("fortunes", fortunes(texts).utf8))"]
    return home
  }

  /// Three quotations that mention people.
  static let texts = [
    "Der Mensch ist frei geboren, und überall liegt er in Ketten.",
    "Edel sei der Mensch, hilfreich und gut!",
    "Es irrt der Mensch, solang er strebt.",
  ]

  /// Writes the configuration file.
  func configure(_ text: String) throws {
    try Files.makeFolder(configuration.parent)
    try Files.replace(configuration, with: text.utf8)
  }

  /// Starts the program under another one, such as `unshare -n`.
  func start(under words: [String], _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      FilePath(words[0]),
      words.dropFirst() + [Self.program.string] + origins.flatMap { ["--origin", $0] } + arguments,
      environment: environment)
  }

  func hits(_ words: String...) throws -> [Hit] {
    let result = try start(["search", "--json", "--offline"] + words).wait()
    #expect(result.status == 0, "\(result.errors)")
    return try lines(Hit.self, result.output)
  }

  func status() throws -> StatusReport {
    let result = try run("status", "--json")
    #expect(result.status == 0, "\(result.errors)")
    return try decode(StatusReport.self, result.output)
  }

  func submissions() throws -> [SubmissionEntry] {
    let result = try run("submissions", "list", "--json")
    #expect(result.status == 0, "\(result.errors)")
    return try lines(SubmissionEntry.self, result.output)
  }
}
