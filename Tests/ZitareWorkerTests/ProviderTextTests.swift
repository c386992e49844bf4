import Testing
import ZitareService

@testable import ZitareSearchProvider

@Suite("Texts of the search provider")
struct ProviderTextTests {
  @Test(
    "what is typed becomes words, and never an operator",
    arguments: [
      (["Wahrheit"], "wahrheit"), (["goethe", "we"], "goethe we"),
      (["der die das"], "der die das"), (["AND", "\"x\""], "and x"),
      (["author:goethe"], "author goethe"), (["-nicht", "*"], "nicht"),
    ])
  func words(terms: [String], query: String) {
    #expect(TypedWords(terms).query == query)
  }

  @Test("what has no letter and no digit is no query, and of a pasted text the beginning counts")
  func limits() {
    for terms in [[], [""], ["\"", "(", "*"], ["–"]] { #expect(TypedWords(terms).query == nil) }
    let pasted = TypedWords([String(repeating: "wort ", count: 10_000)]).query
    #expect(pasted?.split(separator: " ").count == 32)
  }
}
