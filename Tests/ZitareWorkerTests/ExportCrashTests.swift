import Glibc
import TestSupport
import Testing
import ZitareBase

/// `kill -9` in the middle of exports; `ZITARE_EXPORT_KILLS` lengthens it.
@Suite("Killed while exporting", .serialized)
struct ExportCrashTests {
  private static let rounds =
    getenv("ZITARE_EXPORT_KILLS").flatMap { Int(String(cString: $0)) } ?? 5
  private static let seed = UInt64(Timestamp.now().milliseconds % 1_000_000)

  @Test(
    "the old export or the new one is there, whole, and the next run leaves nothing behind",
    arguments: ["xapian", "recoll", "html"])
  func kill(target: String) throws {
    print("ExportCrashTests: seed \(Self.seed)")
    var random = SeededGenerator(seed: Self.seed)
    let texts = (0..<400).map {
      #"{"slug":"s\#($0)","text":"Der \#($0). Gedanke über die Freiheit.","language":"de"}"#
    }
    let home = try Home.withQuotes(texts)
    let start = ContinuousClock.now
    let place = try home.export(target)
    var duration = ContinuousClock.now - start
    var kills = 0
    var round = 0
    while round < Self.rounds || kills == 0 && round < 20 * Self.rounds {
      round += 1
      // A small difference and a large one, in turn.
      let kept = round % 2 == 0 ? texts.count : texts.count - (round % 4 == 1 ? 3 : 200)
      try home.publish(
        Array(texts.prefix(kept)),
        generatedAt: Timestamp(seconds: 1_800_000_000 + Int64(round)).iso8601)
      let old = try Manifest(place).count
      let delay = Int.random(in: 0...Int(duration / .microseconds(1)), using: &random)
      let begin = ContinuousClock.now
      let victim = try home.start(["export", target, "--output", place.string])
      usleep(UInt32(delay))
      victim.signal(SIGKILL)
      if try victim.wait().status == 128 + SIGKILL {
        kills += 1
      } else {
        duration = min(duration, ContinuousClock.now - begin)  // the next kill must come earlier
      }
      let note: Comment = "seed \(Self.seed), round \(round), \(delay) µs"
      #expect(try [old, kept].contains(Manifest(place).count), note)
      #expect(try ExportTests.isSound(place), note)
      try home.export(target)
      #expect(try Manifest(place).count == kept && ExportTests.isSound(place), note)
      #expect(try Files.names(in: place.parent) == [target], note)
    }
    print("ExportCrashTests: \(kills) of \(round) exports (\(target)) were killed")
    #expect(kills > 0)
  }
}
