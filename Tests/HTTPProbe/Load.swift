import Glibc
import ZitareBase
import ZitareHTTP

/// Sends requests of every kind, sixteen at a time, and prints by how many bytes its memory has grown
/// from the first tenth of them to the last.
func load(_ base: String, _ count: Int) async throws {
  let client = HTTPClient()
  var first = 0
  for start in stride(from: 0, to: count, by: 16) {
    try await withThrowingTaskGroup { group in
      for number in start..<min(start + 16, count) {
        group.addTask { try await exchange(client, base, number) }
      }
      try await group.waitForAll()
    }
    if start <= count / 10 { first = try memory() }
  }
  print(try memory() - first)
}

private struct Unexpected: Error {
  let number: Int
}

/// One request of the kind that its number says.
private func exchange(_ client: HTTPClient, _ base: String, _ number: Int) async throws {
  func request(_ path: String) throws -> HTTPRequest { HTTPRequest(try HTTPURL(base + path)) }
  switch number % 10 {
  case 0, 1, 2:
    guard try await client.send(request("/gzip")).isSuccess else {
      throw Unexpected(number: number)
    }
  case 3:
    _ = try await client.send(request("/missing"))
  case 4:
    var post = try request("/echo")
    post.method = .post
    post.body = .joined([
      .text("a"),
      .stream(
        AsyncStream {
          $0.yield([1])
          $0.finish()
        }),
    ])
    guard try await client.send(post).body.count == 2 else { throw Unexpected(number: number) }
  case 5:
    _ = try await client.send(request("/redirect"))
  case 6:
    let call = Task { try await client.send(request("/gzip")) }
    call.cancel()
    _ = try? await call.value
  case 7:
    let stream = try await client.stream(request("/large"), limit: 1 << 30)
    for try await _ in stream { break }
  case 8:
    var bytes = 0
    for try await chunk in try await client.stream(request("/large"), limit: 1 << 30) {
      bytes += chunk.count
    }
    guard bytes == 1 << 20 else { throw Unexpected(number: number) }
  default:
    _ = try? await client.send(request("/cut"))
  }
}

/// The memory in use, in bytes (proc(5)).
private func memory() throws -> Int {
  let pages = try Files.read("/proc/self/statm").map { String(decoding: $0, as: UTF8.self) }
  return (pages?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
}
