import TestSupport
import Testing
import ZitareBase

@testable import ZitarePipeline

@Suite("Answers of the server to searches")
struct RemoteAnswersTests {
  private static let hit = FoundQuote(
    slug: "a", text: "Text", author: nil, language: "de", score: 1, found: .remote)

  @Test("they hold for an hour, for one server and one query, also where there is no hit")
  func lifetime() {
    let folder = TemporaryFolder()
    let answers = RemoteAnswers(in: folder.path, from: "https://a")
    let now = Timestamp(seconds: 10_000)
    answers.keep([Self.hit], for: "x", at: now)
    answers.keep([], for: "y", at: now)
    #expect(answers.hits(for: "x", at: now) == [Self.hit])
    #expect(answers.hits(for: "x", at: now + .seconds(3599)) == [Self.hit])
    #expect(answers.hits(for: "x", at: now + .seconds(3600)) == nil)
    #expect(answers.hits(for: "x", at: now - .seconds(1)) == nil)
    #expect(answers.hits(for: "y", at: now) == [])
    #expect(answers.hits(for: "X", at: now) == nil)
    #expect(RemoteAnswers(in: folder.path, from: "https://b").hits(for: "x", at: now) == nil)
  }

  @Test("two hundred are enough, and a folder that cannot be written is no failure")
  func limits() throws {
    let folder = TemporaryFolder()
    let answers = RemoteAnswers(in: folder.path, from: "https://a")
    for number in 0...200 { answers.keep([], for: "\(number)", at: Timestamp(seconds: 0)) }
    #expect(try Files.names(in: folder.appending("searches")).count == 100)
    let file = try folder.write("file", [])
    RemoteAnswers(in: file, from: "https://a").keep([], for: "x", at: Timestamp(seconds: 0))
  }
}
