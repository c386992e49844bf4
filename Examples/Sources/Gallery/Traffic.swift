import Glibc
import ZitareHTTP

/// Writes every exchange to standard error, with the time it took.
struct Traffic: HTTPObserver {
  func willSend(_ request: HTTPRequest) -> ContinuousClock.Instant { .now }

  func didReceive(
    _ response: HTTPResponse, to request: HTTPRequest, context: ContinuousClock.Instant
  ) {
    write("\(request.method) \(request.url): \(response.status) after \(elapsed(context))")
  }

  func didFail(_ error: HTTPError, of request: HTTPRequest, context: ContinuousClock.Instant) {
    if error.response == nil { write("\(error) after \(elapsed(context))") }
  }

  private func elapsed(_ start: ContinuousClock.Instant) -> String {
    "\(Int((ContinuousClock.now - start) / .milliseconds(1))) ms"
  }
}

/// Writes a line to standard error.
func write(_ line: String) {
  var text = line + "\n"
  text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
