import Testing

@testable import ZitareCorpus

@Suite("An address of something in the corpus")
struct CorpusAddressTests {
  @Test(
    "names it, as the native app or as the web has it",
    arguments: [
      ("zitare://zitat/a-1", .quote("a-1")), ("https://zitare.com/zitate/a-1", .quote("a-1")),
      ("zitare://autor/goethe", .author("goethe")),
      ("https://zitare.com/autoren/goethe", .author("goethe")),
      ("zitare://thema/rat", .theme("rat")), ("https://zitare.com/themen/rat", .theme("rat")),
      ("zitare://quelle/faust", .source("faust")),
      ("https://zitare.com/quellen/faust", .source("faust")), ("zitare://heute", .today),
      ("zitare://heute/", .today),
    ] as [(String, CorpusAddress)])
  func known(text: String, address: CorpusAddress) {
    #expect(CorpusAddress(text) == address)
    if text.hasPrefix("https") { #expect(address.page == text) }
  }

  @Test(
    "is nothing else, whatever a page or program hands over",
    arguments: [
      "", "zitare:", "zitare://", "zitare://zitat", "zitare://zitat/", "zitare://zitat/a/b",
      "zitare://zitat/A", "zitare://zitat/ä", "zitare://zitat/a b", "zitare://zitat/a?b=c",
      "zitare://zitat/a#b", "zitare://zitat/-a", "zitare://zitat/a%2fb", "zitare://zitat/..",
      "zitare://zitate/a", "ZITARE://zitat/a", "zitare://x@zitat/a", "zitare://heute/a",
      "http://zitare.com/zitate/a", "https://zitare.com/zitat/a",
      "https://zitare.com.evil/zitate/a",
      "https://zitare.com:443/zitate/a", "https://zitare.com//zitate/a",
      "https://zitare.com/zitate/a/",
      "javascript:alert(1)", "--help", "zitare://zitat/\(String(repeating: "a", count: 201))",
    ])
  func unknown(text: String) {
    #expect(CorpusAddress(text) == nil)
  }
}
