import ZitareBase

extension HTTPClient {
  /// An answer after all redirects, with what the loop knows beyond it.
  struct Exchange {
    let response: HTTPResponse
    let outcome: Transfer.Outcome
  }

  func exchange(
    _ request: HTTPRequest, _ timeouts: HTTPTimeouts, to sink: (any BodySink)?, limit: Int64
  ) async throws(HTTPError) -> Exchange {
    var course = Course(request)
    if let fault = request.fault { throw course.error(.invalidRequest(fault)) }
    let loop: TransferLoop
    do throws(FileError) { loop = try startedLoop() } catch { throw course.error(.file(error)) }
    let end = timeouts.total.map { course.start + $0 }
    while true {
      let hop = course.request
      let mayUseHTTP2 = sink == nil && mayUseHTTP2(hop)
      let outcome = await loop.perform(
        Transfer(
          hop, timeouts: timeouts, end: end, sink: sink, limit: limit, options: loop.options,
          mayUseHTTP2: mayUseHTTP2))
      course.add(outcome)
      if outcome.hasFailedInHTTP2 {
        avoidHTTP2(with: hop.url.origin)
        if mayUseHTTP2 && hop.isRepeatable { continue }
      }
      if let reason = outcome.failure { throw course.error(reason) }
      do throws(Refusal) {
        let isOver = try !course.follow(outcome, limit: configuration.maxRedirects)
        if isOver {
          return Exchange(response: response(outcome, of: course), outcome: outcome)
        }
      } catch {
        throw course.error(error.reason)
      }
    }
  }

  private func response(_ outcome: Transfer.Outcome, of course: Course) -> HTTPResponse {
    HTTPResponse(
      status: outcome.status, headers: outcome.headers, body: outcome.body,
      url: course.request.url, receivedAt: configuration.now(), metrics: course.metrics)
  }
}

/// The way of one call through its redirects.
private struct Course {
  /// What is sent next, or was sent last.
  private(set) var request: HTTPRequest
  private(set) var metrics = HTTPMetrics()
  let start = SuspendingClock.now
  private var hasBegun = false
  private var visited: Set<Place>
  private var tokens = TokenQuery()

  private struct Place: Hashable {
    let method: HTTPMethod
    let url: HTTPURL
  }

  init(_ request: HTTPRequest) {
    self.request = request
    visited = [Place(method: request.method, url: request.url)]
    tokens.add(request.url)
  }

  mutating func add(_ outcome: Transfer.Outcome) {
    metrics.add(outcome.metrics)
    metrics.total = SuspendingClock.now - start
    hasBegun = hasBegun || outcome.hasBegunRequest
  }

  /// Goes where the answer points; false where it is the last one.
  mutating func follow(_ outcome: Transfer.Outcome, limit: Int) throws(Refusal) -> Bool {
    guard
      let next = try Redirect.next(
        after: request, status: outcome.status, headers: outcome.headers, tokens: tokens)
    else { return false }
    guard visited.count <= limit else { throw Refusal(.redirect(.tooMany(limit))) }
    guard visited.insert(Place(method: next.method, url: next.url)).inserted else {
      throw Refusal(.redirect(.cycle))
    }
    request = next
    tokens.add(next.url)
    return true
  }

  func error(_ reason: HTTPError.Reason) -> HTTPError {
    HTTPError(reason, url: request.url, mayHaveReachedServer: hasBegun, metrics: metrics)
  }
}
