import Synchronization
import TestSupport
import Testing
import ZitareHTTP

@Suite struct HTTPMetricsTests {
  private let client = HTTPClient()

  @Test("a call tells what it took, an error as well as an answer")
  func calls() async throws {
    let server = LoopbackServer { $0.path == "/" ? .redirect(to: "/end") : .init(body: [1, 2, 3]) }
    let first = try #require(try await client.send(server.get("/end")).metrics)
    #expect(first.requestCount == 1)
    #expect(!first.isConnectionReused)
    #expect(first.version == .http11)
    #expect(first.connect > .zero)
    #expect(first.tls == .zero)
    #expect(first.total >= first.nameLookup + first.connect + first.firstByte)
    #expect(first.receivedBytes > 20 && first.receivedBytes < 200)
    let second = try #require(try await client.send(server.get()).metrics)
    #expect(second.requestCount == 2)
    #expect(second.isConnectionReused)
    #expect(second.connect == .zero)
    #expect(second.sentBytes > first.sentBytes)
    let url = { LoopbackServer { _ in .init() }.url() }()
    let failed = try #require(try await client.failure(HTTPRequest(HTTPURL(url))).metrics)
    #expect(failed.total > .zero)
    #expect(failed.version == nil)
  }

  @Test("progress is told both ways, never falls and ends with everything")
  func progress() async throws {
    let size = 3 << 20
    let seen = Seen()
    let server = LoopbackServer { .init(body: $0.body) }
    var request = try server.post()
    request.body = .bytes([UInt8](repeating: 1, count: size))
    request.onProgress = { progress in seen.all.withLock { $0.append(progress) } }
    _ = try await client.send(request)
    let all = seen.all.withLock { $0 }
    #expect(
      zip(all, all.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0.received <= $1.received })
    let last = try #require(all.last)
    #expect(last.sent == Int64(size) && last.toSend == Int64(size))
    #expect(last.received == Int64(size) && last.toReceive == Int64(size))
  }

  private final class Seen: Sendable {
    let all = Mutex<[HTTPProgress]>([])
  }
}
