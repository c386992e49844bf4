import Glibc
import TestSupport
import Testing
import ZitareBase

/// Submissions through a server that fails at random while the delivering process is killed at random
/// moments; `ZITARE_SUBMISSIONS` lengthens it, `ZITARE_CRASH_SEED` repeats a run.
@Suite("Through faults and kill -9", .serialized)
struct DeliveryProofTests {
  private static let count = number("ZITARE_SUBMISSIONS") ?? 60
  private static let seed = UInt64(
    number("ZITARE_CRASH_SEED") ?? Int(Timestamp.now().milliseconds % 1_000_000))

  private static func number(_ variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }

  @Test(
    "no submission is lost and none is stored twice: each is sent or may have been",
    arguments: [
      (ScriptedServer.Shape.rotating, true), (.session, true), (.rotating, false),
      (.session, false),
    ])
  func delivery(shape: ScriptedServer.Shape, hasLookup: Bool) throws {
    let server = ScriptedServer(shape: shape, hasLookup: hasLookup, seed: Self.seed)
    var random = SeededGenerator(seed: Self.seed)
    let home = try Home.withFortunes(Home.texts)
    try home.configure(
      "[submit]\napi = \"\(server.address)\"\nsettling = \"0s\"\n"
        + "[account]\nserver = \"\(server.address)\"\n")
    let ids = try submit(home)
    var rounds = 0
    var kills = 0
    var logins = 0
    var isPending = true
    while isPending {
      rounds += 1
      try #require(rounds < 50 + Self.count * 20, "seed \(Self.seed): it comes to no end")
      let process = try home.start("deliver", "--quiet")
      // The first milliseconds are the start of the program; a third of the rounds is not disturbed.
      if Int.random(in: 0..<3, using: &random) > 0 {
        usleep(UInt32(Int.random(in: 10_000...200_000, using: &random)))
        process.signal(SIGKILL)
      }
      let result = try process.wait()
      if result.status == 128 + SIGKILL { kills += 1 }
      #expect([0, 1, 75, 128 + SIGKILL].contains(result.status), "\(result.errors)")
      let pending = try home.submissions().filter { $0.state == "pending" }
      isPending = !pending.isEmpty
      if pending.contains(where: { $0.waitsFor == "login" }) {
        logins += 1
        #expect(try home.run("login", "a", "--password-stdin", input: "geheim").status == 0)
      }
    }
    let note = "seed \(Self.seed)"
    let states = try home.submissions()
    #expect(states.map(\.id) == ids, "\(note)")
    let sent = states.filter { $0.state == "sent" }.map(\.id)
    let maybe = states.filter { $0.state == "maybe-sent" }.map(\.id)
    let stored = server.counts
    #expect(sent.count + maybe.count == Self.count, "\(note): \(Set(states.map(\.state)))")
    #expect(Set(stored.keys).union(maybe) == Set(ids), "\(note): nothing is lost")
    #expect(stored.values.allSatisfy { $0 == 1 }, "\(note): nothing is stored twice")
    #expect(sent.allSatisfy { stored[$0] == 1 }, "\(note)")
    #expect(!hasLookup || maybe.isEmpty, "\(note)")
    #expect(server.books.bodies.values.allSatisfy { $0.count == 1 }, "\(note)")
    #expect(server.books.stored == ids.filter { stored[$0] != nil }, "\(note): the order is kept")
    #expect(server.books.reuses == 0, "\(note): no refresh token comes twice")
    // A few submissions may have had luck.
    #expect(Self.count < 1000 || kills > 0 && server.books.renewals > 0)
    print(
      "DeliveryProofTests: \(shape), lookup \(hasLookup): \(sent.count) sent, \(maybe.count) maybe, "
        + "\(rounds) rounds, \(kills) kills, \(logins) logins, \(server.books.renewals) renewals, "
        + "\(server.books.lookups) lookups, \(note)")
  }

  /// Makes all of them pending before anything is sent.
  private func submit(_ home: Home) throws -> [String] {
    #expect(
      try home.run(
        "jobs", "limit", "--key", "submissions", "--rate", "1000000/1s", "--burst", "1000000"
      ).status == 0)
    let texts = (0..<Self.count).map { "Einsendung Nummer \($0)" }
    let path = try home.folder.write("texts", texts.joined(separator: "\n%\n").utf8).string
    let result = try home.run("submit", "--file", path, "--send", "--quiet")
    // Nobody is logged in yet, so all of them wait.
    #expect(result.status == 75, "\(result.errors)")
    let submissions = try home.submissions()
    #expect(submissions.count == Self.count && submissions.allSatisfy { $0.state == "pending" })
    return submissions.map(\.id)
  }
}
