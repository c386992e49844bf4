public import ZitareBase

/// Why a call or a download came to nothing.
public struct HTTPError: Error, Sendable, CustomStringConvertible {
  public enum Reason: Sendable {
    /// The request cannot be sent as it is.
    case invalidRequest(String)
    case unknownHost(String)
    case cannotConnect(String)
    case tls(String)
    case timeout(HTTPTimeouts.Phase)
    /// The connection ended before an answer, or in it.
    case connectionLost(String)
    /// Fewer bytes came than the answer announced.
    case incomplete(received: Int64, expected: Int64?)
    /// The answer is larger, unpacked, than the caller takes.
    case tooLarge(limit: Int64)
    /// What came is not HTTP, or not packed as it says.
    case malformed(String)
    case redirect(RedirectFault)
    /// An answer with a status that the caller does not accept.
    case status(HTTPResponse)
    /// A good answer whose body does not decode, with the decoder's error and the first 64 KiB.
    case undecodable(any Error, HTTPResponse)
    case file(FileError)
    /// The request's body cannot be sent as announced: it is short or long, or it failed.
    case body(String)
    case cancelled
  }

  /// Why a redirect was not followed.
  public enum RedirectFault: Sendable, Equatable {
    case tooMany(Int)
    /// To where the call has been before, with the same method.
    case cycle
    /// From https to http.
    case insecure
    /// To another origin, with an address in its path that holds a token of the query.
    case tokenInPath
    case badTarget(String)
  }

  public let reason: Reason
  /// The address without user, password and query values.
  public let url: String
  /// Whether the server may have seen the request: a connection stood and sending had begun.
  ///
  /// False is certain. After true, only the server knows what became of the request.
  public internal(set) var mayHaveReachedServer: Bool
  /// What the call took until then, nil for an error that no client has made.
  public let metrics: HTTPMetrics?

  public init(
    _ reason: Reason, url: HTTPURL, mayHaveReachedServer: Bool, metrics: HTTPMetrics? = nil
  ) {
    self.reason = reason
    self.url = url.description
    self.mayHaveReachedServer = mayHaveReachedServer
    self.metrics = metrics
  }

  /// The answer that was refused, where one came.
  public var response: HTTPResponse? {
    switch reason {
    case .status(let response), .undecodable(_, let response): response
    default: nil
    }
  }

  /// The least time to wait before the next attempt, where the server named one.
  public var retryAfter: Duration? { response?.retryAfter }

  /// Whether a later attempt may succeed with nothing changed on this side.
  ///
  /// A failed TLS handshake is among them: networks with a login page and wrong clocks cause it.
  public var isTransient: Bool {
    switch reason {
    case .unknownHost, .cannotConnect, .tls, .timeout, .connectionLost, .incomplete, .malformed:
      true
    case .invalidRequest, .tooLarge, .redirect, .undecodable, .body, .cancelled: false
    case .file(let error): error.isOutOfSpace
    case .status(let response):
      switch response.status {
      case 408, 425, 429: true
      case 501, 505: false
      default: response.status >= 500
      }
    }
  }

  public var description: String { "\(url): \(reason.text.printable)" }
}

extension HTTPError.Reason {
  fileprivate var text: String {
    switch self {
    case .invalidRequest(let detail): "the request cannot be sent: \(detail)"
    case .unknownHost(let detail), .cannotConnect(let detail), .connectionLost(let detail): detail
    case .tls(let detail): "no secure connection: \(detail)"
    case .timeout(.connect): "no connection in time"
    case .timeout(.firstByte): "no answer in time"
    case .timeout(.idle): "the answer stopped coming"
    case .timeout(.total): "not finished in time"
    case .incomplete(let received, let expected):
      "the answer ended after \(received) bytes\(expected.map { " of \($0)" } ?? "")"
    case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
    case .malformed(let detail): "the answer is damaged: \(detail)"
    case .redirect(.tooMany(let count)): "redirected more than \(count) times"
    case .redirect(.cycle): "redirected in a circle"
    case .redirect(.insecure): "redirected from https to http, which is refused"
    case .redirect(.tokenInPath): "redirected with a token to another server, which is refused"
    case .redirect(.badTarget(let detail)): "redirected to what is \(detail)"
    case .status(let response): "the server answered \(response.status)"
    case .undecodable(let error, _): "the answer does not decode: \(error)"
    case .file(let error): error.description
    case .body(let detail): "the body cannot be sent: \(detail)"
    case .cancelled: "cancelled"
    }
  }
}

extension String {
  /// The text on one line, with a question mark for each control character.
  fileprivate var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map {
          $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
            ? "?" : $0
        }))
  }
}
