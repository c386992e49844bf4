import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("Threads of our own", .timeLimit(.minutes(1)))
struct ThreadsTests {
  private final class Token: Sendable {}

  private final class Arrivals: Sendable {
    private let threads = Mutex<Set<UInt>>([])
    var count: Int { threads.withLock { $0.count } }
    func note() { threads.withLock { _ = $0.insert(pthread_self()) } }
  }

  @Test("what is in line is taken in order, also far behind, and then kept no more")
  func line() {
    let line = WorkLine<(Int, Token)>()
    var taken: [Int] = []
    weak var first: Token?
    do {
      let token = Token()
      first = token
      line.append((0, token))
    }
    for number in 1..<5000 { line.append((number, Token())) }
    while taken.count < 4000, let (number, _) = line.next() { taken.append(number) }
    #expect(first == nil)
    line.close()
    while let (number, _) = line.next() { taken.append(number) }
    #expect(taken == Array(0..<5000))
  }

  @Test("a thread does one thing after the other, and tells what each came to")
  func workThread() async throws {
    struct Refusal: Error {}
    let thread = WorkThread()
    let seen = Mutex<[Int]>([])
    for number in 0..<100 { thread.perform { seen.withLock { $0.append(number) } } }
    #expect(await thread.run { seen.withLock { $0.count } } == 100)
    #expect(thread.wait { seen.withLock { $0 } } == Array(0..<100))
    await #expect(throws: Refusal.self) {
      try await thread.run { () throws(Refusal) in throw Refusal() }
    }
  }

  @Test("a pool starts as many threads as it may, and its tasks run on them")
  func pool() async {
    let pool = ThreadPool(most: 3)
    let (arrivals, full, release) = (Arrivals(), Latch(), Latch())
    await withTaskGroup { group in
      for _ in 0..<10 {
        group.addTask(executorPreference: pool) {
          arrivals.note()
          if arrivals.count == 3 { full.open() }
          release.block()
        }
      }
      await full.opened()
      release.open()
    }
    #expect(arrivals.count == 3)
  }

  @Test("a watch tells of what can be read, and closes its descriptor at the end")
  func watch() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    defer { close(writer) }
    let seen = Latch()
    let watch = ReadWatch(reader) {
      var byte: UInt8 = 0
      if read(reader, &byte, 1) == 1 { seen.open() }
    }
    var byte: UInt8 = 7
    try #require(write(writer, &byte, 1) == 1)
    await seen.opened()
    watch.cancel()
    // The last reader is gone once nobody polls it any more.
    var state = pollfd(fd: writer, events: 0, revents: 0)
    #expect(poll(&state, 1, 10_000) == 1 && Int32(state.revents) & POLLERR != 0)
  }
}
