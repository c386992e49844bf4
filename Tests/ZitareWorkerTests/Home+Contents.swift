import Glibc
import TestSupport
import Testing
import ZitareBase

extension Home {
  /// What a user has, without the instants in it.
  struct Contents: Equatable {
    let corpus: String
    let index: String
    let payload: String
  }

  func contents() throws -> Contents {
    let sql = String(decoding: try fixtureBytes("dump-corpus.sql"), as: UTF8.self)
    let corpus = try ZitareWorkerTests.run(
      "/usr/bin/sqlite3", data.appending("corpus.sqlite").string, input: sql)
    #expect(corpus.status == 0, "\(corpus.errors)")
    let current = data.appending("index/current").string
    let index = try FixtureTools.python("dump-index.py", current)
    #expect(index.status == 0, "\(index.errors)")
    let check = try ZitareWorkerTests.run("/usr/bin/xapian-check", current)
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    let payload = try #require(try Files.read(state.appending("payload.json")))
    let lines = String(decoding: payload, as: UTF8.self).split(separator: "\n")
    let instants = ["\"generatedAt\"", "\"syncedAt\"", "\"inputs\""]
    return Contents(
      corpus: corpus.output, index: index.output,
      payload: lines.filter { line in !instants.contains { line.contains($0) } }
        .joined(separator: "\n"))
  }

  /// Removes corpus, index and panel files.
  func forget() throws {
    let result = try ZitareWorkerTests.run("/bin/rm", "-r", data.string, state.string)
    #expect(result.status == 0, "\(result.errors)")
  }
}

extension Home {
  /// Kills a command at a random moment within `time` and says whether that came before its end.
  ///
  /// The next run must then leave what another home has, which nobody disturbed.
  func runAfterKill(
    of command: String, within time: Duration, _ random: inout some RandomNumberGenerator,
    leavesAs undisturbed: Home, _ round: String
  ) throws -> Bool {
    let delay = Int.random(in: 0...Int(time / .microseconds(1)), using: &random)
    let victim = try start(command)
    usleep(UInt32(delay))
    victim.signal(SIGKILL)
    let end = try victim.wait().status
    let note = "\(round), killed after \(delay) µs, status \(end)"
    let next = try run("run")
    #expect(next.status == 0, "\(note): \(next.errors)")
    let (found, expected) = (try contents(), try undisturbed.contents())
    #expect(found.corpus == expected.corpus, "\(note)")
    #expect(found.index == expected.index, "\(note)")
    #expect(found.payload == expected.payload, "\(note)")
    #expect(try status().checks.allSatisfy { $0.level == "fine" }, "\(note)")
    return end == 128 + SIGKILL
  }
}
