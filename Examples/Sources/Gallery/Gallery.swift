import ZitareHTTP

/// A photo gallery on the web.
struct Gallery: HTTPServer {
  typealias Failure = GalleryError

  let baseURL: HTTPURL
  /// Nil for the calls that get the tokens themselves.
  var session: HTTPAuthorization<Session>?

  var interceptors: [any HTTPInterceptor] {
    session.map { [KnownLists.shared, $0] } ?? []
  }
  var observers: [any HTTPObserver] { [Traffic()] }
  var retry: HTTPRetry { HTTPRetry(maxAttempts: 3, cap: .seconds(10)) }
}

/// What the gallery says when it does not do as it was asked.
enum GalleryError: APIError, CustomStringConvertible {
  case refused(String, status: Int)
  case noAnswer(HTTPError)

  init(_ error: HTTPError, decoding: any BodyDecoding) {
    struct Page: Decodable {
      let error: String
    }
    if let response = error.response,
      let page = try? decoding.decode(Page.self, from: response.body)
    {
      self = .refused(page.error, status: response.status)
    } else {
      self = .noAnswer(error)
    }
  }

  var description: String {
    switch self {
    case .refused(let words, let status): "the gallery says: \(words) (\(status))"
    case .noAnswer(let error): "\(error)"
    }
  }
}
