import Glibc
import ZitareHTTP

/// Writes what comes to standard output, as fast as somebody reads it there.
struct Pipe {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run(_ client: HTTPClient) async -> Int32 {
    let request = HTTPRequest(arguments.urls[0], headers: arguments.headers)
    do throws(HTTPError) {
      let stream = try await client.stream(request, limit: .max)
      var chunks = stream.makeAsyncIterator()
      while let chunk = try await chunks.next() {
        guard write(chunk) else { return ExitCode.unwritable }
      }
      return stream.isProvenComplete ? 0 : ExitCode.unproven
    } catch {
      print(error: "fetch: \(error)\n")
      return ExitCode.of(error)
    }
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
