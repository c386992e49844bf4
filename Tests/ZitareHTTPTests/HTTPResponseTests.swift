import Testing
import ZitareBase
import ZitareHTTP

@Suite struct HTTPResponseTests {
  private func response(_ status: Int, _ headers: HTTPHeaders) throws -> HTTPResponse {
    HTTPResponse(
      status: status, headers: headers, url: try HTTPURL("http://h/"),
      receivedAt: Timestamp(seconds: 784_111_777))  // Sun, 06 Nov 1994 08:49:37 GMT
  }

  @Test(
    "Retry-After is read as seconds and in every form of date, and limited to a day",
    arguments: [
      ("120", 120), ("0", 0), ("99999999999", 86400), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
      ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:50:37 1994", 60),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Sun, 06 Nov 2094 08:00:00 GMT", 86400),
      ("soon", nil), ("-5", nil), ("", nil),
    ] as [(String, Int?)])
  func retryAfter(value: String, expected: Int?) throws {
    let wait = try response(503, ["Retry-After": value]).retryAfter
    #expect(wait == expected.map { Duration.seconds($0) })
  }

  @Test("a date is measured by the server's own clock where it tells the time")
  func serverClock() throws {
    let headers: HTTPHeaders = [
      "Date": "Sun, 06 Nov 1994 09:00:00 GMT", "Retry-After": "Sun, 06 Nov 1994 09:00:30 GMT",
    ]
    #expect(try response(503, headers).retryAfter == .seconds(30))
  }

  @Test("a rate limit's reset counts for 429 without Retry-After, from now or from 1970")
  func rateLimit() throws {
    #expect(try response(429, ["X-RateLimit-Reset": "42"]).retryAfter == .seconds(42))
    let headers: HTTPHeaders = [
      "Date": "Sun, 13 Sep 2020 12:26:40 GMT", "X-RateLimit-Reset": "1600000010",
    ]
    #expect(try response(429, headers).retryAfter == .seconds(10))
    #expect(try response(200, headers).retryAfter == nil)
    #expect(
      try response(429, ["X-RateLimit-Reset": "42", "Retry-After": "7"]).retryAfter == .seconds(7))
  }
}
