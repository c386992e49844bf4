/// One thing that a server can be asked, described by values.
public protocol Endpoint: Sendable {
  /// The path below the server's base, as plain text.
  var path: String { get }
  var method: HTTPMethod { get }
  var headers: HTTPHeaders { get }
  var query: HTTPQuery { get }

  /// The body to send, nil for none; the protocols below supply it.
  func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody?
}

/// A body and what it is; an endpoint's own Content-Type goes before this one.
public struct EncodedBody: Sendable, Equatable {
  public let bytes: [UInt8]
  public let contentType: String?

  public init(_ bytes: [UInt8], contentType: String?) {
    self.bytes = bytes
    self.contentType = contentType
  }
}

extension Endpoint {
  public var method: HTTPMethod { .get }
  public var headers: HTTPHeaders { [:] }
  public var query: HTTPQuery { [:] }
  public func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody? { nil }
}

/// An endpoint that takes bytes as they are.
public protocol DataEndpoint: Endpoint {
  var body: [UInt8] { get }
}

extension DataEndpoint {
  public var method: HTTPMethod { .post }
  public func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody? {
    EncodedBody(body, contentType: nil)
  }
}

/// An endpoint that takes a form.
public protocol URLEncodedEndpoint: Endpoint {
  var body: HTTPQuery { get }
}

extension URLEncodedEndpoint {
  public var method: HTTPMethod { .post }
  public func encodedBody(by encoding: any BodyEncoding) throws -> EncodedBody? {
    body.encoded.map {
      EncodedBody(Array($0.utf8), contentType: "application/x-www-form-urlencoded")
    }
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
    EncodedBody(try encoding.encode(request), contentType: encoding.contentType)
  }
}

/// An endpoint that answers with a value in the server's encoding.
public protocol ResponseEndpoint: Endpoint {
  associatedtype Response: Decodable & Sendable
}

public typealias RequestResponseEndpoint = RequestEndpoint & ResponseEndpoint
