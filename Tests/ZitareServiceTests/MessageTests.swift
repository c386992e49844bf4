import Testing

@testable import ZitareService

@Suite("Messages")
struct MessageTests {
  @Test(
    "the language is that of the first locale variable that is set",
    arguments: [
      ([:], Language.english),
      (["LANG": "de_DE.UTF-8"], .german),
      (["LANG": "de"], .german),
      (["LANG": "de_CH@euro"], .german),
      (["LANG": "den_CA"], .english),
      (["LANG": "C.UTF-8"], .english),
      (["LC_ALL": "", "LC_MESSAGES": "de_AT", "LANG": "en_US"], .german),
      (["LC_ALL": "C", "LC_MESSAGES": "de_AT", "LANG": "de_DE"], .english),
    ])
  func language(variables: [String: String], expected: Language) {
    #expect(Language(environment: variables) == expected)
  }

  @Test("places are filled once, by name; values are not searched for places")
  func places() {
    let message = Message(english: "{a} of {b}, {c}", german: "{b}: {a}, {c}")
    #expect(message.text(in: .english, ["a": "{b}", "b": "2"]) == "{b} of 2, {c}")
    #expect(message.text(in: .german, ["a": "1", "b": "2", "c": "}"]) == "2: 1, }")
  }

  @Test(
    "a word goes with its number", arguments: [("0", "0 hits"), ("1", "1 hit"), ("12", "12 hits")])
  func plural(count: String, expected: String) {
    let message = Message(english: "{n} {n|hit|hits}", german: "{n}")
    #expect(message.text(in: .english, ["n": count]) == expected)
    #expect(Message.places(in: message.english) == ["n"])
  }

  @Test("a table with a missing text or unequal places is found out")
  func faults() {
    enum Faulty: MessageTable {
      case missing, unequal, fine
      var message: Message {
        switch self {
        case .missing: Message(english: "text", german: "")
        case .unequal: Message(english: "{a} {b}", german: "{a} {c}")
        case .fine: Message(english: "{a} {b}", german: "{b} {a}")
        }
      }
    }
    #expect(
      Faulty.faults == ["missing has no text in some language", "unequal names different places"])
  }
}

@Suite("Texts")
struct TextTests {
  @Test(
    "a printable text has no control and no bidi characters",
    arguments: [
      ("a\u{1B}]0;x\u{07}b", "a]0;xb"), ("\u{202E}evil\u{202C}", "evil"),
      ("a\u{0}b\u{9B}1m", "ab1m"),
      ("tab\tline\n", "tab\tline\n"), ("👩‍👩‍👧 e\u{301}", "👩‍👩‍👧 e\u{301}"),
      ("\u{2067}א\u{2069}\u{200F}", "א"), ("a\r\nb", "a\nb"),
    ])
  func printable(text: String, expected: String) {
    #expect(text.printable == expected)
  }

  @Test("a single line has single spaces for all white space")
  func singleLine() {
    #expect(" a\r\n\tb\u{2028}c  d\u{1B}[K ".singleLine == "a b c d[K")
  }

  @Test(
    "lengths of time are read and written in descending units",
    arguments: [
      ("90s", "1m30s", 90_000), ("1h30m", "1h30m", 5_400_000), ("7d", "7d", 604_800_000),
      ("500ms", "500ms", 500), ("0s", "0s", 0), ("1m500ms", "1m500ms", 60_500),
    ])
  func duration(text: String, canonical: String, milliseconds: Int) throws {
    let duration = try #require(Duration(text: text))
    #expect(duration == .milliseconds(milliseconds))
    #expect(duration.text == canonical)
  }

  @Test(
    "anything else is no length of time",
    arguments: [
      "", "5", "h", "1h 30m", "30m1h", "1h1h", "-1h", "1.5h", "1H", "99999999999999999999s",
      "9000000000d", "1000001d", "1w", "１h",
    ])
  func noDuration(text: String) {
    #expect(Duration(text: text) == nil)
  }
}
