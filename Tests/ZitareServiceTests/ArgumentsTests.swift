import Testing
import ZitareBase
import ZitareService

@Suite("Arguments")
struct ArgumentsTests {
  @Test(
    "an option's value is the next word or what follows its equals sign",
    arguments: [
      (["--limit", "5"], 5), (["--limit=5"], 5), (["--limit", "4", "--limit=5"], 5),
      (["--limit", "-5"], -5), (["word", "--limit", "5", "word"], 5),
    ])
  func option(words: [String], expected: Int) throws {
    var arguments = Arguments(words)
    #expect(try arguments.option("--limit") == expected)
  }

  @Test("an option that is not there is nil, a flag that is not there is false")
  func absent() throws {
    var arguments = Arguments(["word"])
    let limit: Int? = try arguments.option("--limit")
    #expect(limit == nil)
    #expect(try arguments.flag("--all") == false)
  }

  @Test("a repeated option gives all its values in order")
  func repeated() throws {
    var arguments = Arguments(["--origin", "a", "x", "--origin=b=c"])
    #expect(try arguments.options("--origin") == ["a", "b=c"])
    #expect(try arguments.rest("word") == ["x"])
    try arguments.finish()
  }

  @Test("positional arguments are what options leave, in order; a dash alone is one")
  func positionals() throws {
    var arguments = Arguments(["first", "--limit", "5", "-", "third"])
    let _: Int? = try arguments.option("--limit")
    #expect(try arguments.positional("name") == "first")
    #expect(try arguments.rest("more") == ["-", "third"])
    try arguments.finish()
  }

  @Test("after -- no word is an option")
  func operands() throws {
    var arguments = Arguments(["--all", "--", "--all", "--", "-x"])
    #expect(try arguments.flag("--all"))
    #expect(try arguments.rest("word") == ["--all", "--", "-x"])
    try arguments.finish()
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let words: [String]
    let english: String
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(
    "what cannot be understood is named, with the nearest option that is known",
    arguments: [
      Refusal(
        words: ["a", "--limti", "5"], english: "unknown option --limti; did you mean --limit?"),
      Refusal(words: ["a", "--limti=5"], english: "unknown option --limti; did you mean --limit?"),
      Refusal(words: ["a", "--colour"], english: "unknown option --colour"),
      Refusal(words: ["a", "b"], english: "nothing is expected at “b”"),
      Refusal(words: ["a", "--", "--b"], english: "nothing is expected at “--b”"),
      Refusal(words: [], english: "NAME is missing"),
      Refusal(words: ["a", "--limit"], english: "--limit needs a value"),
      Refusal(words: ["a", "--limit", "--all"], english: "--limit needs a value"),
      Refusal(
        words: ["a", "--limit", "many"], english: "--limit takes a whole number, not “many”"),
      Refusal(words: ["a", "--limit="], english: "--limit takes a whole number, not “”"),
      Refusal(
        words: ["a", "--limit", "99999999999999999999"],
        english: "--limit takes a whole number, not “99999999999999999999”"),
      Refusal(words: ["a", "--all=yes"], english: "--all takes no value"),
      Refusal(
        words: ["a", "--format", "tx"], english: "--format takes one of text, json, not “tx”"),
      Refusal(
        words: ["a", "--date", "2026-02-30"],
        english: "--date takes a date such as 2026-03-29, not “2026-02-30”"),
    ])
  func refusals(refusal: Refusal) {
    let error = #expect(throws: UsageError.self) { try Sample(refusal.words) }
    #expect(error?.description == refusal.english)
    #expect(error?.exitCode == .usage)
  }

  @Test("usage errors are told in the person's language, the word at fault included")
  func german() {
    let error = #expect(throws: UsageError.self) { try Sample(["a", "--limit", "{form}"]) }
    #expect(error?.text(in: .german) == "--limit braucht eine ganze Zahl, nicht „{form}“")
  }

  private enum Format: String, ArgumentValue, CaseIterable {
    case text, json
  }

  private struct Sample {
    init(_ words: [String]) throws(UsageError) {
      var arguments = Arguments(words)
      let _: Int? = try arguments.option("--limit", "-n")
      let _: Format? = try arguments.option("--format")
      let _: CivilDate? = try arguments.option("--date")
      _ = try arguments.flag("--all")
      let _: String = try arguments.positional("NAME")
      try arguments.finish()
    }
  }
}
