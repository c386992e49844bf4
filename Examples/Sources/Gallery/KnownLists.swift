import Synchronization
import ZitareHTTP

/// Keeps lists of photos with the tags they came with, and fetches only those that have changed.
final class KnownLists: HTTPInterceptor {
  static let shared = KnownLists()
  private let lists = Mutex<[HTTPURL: HTTPResponse]>([:])

  func intercept(_ attempt: HTTPAttempt, next: @escaping Next) async throws -> HTTPResponse {
    guard attempt.endpoint is FindPhotos else { return try await next(attempt.request) }
    var request = attempt.request
    let known = lists.withLock { $0[request.url] }
    request.headers["If-None-Match"] = known?.headers["ETag"]
    let response = try await next(request)
    if let known, response.status == 304 { return known }
    if response.isSuccess { lists.withLock { $0[request.url] = response } }
    return response
  }
}
