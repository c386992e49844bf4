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
