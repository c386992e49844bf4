import Glibc
import TestSupport
import Testing
import ZitareBase

/// `ZITARE_IDLE_SECONDS` says how long to watch; without it there is nothing to see.
@Suite("A worker with nothing to do")
struct IdleTests {
  private static let seconds = getenv("ZITARE_IDLE_SECONDS").flatMap { Int(String(cString: $0)) }

  private static let writing: Set<Substring> = [
    "pwrite64", "pwritev", "writev", "fsync", "fdatasync", "ftruncate", "fallocate", "rename",
    "unlink", "sendto", "sendmsg", "mkdir",
  ]

  @Test(
    "wakes up twice a minute at most, writes nothing and stays below 40 MB",
    .enabled(if: seconds != nil))
  func idle() async throws {
    let seconds = try #require(Self.seconds)
    // Its threads for HTTP have had work, too.
    let origin = ServedOrigin()
    var random = SeededGenerator(seed: 1)
    origin.publish(1, count: 500, &random)
    let home = try Home(origin.address)
    try home.configure(
      ["refresh", "render", "deliver", "index"]
        .map { "[schedule.\($0)]\ncron = \"0 0 29 2 *\"\n" }.joined())
    let worker = try home.start("worker")
    defer { worker.end() }
    try await eventually("the worker's first round") {
      let status = try home.status()
      return status.workers == [worker.processID] && Set(status.jobs.keys) == ["completed"]
    }
    try await Task.sleep(for: .seconds(10))
    let strace = try ChildProcess(
      "/usr/bin/strace", ["-f", "-y", "-ttt", "-p", "\(worker.processID)"])
    try await Task.sleep(for: .seconds(seconds))
    strace.signal(SIGKILL)
    let trace = try strace.wait().errors
    let calls = trace.split(separator: "\n").compactMap { Call($0) }
    #expect(calls.count > 10, "strace saw nothing: \(trace.prefix(300))")
    let times = calls.map(\.time)
    let wakes = zip([0] + times, times).filter { $1 - $0 > 0.5 }.count
    let writes = calls.filter {
      Self.writing.contains($0.name) || $0.name == "write" && !$0.text.contains("<pipe:")
    }
    let size = try Self.residentSize(of: worker.processID)
    print("IdleTests: \(wakes) wake-ups in \(seconds) s, \(writes.count) writes, \(size) kB")
    #expect(wakes <= (seconds + 59) / 60 * 2)
    #expect(writes.isEmpty, "\(writes.map(\.text))")
    #expect(size <= 40_000)
  }

  /// One line of strace: thread, time and call.
  private struct Call {
    let time: Double
    let name: Substring
    let text: Substring

    /// Nil for calls that are resumed and for ends of threads.
    init?(_ line: Substring) {
      guard let dot = line.firstIndex(of: "."), let bracket = line.firstIndex(of: "(") else {
        return nil
      }
      let words = line[..<bracket].split(separator: " ")
      guard let name = words.last, words.count >= 2, dot < bracket,
        let time = Double(words[words.count - 2]),
        name.allSatisfy({ $0.isLowercase || $0.isNumber || $0 == "_" })
      else { return nil }
      self.time = time
      self.name = name
      text = line[name.startIndex...]
    }
  }

  private static func residentSize(of process: Int32) throws -> Int {
    let status = String(
      decoding: try #require(try Files.read(FilePath("/proc/\(process)/status"))), as: UTF8.self)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }
}
