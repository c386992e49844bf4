import Synchronization
import TestSupport
import Testing

@testable import ZitareHTTP

@Suite struct BodyStreamTests {
  /// Counts how often it was asked for a chunk.
  private struct Counting: AsyncSequence, AsyncIteratorProtocol, Sendable {
    final class Count: Sendable {
      let asked = Atomic(0)
    }
    let count: Count
    func makeAsyncIterator() -> Counting { self }
    mutating func next() async -> [UInt8]? {
      count.asked.wrappingAdd(1, ordering: .relaxed)
      return Task.isCancelled ? nil : [1]
    }
  }

  @Test("chunks are asked for one ahead at most, and no more once nobody takes them")
  func backPressure() async throws {
    let count = Counting.Count()
    let stream = BodyStream(Counting(count: count), length: nil)
    #expect(stream.start())
    for taken in 0..<20 {
      var isTaken = false
      while !isTaken {
        let woken = Latch()
        switch stream.take(wake: { woken.open() }) {
        case .chunk: isTaken = true
        case .nothing: await woken.opened()
        case .end, .failure: Issue.record("ended")
        }
      }
      #expect(count.asked.load(ordering: .relaxed) <= taken + 2)
    }
    stream.stop()
    #expect(!stream.start())
    #expect(count.asked.load(ordering: .relaxed) <= 22)
  }

  @Test(
    "whoever makes the chunks learns of the end also while one waits to be taken",
    .timeLimit(.minutes(1)))
  func stopped() async throws {
    let (ended, waiting) = (Latch(), Latch())
    let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
    source.onTermination = { _ in ended.open() }
    source.yield([1])
    let stream = BodyStream(chunks, length: nil)
    guard case .nothing = stream.take(wake: { waiting.open() }) else {
      Issue.record("nobody has asked for a chunk yet")
      return
    }
    #expect(stream.start())
    await waiting.opened()
    stream.stop()
    await ended.opened()
    withExtendedLifetime(chunks) {}
  }
}
