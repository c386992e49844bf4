internal import ZitareBase

/// A server that goes wrong in one way per path, each as servers in the wild have done.
///
/// The file is 256 KiB. What an interrupted download holds of it is `older` where the file has
/// changed since, and `file` elsewhere; either may be cut off at any place.
public final class FaultServer: Sendable {
  public static let size = 256 << 10
  public static let file = content("new")
  public static let older = content("old")
  public static let page = Array(
    "<html><head><title>Gone</title></head><body>\(String(repeating: "-", count: 300))</body></html>"
      .utf8)
  /// Where a connection is cut.
  public static let cut = 100_000
  public static let tag = "\"new\""

  public let server: LoopbackServer
  /// Another origin, to which `redirect` leads.
  public let other: LoopbackServer

  public init() {
    other = LoopbackServer { _ in Self.whole() }
    let target = other.url("/landed")
    let asked = Mutex(0)
    server = LoopbackServer { request in
      if request.method == "HEAD" {
        return .init(headers: [("ETag", Self.tag), ("Accept-Ranges", "bytes")], body: Self.file)
      }
      let count = asked.withLock {
        $0 += 1
        return $0
      }
      return Self.answer(
        String(request.path.dropFirst()), range: Self.offset(request), request, count: count,
        landing: target)
    }
  }

  public func url(_ fault: String) -> String { server.url("/\(fault)") }

  private static func answer(
    _ fault: String, range: Int?, _ request: LoopbackServer.Request, count: Int, landing: String
  ) -> LoopbackServer.Response {
    switch fault {
    case "missing", "missing-on-resume": return page(404)
    case "page": return page(200)
    case "cut-length":
      var response = whole()
      response.cutAfter = cut
      return response
    case "cut-chunks":
      return .init(body: Array(file[..<cut]), framing: .chunkedWithoutEnd(cut))
    case "cut-unannounced":
      return .init(
        headers: [("Content-Type", "application/octet-stream")], body: Array(file[..<cut]),
        framing: .close)
    case "empty": return .init(headers: [("Content-Type", "application/octet-stream")])
    case "resumable", "changed":
      let isCurrent = request["If-Range"].map { $0 == tag } ?? true
      guard let range, isCurrent else { return whole() }
      return range < size ? part(from: range) : beyond(size)
    case "ignores-range": return whole()
    case "complete", "shrunk":
      let rest = fault == "complete" ? file : Array(file[..<(size / 4)])
      guard let range else { return whole(rest, tag: nil) }
      return range < rest.count ? part(rest, from: range) : beyond(rest.count)
    case "other-range": return range == nil ? whole(tag: nil) : part(from: 0)
    case "bare-range":
      guard let range else { return whole(tag: nil) }
      var response = part(from: range)
      response.headers.removeAll { $0.name == "Content-Range" }
      return response
    case "busy": return count < 3 ? .init(503, headers: [("Retry-After", "1")]) : whole(tag: nil)
    case "redirect": return .redirect(to: landing)
    default: return page(404)
    }
  }

  /// A server as it should be, which serves the file under this version.
  public static func sound(tag: String? = tag) -> LoopbackServer {
    LoopbackServer { request in
      let isCurrent = request["If-Range"].map { $0 == tag } ?? true
      guard let offset = offset(request), isCurrent else { return whole(tag: tag) }
      return part(from: offset, tag: tag)
    }
  }

  public static func offset(_ request: LoopbackServer.Request) -> Int? {
    guard let range = request["Range"], range.hasPrefix("bytes=") else { return nil }
    return Int(range.dropFirst(6).prefix { $0 != "-" })
  }

  public static func whole(_ body: [UInt8] = file, tag: String? = tag) -> LoopbackServer.Response {
    var headers = [("Content-Type", "application/octet-stream")]
    if let tag { headers.append(("ETag", tag)) }
    return .init(headers: headers, body: body)
  }

  public static func part(
    _ body: [UInt8] = file, from offset: Int, tag: String? = tag
  ) -> LoopbackServer.Response {
    var response = whole(Array(body[offset...]), tag: tag)
    response.status = 206
    response.headers.append(("Content-Range", "bytes \(offset)-\(body.count - 1)/\(body.count)"))
    return response
  }

  public static func beyond(_ size: Int?) -> LoopbackServer.Response {
    var response = page(416)
    if let size { response.headers.append(("Content-Range", "bytes */\(size)")) }
    return response
  }

  public static func page(_ status: Int) -> LoopbackServer.Response {
    .init(status, headers: [("Content-Type", "text/html")], body: page)
  }

  private static func content(_ seed: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var number = 0
    while bytes.count < size {
      bytes += SHA256.digest("\(seed) \(number)".utf8)
      number += 1
    }
    return bytes
  }
}
