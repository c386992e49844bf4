/// What a server calls the version of a resource, to ask it later for a newer one (RFC 9110 8.8).
public struct Validators: Sendable, Equatable, Codable {
  /// The entity tag as sent, quotes and a leading `W/` included.
  public let etag: String?
  /// The date as sent.
  public let lastModified: String?

  public init(etag: String? = nil, lastModified: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
  }

  /// The validators of an answer; those longer than 1 KiB, and what no request could carry back, are
  /// left out.
  public init(_ headers: HTTPHeaders) {
    func value(_ name: String) -> String? {
      headers[name].flatMap { value in
        let isGood = HTTPHeaders.Field(name: name, value: value).isValid
        return isGood && !value.isEmpty && value.utf8.count <= 1024 ? value : nil
      }
    }
    self.init(etag: value("ETag"), lastModified: value("Last-Modified"))
  }

  public var isEmpty: Bool { etag == nil && lastModified == nil }

  /// Asks for the resource only if it is another version than this; the answer may then be 304.
  public func apply(to request: inout HTTPRequest) {
    request.headers["If-None-Match"] = etag
    request.headers["If-Modified-Since"] = lastModified
  }

  /// Whether both name the same version: by tags, weakly compared (RFC 9110 8.8.3.2), else by date.
  public func matches(_ other: Validators) -> Bool {
    if let etag, let otherTag = other.etag { return opaque(etag) == opaque(otherTag) }
    return lastModified != nil && lastModified == other.lastModified
  }

  private func opaque(_ tag: String) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
  }
}
