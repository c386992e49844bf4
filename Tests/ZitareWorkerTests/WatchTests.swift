import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareService

@testable import ZitareWorker

@Suite("Watching the quotation of the day")
struct WatchTests {
  private static let texts = (1...8).map { "Spruch Nummer \($0) hat ein Ende." }

  /// A watch that runs in this process, by a clock that stands where the test puts it.
  private final class Watch: Sendable {
    let lines = Mutex<[String]>([])
    let now: Mutex<Timestamp>

    init(_ start: Timestamp) { now = Mutex(start) }

    /// Watches until so many lines have come; each wait for a time ends when `woken` says it is.
    func run(
      _ home: Home, zone: String, lines count: Int,
      woken: @escaping @Sendable (Timestamp) -> Timestamp
    ) async -> [String] {
      let clocks = Clocks(
        wall: { self.now.withLock { $0 } }, boot: { .zero }, bootID: "test", sleep: { _ in },
        sleepUntil: { time in
          try Task.checkCancellation()
          await Task.yield()
          self.now.withLock { $0 = woken(time) }
        })
      let (stream, continuation) = AsyncStream.makeStream(of: String.self)
      let streams = Terminal(isTerminal: false, environment: [:])
      let console = Console(
        input: streams, output: streams, errors: streams, width: { 80 },
        writeOutput: { continuation.yield($0) }, writeErrors: { _ in }, readLine: { nil })
      let task = Task {
        await Program.definition.run(
          ["--origin", home.origins[0], "--set", "daily.zone=\(zone)", "watch"],
          environment: ProcessEnvironment(
            variables: home.environment, userID: getuid(), home: home.folder.path),
          console: console, clocks: clocks)
      }
      var lines: [String] = []
      for await line in stream {
        lines.append(line)
        if lines.count == count { break }
      }
      task.cancel()
      _ = await task.value
      return lines
    }
  }

  @Test(
    "a new line comes with each day of the zone, at its midnight, also where there is none",
    arguments: [
      ("Europe/Berlin", "2026-11-30T22:59:50Z"), ("Asia/Tokyo", "2026-11-30T14:59:50Z"),
      // Clocks go from 24:00 to 01:00 on 2027-04-30.
      ("Africa/Cairo", "2027-04-28T20:59:50Z"),
    ])
  func days(zone: String, start: String) async throws {
    let home = try Home.withFortunes(Self.texts)
    #expect(try home.run("run").status == 0)
    let start = try #require(Timestamp(iso8601: start))
    let rules = try TimeZoneRules(identifier: zone)
    let midnights = (1...3).map { rules.start(of: rules.date(at: start).adding(days: $0)) }
    let waits = Mutex<[Timestamp]>([])
    let lines = await Watch(start).run(home, zone: zone, lines: 4) { time in
      waits.withLock { $0.append(time) }
      // Most of each day is skipped; its last half minute is not.
      let midnight = rules.start(of: rules.date(at: time).adding(days: 1))
      return midnights.contains(time) ? time : max(time, midnight - .seconds(30))
    }
    #expect(Set(lines).count == 4)
    #expect(lines.allSatisfy { $0.hasSuffix("\n") })
    #expect(waits.withLock { waits in midnights.allSatisfy(waits.contains) })
  }

  @Test("the right line comes within a minute of waking up, however long the machine slept")
  func suspended() async throws {
    let home = try Home.withFortunes(Self.texts)
    #expect(try home.run("run").status == 0)
    let start = try #require(Timestamp(iso8601: "2026-11-30T08:00:00Z"))
    let lines = await Watch(start).run(home, zone: "Europe/Berlin", lines: 2) { time in
      time + .seconds(15 * 3600)
    }
    #expect(Set(lines).count == 2)
  }

  @Test("a changed payload gives a new line at once, and SIGTERM ends the watch")
  func changed() async throws {
    let home = try Home.withFortunes(Self.texts)
    #expect(try home.run("run").status == 0)
    let watch = try home.start("watch")
    defer { watch.signal(SIGKILL) }
    let shown = try home.run("today").output
    try await eventually("the first line") { try watch.outputSoFar() == shown }
    // Without today's quotation there is another one.
    let kept = Self.texts.filter { !shown.contains($0) }
    try #require(kept.count == Self.texts.count - 1)
    try home.folder.write("fortunes", fortunes(kept).utf8)
    #expect(try home.run("refresh", "--accept").status == 0)
    #expect(try home.run("run").status == 0)
    let next = try home.run("today").output
    #expect(next != shown)
    try await eventually("the new line", within: .seconds(5)) {
      try watch.outputSoFar() == shown + next
    }
    watch.signal(SIGTERM)
    #expect(try watch.wait().status == 128 + SIGTERM)
  }

  @Test("it ends when nobody reads it any more, without waiting for a change")
  func closed() throws {
    let home = try Home.withFortunes(Self.texts)
    #expect(try home.run("run").status == 0)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let watch = try ChildProcess(
      Home.program, ["--origin", home.origins[0], "watch"], environment: home.environment,
      descriptors: [1: ends[1]])
    close(ends[1])
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 1)
    #expect(!watch.hasEnded)
    close(ends[0])
    #expect(try watch.wait().status == 0)
  }
}
