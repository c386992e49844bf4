import TestSupport
import ZitareBase

/// A snapshot and its authors on loopback, one version after the other.
final class ServedOrigin: Sendable {
  private struct Version {
    var number = 0
    var quotes = ""
    var authors = ""
  }

  /// What tests and the server's threads share.
  private final class Site: Sendable {
    let version = Mutex(Version())
    let gate = Mutex<(gate: Gate, after: Int)?>(nil)
  }

  private let site: Site
  let server: LoopbackServer

  init() {
    let site = Site()
    self.site = site
    server = LoopbackServer { request in
      let current = site.version.withLock { $0 }
      let tag = "\"\(current.number)\""
      switch request.path {
      case "/index-full.json", "/authors.json":
        let isQuotes = request.path == "/index-full.json"
        if request["If-None-Match"] == tag { return .init(304, headers: [("ETag", tag)]) }
        return .init(
          headers: [("ETag", tag), ("Content-Type", "application/json")],
          body: Array((isQuotes ? current.quotes : current.authors).utf8),
          gateInBody: isQuotes ? site.gate.withLock { $0 } : nil)
      default: return .init(404)
      }
    }
  }

  var address: String { server.url("/index-full.json") }

  /// Publishes so many quotations, of which some differ from version to version.
  func publish(_ number: Int, count: Int, _ random: inout SeededGenerator) {
    let time = Timestamp(seconds: 1_790_000_000 + Int64(number)).iso8601
    let quotes = (0..<count).map { quote in
      let text =
        Int.random(in: 0..<20, using: &random) == 0 ? "Fassung \(number)" : "erste Fassung"
      return #"{"slug":"q\#(quote)","text":"Der \#(quote). Gedanke, \#(text).","#
        + #""language":"de","authorSlug":"a\#(quote % 50)"}"#
    }
    let authors = (0..<50).map { #"{"slug":"a\#($0)","name":"Autorin \#($0 % (number + 7))"}"# }
    let head = #"{"generatedAt":"\#(time)","count":\#(count),"quotes":["#
    site.version.withLock {
      $0.number = number
      $0.quotes = head + quotes.joined(separator: ",") + "]}"
      $0.authors = #"{"generatedAt":"\#(time)","authors":["# + authors.joined(separator: ",") + "]}"
    }
  }

  /// Lets downloads of the quotations stop at the gate after so many bytes.
  func hold(_ gate: Gate?, after bytes: Int = 0) {
    site.gate.withLock { $0 = gate.map { ($0, bytes) } }
  }

  /// How often the quotations were sent as a whole or in part.
  var unconditional: Int {
    server.requests.count { $0.path == "/index-full.json" && $0["If-None-Match"] == nil }
  }
}
