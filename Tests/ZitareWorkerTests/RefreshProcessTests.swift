import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("zitare refresh, from the web")
struct RefreshProcessTests {
  @Test("processes that ask at once cause one download")
  func once() throws {
    // It gives its thread to no other test: a download that is held up for long is begun anew.
    let (origin, home) = try Self.make()
    let gate = Gate()
    origin.hold(gate, after: 1000)
    let processes = try (0..<4).map { _ in try home.start("refresh") }
    gate.reached.block()
    // The others have found the job in the store, or are about to.
    let end = ContinuousClock.now + .seconds(60)
    while try !processes.allSatisfy({ try Self.opens("jobs.sqlite", $0.processID) }) {
      try #require(ContinuousClock.now < end, "the others do not start")
      usleep(5000)
    }
    gate.release()
    for process in processes {
      let result = try process.wait()
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(origin.unconditional == 1)
    #expect(try home.status()["corpus"]?.facts["quotes"] == .number(500))
  }

  @Test("a kill in the middle of a download leaves the old corpus, and the next run gets all")
  func killedDownload() async throws {
    let (origin, home) = try Self.make()
    #expect(try home.run("run").status == 0)
    var random = SeededGenerator(seed: 2)
    origin.publish(2, count: 900, &random)
    let gate = Gate()
    origin.hold(gate, after: 20_000)
    let victim = try home.start("refresh")
    await gate.reached.opened()
    victim.signal(SIGKILL)
    #expect(try victim.wait().status == 128 + SIGKILL)
    gate.release()
    origin.hold(nil)
    #expect(try home.status()["corpus"]?.facts["quotes"] == .number(500))
    #expect(try home.hits("Gedanke").count == 20)
    let result = try home.run("run")
    #expect(result.status == 0, "\(result.errors)")
    let status = try home.status()
    #expect(status["corpus"]?.facts["quotes"] == .number(900))
    #expect(status.checks.allSatisfy { $0.level == "fine" })
  }

  @Test("a kill at any moment of a refresh leaves the old corpus or the new one")
  func killed() throws {
    print("RefreshProcessTests: ZITARE_CRASH_SEED=\(CrashTests.seed)")
    var random = SeededGenerator(seed: CrashTests.seed)
    let origin = ServedOrigin()
    let (undisturbed, disturbed) = (try Home(origin.address), try Home(origin.address))
    var duration = Duration.milliseconds(300)
    var kills = 0
    for round in 1...CrashTests.rounds {
      origin.publish(round, count: 2000 + 10 * round, &random)
      let start = ContinuousClock.now
      #expect(try undisturbed.run("run").status == 0)
      duration = ContinuousClock.now - start

      let isKilled = try disturbed.runAfterKill(
        of: "refresh", within: duration, &random, leavesAs: undisturbed,
        "seed \(CrashTests.seed), round \(round)")
      if isKilled { kills += 1 }
    }
    print("RefreshProcessTests: \(kills) of \(CrashTests.rounds) refreshes were killed")
    #expect(kills > 0)
  }

  @Test("memory does not grow with the snapshot")
  func memory() throws {
    let filler = String(repeating: "x", count: 600 << 10)
    let peaks = try [5, 50].map { count in
      var home = try Home()
      let quotes = (0..<count).map {
        #"{"slug":"q\#($0)","text":"Gedanke \#($0)","language":"de","note":"\#(filler)"}"#
      }
      let file = try home.folder.write(
        "index-full.json", Array(#"{"quotes":[\#(quotes.joined(separator: ","))]}"#.utf8))
      home.origins = ["file:\(file)"]
      // What the tests themselves hold counts for a process that they start, not for its own.
      let result = try home.start(under: ["/usr/bin/time", "-f", "%M"], ["refresh"]).wait()
      #expect(result.status == 0, "\(result.errors)")
      return try #require(result.errors.split(separator: "\n").last.flatMap { Int($0) })
    }
    // Thirty megabytes of snapshot, and a tenth of that.
    #expect(peaks[1] - peaks[0] < 10 << 10, "\(peaks)")
  }

  private static func make() throws -> (ServedOrigin, Home) {
    let origin = ServedOrigin()
    var random = SeededGenerator(seed: 1)
    origin.publish(1, count: 500, &random)
    return (origin, try Home(origin.address))
  }

  /// Whether a process has a file of this name open.
  private static func opens(_ name: String, _ process: Int32) throws -> Bool {
    let folder = FilePath("/proc/\(process)/fd")
    return try Files.names(in: folder).contains { descriptor in
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink(folder.appending(descriptor).string, &target, target.count)
      let path = target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
      return String(decoding: path, as: UTF8.self).hasSuffix("/\(name)")
    }
  }
}
