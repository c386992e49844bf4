public import ZitareBase

/// One thing that a server can be asked, described by values.
public protocol Endpoint: Sendable {
  /// The path below the server's base, as plain text.
  var path: String { get }
  var method: HTTPMethod { get }
  var headers: HTTPHeaders { get }
  var query: HTTPQuery { get }

  /// Whether an `HTTPAuthorization` of the server gives its requests a token; false for a login,
  /// whose 401 means a wrong password.
  var needsAuthorization: Bool { get }

  /// The body to send, nil for none; the protocols below supply it.
  func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody?
}

/// A body and what it is; an endpoint's own Content-Type goes before this one.
public struct EncodedBody: Sendable {
  public let body: HTTPBody
  public let contentType: String?

  public init(_ body: HTTPBody, contentType: String?) {
    self.body = body
    self.contentType = contentType
  }
}

extension Endpoint {
  public var method: HTTPMethod { .get }
  public var headers: HTTPHeaders { [:] }
  public var query: HTTPQuery { [:] }
  public var needsAuthorization: Bool { true }
  public func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody? { nil }
}

/// An endpoint that takes bytes as they are.
public protocol DataEndpoint: Endpoint {
  var body: [UInt8] { get }
}

extension DataEndpoint {
  public var method: HTTPMethod { .post }
  public func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody? {
    EncodedBody(.bytes(body), contentType: nil)
  }
}

/// An endpoint that takes a file as it is, read while it is sent.
public protocol UploadEndpoint: Endpoint {
  var file: FilePath { get }
}

extension UploadEndpoint {
  public var method: HTTPMethod { .post }

  /// - Throws: a `FileError` where the file cannot be read.
  public func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody? {
    try Files.checkReadable(file)
    return EncodedBody(.file(file), contentType: nil)
  }
}

/// An endpoint that takes a form.
public protocol URLEncodedEndpoint: Endpoint {
  var body: HTTPQuery { get }
}

extension URLEncodedEndpoint {
  public var method: HTTPMethod { .post }
  public func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody? {
    body.encoded.map { EncodedBody(.text($0), contentType: "application/x-www-form-urlencoded") }
  }
}

/// An endpoint that takes a form whose parts may be files (RFC 7578).
public protocol MultipartEndpoint: Endpoint {
  var parts: [MultipartPart] { get }
}

extension MultipartEndpoint {
  public var method: HTTPMethod { .post }

  /// - Throws: a `FileError` where a part's file cannot be read, a `MultipartError` where a part's
  ///   header cannot be sent.
  public func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody? {
    try MultipartForm(parts).encoded()
  }
}

/// An endpoint that takes a value in the server's encoding.
public protocol RequestEndpoint: Endpoint {
  associatedtype Request: Encodable & Sendable
  var request: Request { get }
}

extension RequestEndpoint {
  public var method: HTTPMethod { .post }
  public func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody? {
    EncodedBody(.bytes(try encoding.encode(request)), contentType: encoding.contentType)
  }
}

/// An endpoint that answers with a value in the server's encoding.
public protocol ResponseEndpoint: Endpoint {
  associatedtype Response: Decodable & Sendable
}

public typealias RequestResponseEndpoint = RequestEndpoint & ResponseEndpoint
