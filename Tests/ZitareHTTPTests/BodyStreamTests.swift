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
}
