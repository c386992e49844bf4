import Glibc
import TestSupport
import Testing
import ZitareBase

/// `kill -9` at random moments; `ZITARE_CRASH_SEED` repeats a run, `ZITARE_CRASH_ROUNDS` lengthens it.
@Suite("Killed at any moment", .serialized)
struct CrashTests {
  static let rounds = number("ZITARE_CRASH_ROUNDS") ?? 8
  static let seed = UInt64(
    number("ZITARE_CRASH_SEED") ?? Int(Timestamp.now().milliseconds % 1_000_000))

  private static func number(_ variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }

  @Test("after a kill during run the next run leaves what an undisturbed one does")
  func run() throws {
    print("CrashTests: ZITARE_CRASH_SEED=\(Self.seed)")
    var random = SeededGenerator(seed: Self.seed)
    let source = TemporaryFolder()
    let origin = "fortune:\(source.path.appending("fortunes"))"
    let undisturbed = try Home(origin)
    let disturbed = try Home(origin)
    var duration = Duration.milliseconds(500)
    var kills = 0
    for round in 0..<Self.rounds {
      try source.write("fortunes", fortunes(Self.texts(round, &random)).utf8)
      if round % 4 == 3 {
        // From nothing again: the long way through every stage.
        for home in [undisturbed, disturbed] { try home.forget() }
      }
      let start = ContinuousClock.now
      #expect(try undisturbed.run("run").status == 0)
      duration = ContinuousClock.now - start

      let isKilled = try disturbed.runAfterKill(
        of: "run", within: duration, &random, leavesAs: undisturbed,
        "seed \(Self.seed), round \(round)")
      if isKilled { kills += 1 }
    }
    print("CrashTests: \(kills) of \(Self.rounds) runs were killed")
    #expect(kills > 0)
  }

  @Test("no submission is lost or stored twice")
  func submissions() throws {
    print("CrashTests: ZITARE_CRASH_SEED=\(Self.seed)")
    var random = SeededGenerator(seed: Self.seed)
    let server = SubmissionServer(seed: Self.seed)
    let home = try Home.withFortunes(Home.texts)
    try home.configure("[submit]\napi = \"\(server.address)\"\nsettling = \"0s\"\n")
    let begin = ContinuousClock.now
    #expect([0, 75].contains(try home.run("submit", "--text", "Die erste").status))
    let duration = ContinuousClock.now - begin
    var promised: Set<String> = ["Die erste"]
    var kills = 0
    for round in 0..<Self.rounds {
      let text = "Einsendung \(round)"
      for command in [["submit", "--text", text], ["deliver"]] {
        let delay = Int.random(in: 0...Int(duration * 1.3 / .microseconds(1)), using: &random)
        let victim = try home.start(command)
        usleep(UInt32(delay))
        victim.signal(SIGKILL)
        let result = try victim.wait()
        if result.status == 128 + SIGKILL {
          kills += 1
        } else {
          #expect([0, 75].contains(result.status), "\(result.errors)")
          if command[0] == "submit" { promised.insert(text) }
        }
      }
    }
    // The server fails at times: a few attempts may be needed.
    var last = ""
    for _ in 0..<40 {
      last = try home.run("deliver").errors
      if try home.submissions().allSatisfy({ $0.state != "pending" }) { break }
    }
    let submissions = try home.submissions()
    #expect(submissions.count >= promised.count)
    #expect(submissions.allSatisfy { $0.state == "sent" }, "seed \(Self.seed): \(last)")
    let stored = server.stored
    #expect(stored == Dictionary(uniqueKeysWithValues: submissions.map { ($0.id, 1) }))
    let bodies = submissions.map(\.body)
    for text in promised { #expect(bodies.count { $0.contains("\"\(text)\"") } == 1) }
    #expect(server.keysDiffering.isEmpty)
    let lookups = server.requests.count { $0.method == "GET" }
    print("CrashTests: \(kills) kills, \(submissions.count) submissions, \(lookups) lookups")
    #expect(kills > 0)
  }

  /// About 300 quotations, of which every round changes some.
  private static func texts(_ round: Int, _ random: inout SeededGenerator) -> [String] {
    (0..<300).map { number in
      let version = Int.random(in: 0..<20, using: &random) == 0 ? round : 0
      return "Der \(number). Gedanke über die Freiheit der Menschen, Fassung \(version)."
    }
  }
}
