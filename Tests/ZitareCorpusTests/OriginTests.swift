import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("Origins")
struct OriginTests {
  @Test(
    "an origin is a fortune path, a file or a web address",
    arguments: [
      ("fortune:/usr/share/games/fortunes/de", "fortune:/usr/share/games/fortunes/de"),
      ("fortune:own/", "fortune:/home/me/own"),
      ("file:snapshot.json", "file:/home/me/snapshot.json"),
      ("file:///tmp/a%20b.json", "file:/tmp/a b.json"),
      ("file://localhost/tmp/x.json", "file:/tmp/x.json"),
      ("https://zitare.com/index-full.json", "https://zitare.com/index-full.json"),
      ("HTTPS://Zitare.COM", "https://zitare.com/"),
      ("http://[::1]:8080/index-full.json", "http://[::1]:8080/index-full.json"),
    ])
  func forms(text: String, description: String) throws {
    #expect(try origin(text).description == description)
  }

  @Test(
    "a text that names no origin is refused with the reason",
    arguments: [
      ("", OriginError.noScheme("")), ("index.json", .noScheme("index.json")),
      ("ftp://x/y", .unknownScheme("ftp")), ("fortune:", .noPath),
      ("file://server/x", .foreignHost("server")), ("file:///a%zz", .badEscape),
      ("file:///a%00", .badEscape), ("https:zitare.com", .noHost), ("https:///x", .noHost),
      ("https://a b/", .badHost), ("https://x:0/", .badPort), ("https://x:99999/", .badPort),
      ("https://x:1a/", .badPort), ("https://me:secret@x/", .userInformation),
      ("https://x/a\nb", .controlCharacter), ("https://x/a b", .controlCharacter),
    ])
  func refusals(text: String, error: OriginError) {
    #expect(throws: error) { try origin(text) }
  }

  @Test("a text of more than two kilobytes is refused")
  func length() {
    #expect(throws: OriginError.tooLong(limit: 2048)) {
      try origin("https://x/" + String(repeating: "a", count: 2048))
    }
  }

  @Test(
    "an id names the origin and tells it from others of its kind",
    arguments: [
      (Origin.standardAddress, "zitare"), ("https://zitare.com/index-min.json", "zitare"),
      ("https://quotes.example.org/index-full.json", "quotes.example.org"),
    ])
  func ids(text: String, id: String) throws {
    #expect(try origin(text).id.string == id)
  }

  @Test("equal names in different folders, ports, paths and queries have different ids")
  func distinctIDs() throws {
    let texts = [
      "fortune:/a/zitate", "fortune:/b/zitate", "file:/a/zitate", "https://x.org/",
      "http://x.org/", "https://x.org:444/", "https://x.org/de/index-full.json",
      "https://x.org/?k=1", "https://x.org/?k=2",
    ]
    #expect(try Set(texts.map { try origin($0).id }).count == texts.count)
  }

  @Test("neither user names nor the values of a query appear in any output")
  func secrets() throws {
    let address = try origin("https://x.org/i.json?token=SECRET&SECRET#SECRET")
    #expect(address.description == "https://x.org/i.json?token=…&…")
    #expect(!address.id.string.lowercased().contains("secret"))
    #expect(WebAddress.redacted("https://me:SECRET@x.org/a?b=SECRET") == "https://x.org/a?b=…")
    #expect(throws: OriginError.noScheme("me?key=…")) { try origin("me?key=SECRET") }
  }

  @Test(
    "only an https origin has a site, and a file beside its snapshot is found without the query")
  func site() throws {
    #expect(try origin("https://x.org:444/a/i.json?t=1").site == "https://x.org:444")
    #expect(try origin("http://x.org/").site == nil)
    #expect(try origin("fortune:/x").site == nil)
    guard case .web(let address) = try origin("https://x.org/a/i.json?t=1").location else {
      return try #require(Bool(false))
    }
    #expect(address.sibling("index-min.json").url == "https://x.org/a/index-min.json")
  }

  @Test("a key is written origin:slug and read again")
  func keys() throws {
    let key = QuoteKey(origin: "zitare", slug: "a-b")
    #expect(key.description == "zitare:a-b")
    #expect(QuoteKey("zitare:a-b") == key)
    #expect(QuoteKey("a-b") == nil)
    #expect(QuoteKey("Not An Origin:a") == nil)
  }

  private func origin(_ text: String) throws(OriginError) -> Origin {
    try Origin(text, relativeTo: "/home/me")
  }
}
