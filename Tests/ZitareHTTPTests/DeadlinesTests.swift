import Testing

@testable import ZitareHTTP

@Suite struct DeadlinesTests {
  private let start = SuspendingClock.now
  private let timeouts = HTTPTimeouts(firstByte: .seconds(10), idle: .seconds(5))

  @Test("the wait for the first byte starts with the request")
  func firstByte() {
    var deadlines = Deadlines(timeouts, end: nil)
    #expect(deadlines.next == nil)
    #expect(deadlines.expired(at: start + .seconds(1000)) == nil)
    deadlines.requestBegins(at: start)
    #expect(deadlines.next == start + .seconds(10))
    #expect(deadlines.expired(at: start + .seconds(9)) == nil)
    #expect(deadlines.expired(at: start + .seconds(10)) == .firstByte)
  }

  @Test("a trickle is idle, a flow is not")
  func idle() {
    var deadlines = Deadlines(timeouts, end: nil)
    deadlines.requestBegins(at: start)
    deadlines.received(2000, at: start)
    #expect(deadlines.expired(at: start + .seconds(5)) == nil)
    #expect(deadlines.next == start + .seconds(10))
    deadlines.received(1, at: start + .seconds(6))
    deadlines.received(1, at: start + .seconds(9))
    #expect(deadlines.expired(at: start + .seconds(9)) == nil)
    #expect(deadlines.expired(at: start + .seconds(10)) == .idle)
  }

  @Test("while this side takes nothing only the total counts")
  func paused() {
    var deadlines = Deadlines(timeouts, end: start + .seconds(1000))
    deadlines.requestBegins(at: start)
    deadlines.received(2000, at: start)
    deadlines.pauses()
    #expect(deadlines.next == start + .seconds(1000))
    #expect(deadlines.expired(at: start + .seconds(999)) == nil)
    deadlines.proceeds(at: start + .seconds(999))
    #expect(deadlines.next == start + .seconds(1000))
    #expect(deadlines.expired(at: start + .seconds(1000)) == .total)
  }

  @Test("the total goes before everything else")
  func total() {
    var deadlines = Deadlines(timeouts, end: start + .seconds(3))
    #expect(deadlines.next == start + .seconds(3))
    deadlines.requestBegins(at: start)
    #expect(deadlines.next == start + .seconds(3))
    #expect(deadlines.expired(at: start + .seconds(60)) == .total)
  }
}
