import Testing
import ZitareHTTP

@Suite struct HTTPURLTests {
  @Test(
    "an address of http or https with a host is taken",
    arguments: [
      ("http://example.org", "http://example.org/", false, 80),
      ("https://Example.org:8443/a?b=c#d", "https://Example.org:8443/a?b=c", true, 8443),
      ("HTTPS://[::1]/x", "https://[::1]/x", true, 443),
    ])
  func accepted(text: String, string: String, isSecure: Bool, port: Int) throws {
    let url = try HTTPURL(text)
    #expect(url.string == string)
    #expect(url.origin.isSecure == isSecure)
    #expect(url.origin.port == port)
    #expect(url.origin.host == url.origin.host.lowercased())
  }

  @Test(
    "anything else is refused without repeating it",
    arguments: [
      "", "example.org", "/path", "file:///etc/passwd", "ftp://example.org/", "http://",
      "http://a b/", "http://example.org:99999/", "http://example.org/\r\nX: y",
      "javascript:secret",
    ])
  func refused(text: String) {
    let error = #expect(throws: HTTPURLError.self) { try HTTPURL(text) }
    #expect(error.map { !$0.description.contains("secret") } == true)
  }

  @Test("its description leaves out user, password and the values of the query")
  func redaction() throws {
    let url = try HTTPURL("https://user:pass@example.org:8443/a/b?q=secret&ApiKey=secret&secret")
    #expect("\(url)" == "https://example.org:8443/a/b?q=…&ApiKey=…&…")
    #expect(url.string.contains("user:pass"))
  }

  @Test(
    "a path is added below the base, a query after the base's own",
    arguments: [
      ("http://h", "api/v1", "http://h/api/v1?q=a%20b"),
      ("http://h/", "/api", "http://h/api?q=a%20b"),
      ("http://h/base", "api", "http://h/base/api?q=a%20b"),
      ("http://h/base/", "/api/", "http://h/base/api/?q=a%20b"),
      ("http://h/base?k=v", "äpi?", "http://h/base/%C3%A4pi%3F?k=v&q=a%20b"),
      ("http://h/base", "", "http://h/base?q=a%20b"),
    ])
  func appending(base: String, path: String, expected: String) throws {
    #expect(try HTTPURL(base).appending(path: path, query: ["q": "a b"]).string == expected)
  }

  @Test("queries that are added one after the other are joined")
  func appendingTwice() throws {
    let url = try HTTPURL("http://h/a").appending(path: "", query: ["q": "a"])
    #expect(
      try url.appending(path: "", query: ["q": "b", "r": nil]).string == "http://h/a?q=a&q=b&r=")
  }

  @Test("no query leaves the base's own as it is")
  func appendingNothing() throws {
    #expect(try HTTPURL("http://h/a?b=c").appending(path: "d").string == "http://h/a/d?b=c")
  }

  @Test(
    "a reference is resolved as RFC 3986 says",
    arguments: [
      ("b", "https://u:p@h/x/b"), ("/b?c", "https://u:p@h/b?c"), ("../b", "https://u:p@h/b"),
      ("?c=d", "https://u:p@h/x/y?c=d"), ("https://h:443/z", "https://h:443/z"),
      ("//other/b", "https://other/b"), ("http://v:w@other/b", "http://other/b"),
      ("/a b", "https://u:p@h/a%20b"),
    ])
  func resolving(reference: String, expected: String) throws {
    #expect(try HTTPURL("https://u:p@h/x/y?q=1").resolving(reference).string == expected)
  }
}
