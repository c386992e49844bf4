import Testing
import ZitareHTTP

@Suite struct HTTPQueryTests {
  @Test(
    "all but the unreserved characters are encoded",
    arguments: [
      ("a b", "a%20b"), ("a+b", "a%2Bb"), ("100%", "100%25"), ("%20", "%2520"), ("ß", "%C3%9F"),
      ("a-b.c_d~e", "a-b.c_d~e"),
      (":/?#[]@!$&'()*+,;=", "%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D"),
    ])
  func encoding(value: String, expected: String) {
    #expect((["q": value] as HTTPQuery).encoded == "q=\(expected)")
  }

  @Test("a name may come more than once and keeps its order")
  func repetition() {
    let query: HTTPQuery = ["array[]": "a", "x": "1", "array[]": "b"]
    #expect(query.encoded == "array%5B%5D=a&x=1&array%5B%5D=b")
  }

  @Test("an item without a value ends in an equals sign")
  func missingValues() {
    #expect((["a": nil, "b": nil] as HTTPQuery).encoded == "a=&b=")
  }

  @Test("no items are no query")
  func empty() {
    #expect(HTTPQuery().encoded == nil)
  }
}
