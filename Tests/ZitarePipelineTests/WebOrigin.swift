import TestSupport
import ZitareBase
import ZitareCorpus

/// An origin on loopback whose files tests change; it answers conditional requests as nginx does.
final class WebOrigin: Sendable {
  struct File: Sendable {
    var text: String
    var etag: String?
    var lastModified: String?
    /// Packed, with a weak tag.
    var isGzipped = false

    init(
      _ text: String, etag: String? = nil, lastModified: String? = nil, isGzipped: Bool = false
    ) {
      self.text = text
      self.etag = etag
      self.lastModified = lastModified
      self.isGzipped = isGzipped
    }
  }

  /// What tests and the server's threads share.
  private final class Site: Sendable {
    let files: Mutex<[String: File]>
    let answers = Mutex<[String: LoopbackServer.Response]>([:])
    /// Answers that are given once, before those.
    let next = Mutex<[String: LoopbackServer.Response]>([:])

    init(_ files: [String: File]) { self.files = Mutex(files) }
  }

  private let site: Site
  let server: LoopbackServer

  init(_ files: [String: File]) {
    let site = Site(files)
    self.site = site
    server = LoopbackServer { request in
      let name = String(request.path.dropFirst())
      if let answer = site.next.withLock({ $0.removeValue(forKey: name) }) { return answer }
      if let answer = site.answers.withLock({ $0[name] }) { return answer }
      guard let file = site.files.withLock({ $0[name] }) else { return .init(404) }
      return file.answer(to: request)
    }
  }

  var address: String { server.url("/index-full.json") }

  subscript(name: String) -> File? {
    get { site.files.withLock { $0[name] } }
    set { site.files.withLock { $0[name] = newValue } }
  }

  /// Lets a file be answered in this way whatever is asked; nil ends that.
  func answer(_ name: String, with response: LoopbackServer.Response?) {
    site.answers.withLock { $0[name] = response }
  }

  /// Lets the next request for a file be answered in this way.
  func answerOnce(_ name: String, with response: LoopbackServer.Response) {
    site.next.withLock { $0[name] = response }
  }

  /// The names that were asked for, in the order of arrival, and by which tag.
  var asked: [String] {
    server.requests.map { request in
      request.path.dropFirst() + (request["If-None-Match"].map { " \($0)" } ?? "")
    }
  }
}

extension WebOrigin.File {
  fileprivate func answer(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    let isGzipped = isGzipped && request["Accept-Encoding"]?.contains("gzip") == true
    let tag = etag.map { isGzipped ? "W/\($0)" : $0 }
    let isKnown =
      tag.map { request["If-None-Match"] == $0 }
      ?? lastModified.map { request["If-Modified-Since"] == $0 } ?? false
    if isKnown { return .init(304) }
    var headers = [("Content-Type", "application/json")]
    if let tag { headers.append(("ETag", tag)) }
    if let lastModified { headers.append(("Last-Modified", lastModified)) }
    if isGzipped { headers.append(("Content-Encoding", "gzip")) }
    let body = Array(text.utf8)
    if let range = request["Range"], let tag, request["If-Range"] == tag,
      let start = Int(range.dropFirst("bytes=".count).dropLast())
    {
      headers.append(("Content-Range", "bytes \(start)-\(body.count - 1)/\(body.count)"))
      return .init(206, headers: headers, body: Array(body[start...]))
    }
    return .init(headers: headers, body: isGzipped ? gzip(body) : body)
  }
}

/// A snapshot of a day of November 2026, with these texts by their slugs.
func snapshot(day: Int, _ texts: KeyValuePairs<String, String>, more: String = "") -> String {
  let quotes = texts.map {
    #"{"slug":"\#($0.key)","text":"\#($0.value)","language":"de","authorSlug":"goethe""#
      + #","themeSlugs":["zeit"],"placeSlugs":["weimar"],"epochSlug":"klassik"}"#
  }
  return #"{"generatedAt":"\#(instant(day))","count":\#(texts.count),"quotes":["#
    + quotes.joined(separator: ",") + "]\(more)}"
}

/// A file of master data with one name, of the generation of that day if any.
func names(_ kind: NameKind, day: Int? = nil, _ slug: String, _ name: String) -> String {
  let time = day.map { #""generatedAt":"\#(instant($0))","# } ?? ""
  return #"{\#(time)"\#(kind.plural)":[{"slug":"\#(slug)","name":"\#(name)"}]}"#
}

private func instant(_ day: Int) -> String { "2026-11-\(day < 10 ? "0" : "")\(day)T00:00:00Z" }
