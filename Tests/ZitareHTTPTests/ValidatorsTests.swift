import Testing
import ZitareHTTP

@Suite struct ValidatorsTests {
  @Test(
    "tags are compared weakly, dates only where a tag is missing",
    arguments: [
      (Validators(etag: "\"a\""), Validators(etag: "W/\"a\""), true),
      (Validators(etag: "\"a\""), Validators(etag: "\"b\""), false),
      (
        Validators(etag: "\"a\"", lastModified: "x"), Validators(etag: "\"b\"", lastModified: "x"),
        false
      ),
      (Validators(etag: "\"a\"", lastModified: "x"), Validators(lastModified: "x"), true),
      (Validators(lastModified: "x"), Validators(lastModified: "y"), false),
      (Validators(), Validators(), false),
    ])
  func comparison(left: Validators, right: Validators, expected: Bool) {
    #expect(left.matches(right) == expected)
    #expect(right.matches(left) == expected)
  }

  @Test("they come from an answer's headers and go into a request's")
  func roundTrip() throws {
    let validators = Validators([
      "etag": "W/\"1\"", "last-modified": "Sun, 06 Nov 1994 08:49:37 GMT",
    ])
    var request = HTTPRequest(try HTTPURL("http://h/"))
    validators.apply(to: &request)
    #expect(request.headers["If-None-Match"] == "W/\"1\"")
    #expect(request.headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    Validators().apply(to: &request)
    #expect(Array(request.headers).isEmpty)
  }

  @Test("empty and overlong ones are left out")
  func unusable() {
    let long = String(repeating: "x", count: 1025)
    #expect(Validators(["ETag": "", "Last-Modified": long]).isEmpty)
  }
}
