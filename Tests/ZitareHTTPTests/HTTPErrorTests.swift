import Glibc
import Testing
import ZitareBase
import ZitareHTTP

@Suite struct HTTPErrorTests {
  private static let url = try? HTTPURL("https://u:p@h/x?token=secret")

  @Test(
    "an answer's status says whether a later attempt may succeed",
    arguments: [
      (400, false), (401, false), (404, false), (408, true), (409, false), (422, false),
      (425, true), (429, true), (500, true), (501, false), (502, true), (503, true), (504, true),
      (505, false), (521, true),
    ])
  func transientStatus(status: Int, expected: Bool) throws {
    let url = try #require(Self.url)
    let response = HTTPResponse(status: status, url: url, receivedAt: Timestamp(seconds: 0))
    let error = HTTPError(.status(response), url: url, mayHaveReachedServer: true)
    #expect(error.isTransient == expected)
  }

  @Test("faults of the way are transient, faults of the request or the answer's size are not")
  func transientReasons() throws {
    let url = try #require(Self.url)
    func isTransient(_ reason: HTTPError.Reason) -> Bool {
      HTTPError(reason, url: url, mayHaveReachedServer: false).isTransient
    }
    #expect(isTransient(.unknownHost("h")))
    #expect(isTransient(.cannotConnect("h")))
    #expect(isTransient(.tls("h")))
    #expect(isTransient(.timeout(.idle)))
    #expect(isTransient(.connectionLost("h")))
    #expect(isTransient(.incomplete(received: 1, expected: 2)))
    #expect(isTransient(.file(FileError("write", "p", code: ENOSPC))))
    #expect(!isTransient(.file(FileError("write", "p", code: EACCES))))
    #expect(!isTransient(.tooLarge(limit: 1)))
    #expect(!isTransient(.invalidRequest("h")))
    #expect(!isTransient(.redirect(.insecure)))
    #expect(!isTransient(.cancelled))
  }

  @Test("a description holds no secret of the address and no control character")
  func description() throws {
    let url = try #require(Self.url)
    let error = HTTPError(
      .malformed("a\u{1b}[31m\nb\u{202e}"), url: url, mayHaveReachedServer: true)
    #expect("\(error)" == "https://h/x?token=…: the answer is damaged: a?[31m?b?")
  }

  @Test("Retry-After of a refused answer is the error's")
  func retryAfter() throws {
    let url = try #require(Self.url)
    let response = HTTPResponse(
      status: 503, headers: ["Retry-After": "9"], url: url, receivedAt: Timestamp(seconds: 0))
    #expect(
      HTTPError(.status(response), url: url, mayHaveReachedServer: true).retryAfter == .seconds(9))
  }
}
