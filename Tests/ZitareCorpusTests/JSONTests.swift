import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("Reading JSON")
struct JSONTests {
  @Test(
    "texts, escapes and numbers are read as RFC 8259 says",
    arguments: [
      ("\"a\\n\\u00fc\\ud83d\\ude00\\/\"", JSONValue.string("a\nü😀/")),
      (" [1, -2.5e+3 ,0] ", .array([.number("1"), .number("-2.5e+3"), .number("0")])),
      ("[]", .array([])), ("{}", .object([])), ("null", .null),
      ("[true,false]", .array([.bool(true), .bool(false)])),
    ])
  func values(text: String, value: JSONValue) throws {
    #expect(try JSONParser.parse(text) == value)
  }

  @Test(
    "what is not JSON is refused",
    arguments: [
      "", "{", "[1,]", "{\"a\":}", "{a:1}", "01", "1.", "+1", "\"a", "\"\\x\"", "\"\\ud800\"",
      "\"\\udc00\\ud800\"", "\"\u{1}\"", "nul", "[1] 2", "'a'", "[1 2]", "-", "NaN", "{\"a\":1,}",
    ])
  func refusals(text: String) {
    #expect(throws: JSONError.self) { try JSONParser.parse(text) }
  }

  @Test("invalid UTF-8 and too deep nesting are refused")
  func hostile() throws {
    #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xff, 0x22]) }
    #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xed, 0xa0, 0x80, 0x22]) }
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try JSONParser.parse(deep) }
  }

  @Test("what is written is read again as it was")
  func roundTrip() throws {
    let text = "\"\\\u{0}\u{1f}\n\r\t/ü😀\u{2028}"
    var writer = JSONWriter()
    writer.raw("{")
    writer.member(text, text)
    writer.member("n", -5)
    writer.member("l", ["", text])
    writer.raw("}")
    let value = try JSONParser.parse(writer.bytes)
    #expect(value[text]?.string == text)
    #expect(value["n"]?.integer == -5)
    #expect(value["l"]?.strings == ["", text])
  }

  @Test("a big file is taken apart, whatever the boundaries of its chunks")
  func elements() throws {
    let folder = TemporaryFolder()
    let filler = String(repeating: " ", count: (256 << 10) - 12)
    for shift in 0..<24 {
      let space = String(repeating: " ", count: shift)
      let path = try folder.write(
        "a.json",
        Array("{\(filler)\(space)\"q\":[{\"a\":\"]}\\\"\"},2, \"x\"],\"z\" : {\"q\":[1]}}".utf8))
      var pieces: [String] = []
      var scanner = try JSONElementScanner(path, arrays: ["q"])
      try scanner.scan { piece, _ in
        switch piece {
        case .element(let array, .bytes(let bytes)): pieces.append("\(array) \(text(bytes))")
        case .member(let name, .bytes(let bytes)): pieces.append("\(name)=\(text(bytes))")
        case .arrayStarts(let name): pieces.append("\(name)[")
        default: pieces.append("?")
        }
      }
      #expect(
        pieces == ["q[", "q {\"a\":\"]}\\\"\"}", "q 2", "q \"x\"", "z={\"q\":[1]}"])
    }
  }

  @Test("an element beyond its limit is passed over, and its length is told")
  func oversized() throws {
    let folder = TemporaryFolder()
    let long = String(repeating: "x", count: 3000)
    let path = try folder.write("a.json", Array("[\"\(long)\",1]".utf8))
    var limits = JSONElementScanner.Limits()
    limits.element = 1000
    var lengths: [Int64] = []
    var scanner = try JSONElementScanner(path, arrays: [], limits: limits)
    try scanner.scan { piece, offset in
      switch piece {
      case .element(_, .oversized(let length)): lengths.append(length)
      case .element(_, .bytes(let bytes)): lengths.append(Int64(bytes.count))
      default: break
      }
    }
    #expect(lengths == [3002, 1])
  }

  private func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
