import Testing
import ZitareHTTP

@Suite struct HTTPHeadersTests {
  @Test("a header is found whatever the case of its name")
  func lookup() {
    let headers: HTTPHeaders = ["Content-Type": "a", "X": "b"]
    #expect(headers["content-TYPE"] == "a")
    #expect(headers["Content"] == nil)
  }

  @Test("adding keeps earlier lines, setting replaces them, nil removes them")
  func changes() {
    var headers: HTTPHeaders = ["Accept": "a"]
    headers.add("accept", "b")
    #expect(headers.values("Accept") == ["a", "b"])
    headers["ACCEPT"] = "c"
    #expect(headers.values("Accept") == ["c"])
    headers["accept"] = nil
    #expect(Array(headers).isEmpty)
  }
}
