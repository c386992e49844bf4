import TestSupport
import Testing
import ZitareBase

@testable import ZitareService

/// The keys that these tests configure.
private enum Keys {
  enum Color: String, CaseIterable {
    case red, green
  }

  static let origins = ConfigurationKey<[String]>.list(
    "origins", default: ["a:b"], help: "Where it comes from.",
    complaint: { $0.contains(":") ? nil : "has no scheme" })
  static let concurrency = ConfigurationKey<Int>.integer(
    "worker.concurrency", default: 4, in: 1...64, unit: "jobs", help: "How many run at once.")
  static let grace = ConfigurationKey<Duration>.duration(
    "worker.grace", default: .seconds(10), in: .zero ... .seconds(3600), help: "How long they may.")
  static let eager = ConfigurationKey<Bool>.boolean(
    "worker.eager", default: true, help: "Whether it hurries.")
  static let color = ConfigurationKey<Color>.choice(
    "look.color", default: .green, help: "Its color.")
  static let zone = ConfigurationKey<String?>.text(
    "look.zone", example: "Europe/Berlin", help: "The zone. Default: the system's.")
  static let title = ConfigurationKey<String>.text(
    "look.deep.title", default: "say \"a\\b\"\n", help: "The title.")

  static let schema = ConfigurationSchema([
    origins.field, concurrency.field, grace.field, eager.field, color.field, zone.field,
    title.field,
  ])
}

@Suite("Configuration")
struct ConfigurationTests {
  private func decode(_ text: String) throws(ConfigurationError) -> Configuration {
    try Keys.schema.decode(Array(text.utf8), file: "/etc/c.toml")
  }

  @Test("without a file every key has its default")
  func defaults() throws {
    let folder = TemporaryFolder()
    let configuration = try Keys.schema.read(folder.appending("none.toml"))
    #expect(configuration[Keys.origins] == ["a:b"])
    #expect(configuration[Keys.concurrency] == 4)
    #expect(configuration[Keys.grace] == .seconds(10))
    #expect(configuration[Keys.eager])
    #expect(configuration[Keys.color] == .green)
    #expect(configuration[Keys.zone] == nil)
    #expect(configuration.source(of: Keys.zone) == .standard)
  }

  @Test("a file sets keys in whatever notation TOML has for them")
  func file() throws {
    let configuration = try decode(
      """
      origins = [
        "x:1",
        'y:2',
      ]
      look = { deep.title = "", color = "red", zone = "UTC" }
      [worker]
      concurrency = 0x10
      grace = "1m30s"
      """)
    #expect(configuration[Keys.origins] == ["x:1", "y:2"])
    #expect(configuration[Keys.title] == "")
    #expect(configuration[Keys.concurrency] == 16)
    #expect(configuration[Keys.grace] == .seconds(90))
    #expect(configuration[Keys.color] == .red)
    #expect(configuration[Keys.zone] == "UTC")
    #expect(configuration.source(of: Keys.concurrency) == .file("/etc/c.toml", line: 7))
    #expect(configuration.source(of: Keys.eager) == .standard)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let error: String
    var testDescription: String { text }
  }

  @Test(
    "an error names file, line, key and what would be right",
    arguments: [
      Refusal(
        text: "[worker]\nconcurency = 2",
        error: "/etc/c.toml:2: unknown key worker.concurency; did you mean worker.concurrency?"),
      Refusal(
        text: "\nconcurrency = 2",
        error: "/etc/c.toml:2: unknown key concurrency; did you mean worker.concurrency?"),
      Refusal(
        text: "[wroker]\neager = false",
        error: "/etc/c.toml:1: unknown key wroker; did you mean worker?"),
      Refusal(text: "\"a.b\" = 1", error: "/etc/c.toml:1: unknown key \"a.b\""),
      Refusal(
        text: "[[origins]]\nx = 1",
        error: "/etc/c.toml:1: origins takes a list of texts, not a section in it"),
      Refusal(
        text: "[worker]\n\nconcurrency = \"2\"",
        error: "/etc/c.toml:3: worker.concurrency takes a whole number from 1 to 64, not a text"),
      Refusal(
        text: "worker.concurrency = 65",
        error: "/etc/c.toml:1: worker.concurrency takes a whole number from 1 to 64, not 65"),
      Refusal(
        text: "worker.concurrency = 2.5",
        error: "/etc/c.toml:1: worker.concurrency takes a whole number from 1 to 64, not a number"),
      Refusal(
        text: "worker.grace = 10",
        error:
          "/etc/c.toml:1: worker.grace takes a length of time from \"0s\" to \"1h\", not a number"),
      Refusal(
        text: "worker.grace = \"2h\"",
        error: "/etc/c.toml:1: worker.grace takes a length of time from \"0s\" to \"1h\", not “2h”"),
      Refusal(
        text: "worker.eager = \"yes\"",
        error: "/etc/c.toml:1: worker.eager takes true or false, not a text"),
      Refusal(
        text: "worker = 1", error: "/etc/c.toml:1: unknown key worker; did you mean worker?"),
      Refusal(
        text: "origins = \"a:b\"", error: "/etc/c.toml:1: origins takes a list of texts, not a text"
      ),
      Refusal(
        text: "origins = [\n  \"a:b\",\n  5,\n]",
        error: "/etc/c.toml:3: origins takes a list of texts, not a number in it"),
      Refusal(
        text: "origins = [\n  \"a:b\",\n  \"c\",\n]",
        error: "/etc/c.toml:3: origins: “c” has no scheme"),
      Refusal(
        text: "look.color = \"blue\"",
        error: "/etc/c.toml:1: look.color: “blue” is none of red, green"),
      Refusal(
        text: "look.zone = 2026-01-01", error: "/etc/c.toml:1: look.zone takes a text, not a date"),
    ])
  func refusals(refusal: Refusal) {
    let error = #expect(throws: ConfigurationError.self) { try decode(refusal.text) }
    #expect(error?.description == refusal.error)
    #expect(error?.exitCode == .configuration)
  }

  @Test(
    "a text that is no TOML is refused with its line and column",
    arguments: [
      ("a = ", 1), ("[worker]\ngrace = \"1h", 2), ("a = 1\na = 2", 2), ("\n\n= 3", 3),
      ("a = \"\\q\"", 1), ("a = \u{0}", 1), (String(repeating: "x", count: 5000), 1),
      ("\n" + String(repeating: "a.", count: 40) + "a = 1", 2),
      ("a = [[[[[[[[1]]]]]]]]", 1),
    ])
  func syntax(text: String, line: Int) {
    let error = #expect(throws: ConfigurationError.self) { try decode(text) }
    #expect(error?.source == .file("/etc/c.toml", line: line))
    guard case .syntax(let column, let reason) = error?.fault else {
      Issue.record("\(String(describing: error)) is no syntax error")
      return
    }
    #expect(column > 0 && !reason.isEmpty)
  }

  @Test("bytes that are no UTF-8 are a syntax error")
  func notUTF8() {
    let error = #expect(throws: ConfigurationError.self) {
      try Keys.schema.decode(Array("a = \"".utf8) + [0xFF, 0xFE], file: "/c")
    }
    #expect(error?.source == .file("/c", line: 1))
  }

  @Test("a key as deep as a file is long does not exhaust the stack")
  func deepKey() {
    let line = "[" + String(repeating: "a.", count: 2000) + "a]\n"
    let rest = String(repeating: "a.", count: 2000) + "b = 1\n"
    let error = #expect(throws: ConfigurationError.self) { try decode(line + rest) }
    #expect(error?.description.hasSuffix("keys nest at most 16 deep") == true)
  }

  @Test("a file beyond the limit, a missing one that is required and a folder are refused")
  func unreadable() throws {
    let folder = TemporaryFolder()
    let large = try folder.write("large", repeatElement(UInt8(ascii: "#"), count: 300 << 10))
    let error = #expect(throws: ConfigurationError.self) { try Keys.schema.read(large) }
    #expect(error?.fault == .tooLarge(limit: 256 << 10))
    let missing = #expect(throws: ConfigurationError.self) {
      try Keys.schema.read(folder.appending("none"), required: true)
    }
    #expect(missing?.fault == .unreadable(reason: "there is no such file"))
    #expect(throws: ConfigurationError.self) { try Keys.schema.read(folder.path) }
  }

  @Test("the example file shows every key and decodes to the defaults")
  func example() throws {
    let text = Keys.schema.example(program: "sample")
    let configuration = try decode(text)
    for field in Keys.schema.fields {
      let setting = try #require(configuration.settings[field.path])
      #expect(setting.value == field.standard, "\(field.path)")
      #expect(text.contains("\(field.name) = "), "\(field.path)")
      #expect((setting.source == .standard) == (field.standard == .unset), "\(field.path)")
    }
    #expect(text.contains("# How many run at once. Unit: jobs; 1 to 64.\nconcurrency = 4\n"))
    #expect(text.contains("\n# zone = \"Europe/Berlin\"\n"))
  }

  struct Override: Sendable, CustomTestStringConvertible {
    let key: String
    let values: [String]
    let effective: String
    var testDescription: String { "\(key)=\(values)" }
  }

  @Test(
    "an option of the command line wins over the file",
    arguments: [
      Override(key: "worker.concurrency", values: ["8"], effective: "8"),
      Override(key: "worker.concurrency", values: ["8", "9"], effective: "9"),
      Override(key: "worker.grace", values: ["60s"], effective: "\"1m\""),
      Override(key: "worker.eager", values: ["false"], effective: "false"),
      Override(key: "look.zone", values: ["a\"b"], effective: "\"a\\\"b\""),
      Override(key: "origins", values: ["x:1"], effective: "[\"x:1\"]"),
      Override(key: "origins", values: ["x:1", "[y:2"], effective: "[\"x:1\", \"[y:2\"]"),
      Override(key: "origins", values: ["[\"x:1\", 'y:2']"], effective: "[\"x:1\", \"y:2\"]"),
      Override(key: "origins", values: ["[]"], effective: "[]"),
    ])
  func overrides(override: Override) throws {
    var configuration = try decode("worker.concurrency = 2\norigins = [\"q:r\"]")
    try configuration.apply(
      ConfigurationOverride(key: override.key, values: override.values, option: "--set"))
    let line = configuration.effective.first { $0.key == override.key }
    #expect(line?.value == override.effective)
    #expect(line?.source == .option("--set"))
  }

  @Test(
    "an option with an unknown key or a bad value is refused by the same rules",
    arguments: [
      ("worker.grac", "1", "--set: unknown key worker.grac; did you mean worker.grace?"),
      (
        "worker.concurrency", "",
        "--set: worker.concurrency takes a whole number from 1 to 64, not nothing"
      ),
      ("worker.eager", "1", "--set: worker.eager takes true or false, not “1”"),
      ("origins", "x", "--set: origins: “x” has no scheme"),
    ])
  func badOverrides(key: String, value: String, message: String) throws {
    var configuration = Keys.schema.standard()
    let error = #expect(throws: ConfigurationError.self) {
      try configuration.apply(
        ConfigurationOverride(key: key, values: [value], option: "--set"))
    }
    #expect(error?.description == message)
  }
}
