import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareSearch

/// Processes that change an index are killed while others read it; `ZITARE_INDEX_KILLS` and
/// `ZITARE_INDEX_COMMITS` lengthen it, `ZITARE_CRASH_SEED` repeats a run.
@Suite("An index whose writers are killed", .serialized)
struct IndexCrashTests {
  private static let kills = number("ZITARE_INDEX_KILLS") ?? 2
  private static let commits = number("ZITARE_INDEX_COMMITS") ?? 200
  private static let seed = UInt64(
    number("ZITARE_CRASH_SEED") ?? Int(Timestamp.now().milliseconds % 1_000_000))

  private static func number(_ variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }

  /// The program that was built with the tests.
  private static let program = ChildProcess.built("search-probe")

  private let folder = TemporaryFolder()
  /// As the program has it.
  private var index: SearchIndex {
    let revision = SearchField.keyword("revision", prefix: "XR", facet: 0)
    return SearchIndex(
      folder: folder.appending("index"), schema: SearchSchema(fields: [revision], version: 1))
  }

  private func start(_ task: String, _ kind: String) throws -> ChildProcess {
    try ChildProcess(Self.program, [index.folder.string, task, kind])
  }

  /// Looks until the process has printed so many lines, or has ended.
  private func waitFor(_ lines: Int, of process: ChildProcess) throws {
    while try process.outputSoFar().split(separator: "\n").count < lines, !process.hasEnded {
      usleep(2000)
    }
  }

  @Test(
    "readers see a whole revision, the old or the new one, and the next writer goes on",
    arguments: ["update", "recompaction", "rebuild", "swap"])
  func killed(kind: String) throws {
    var random = SeededGenerator(seed: Self.seed)
    let first = try start("change", kind)
    try waitFor(1, of: first)
    let begin = ContinuousClock.now
    try waitFor(3, of: first)
    let duration = (ContinuousClock.now - begin) / 2
    first.signal(SIGKILL)
    #expect(try first.wait().status == 128 + SIGKILL)

    let reader = try start("read", kind)
    try waitFor(1, of: reader)
    for round in 0..<Self.kills {
      let writer = try start("change", kind)
      // Its first change settles what the last one left; the kill comes during one of the next.
      try waitFor(1, of: writer)
      let most = UInt32(duration * 1.5 / .microseconds(1))
      usleep(UInt32.random(in: 0...most, using: &random))
      writer.signal(SIGKILL)
      let result = try writer.wait()
      #expect(result.status == 128 + SIGKILL, "\(result.errors)")
      #expect(!reader.hasEnded, "seed \(Self.seed), \(kind), round \(round)")
      let found = try index.writer().verify()
      #expect(found.damage.isEmpty, "seed \(Self.seed), \(kind), round \(round)")
      let names = try Files.names(in: index.folder)
      #expect(!names.contains { $0.hasPrefix("building") || $0.hasPrefix("removed") })
    }
    reader.signal(SIGKILL)
    let result = try reader.wait()
    #expect(result.status == 128 + SIGKILL, "seed \(Self.seed): \(result.errors)")
  }

  @Test("no search, facet, word or spelling fails during many commits, and the files stay small")
  func manyCommits() throws {
    let documents = (0..<100).map { number in
      var document = SearchDocument(
        key: "\(number)", text: "wort fassung1", stored: Array("1".utf8))
      document.facets["revision"] = ["1"]
      return document
    }
    var batches = [documents]
    try index.writer().rebuild(to: 1, digest: "") { batches.popLast() }
    let before = try #require(try index.files()?.bytes)
    var largest: Int64 = 0
    let reader = try start("read", "update")
    try waitFor(1, of: reader)
    for commit in 2..<Self.commits {
      var parts = [IndexChanges(putting: [documents[commit % documents.count]])]
      try index.writer().update(to: Int64(commit), digest: "") { parts.popLast() }
      try #require(!reader.hasEnded, "after \(commit) commits")
      largest = max(largest, try index.files()?.bytes ?? 0)
    }
    // Blocks that no commit needs any more are used again.
    print("IndexCrashTests: \(before) bytes, at most \(largest) in \(Self.commits) commits")
    #expect(largest < 8 * before)
    reader.signal(SIGKILL)
    let result = try reader.wait()
    #expect(result.status == 128 + SIGKILL, "\(result.errors)")
  }

  /// A sanitizer needs more address space than any limit here.
  @Test(
    "a writer that runs out of memory leaves the old or the new revision, and the next one goes on",
    .enabled(if: dlsym(nil, "__sanitizer_set_report_path") == nil))
  func littleMemory() throws {
    let kind = "recompaction"
    #expect(try start("once", kind).wait().output == "1\n")
    var revision: Int64 = 1
    var failures = 0
    for megabytes in 12...44 {
      let limit = "--as=\(megabytes << 20)"
      let result = try ChildProcess(
        "/usr/bin/prlimit", [limit, Self.program.string, index.folder.string, "once", kind]
      ).wait()
      if result.status != 0 { failures += 1 }
      let found = try index.writer().verify()
      #expect(found.damage.isEmpty, "\(megabytes) MB: \(result.errors)")
      guard case .usable(let state) = try index.status() else {
        Issue.record("unusable after \(megabytes) MB: \(result.errors)")
        return
      }
      #expect([revision, revision + 1].contains(state.revision), "\(megabytes) MB")
      revision = state.revision
    }
    print("IndexCrashTests: \(failures) writers ran out of memory, \(revision) revisions")
    #expect(failures > 0 && revision > 1)
    #expect(try start("once", kind).wait().status == 0)
  }

  /// Whether this process may mount a file system of its own.
  private static let canMount: Bool =
    (try? ChildProcess(
      "/usr/bin/unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
      environment: ["PATH": "/usr/bin:/bin"]
    ).wait().status) == 0

  @Test(
    "a disk that is full loses nothing, and with space again the index is whole",
    .enabled(if: canMount, "a file system of a few megabytes cannot be mounted here"),
    arguments: [4000, 4600, 5200])
  func fullDisk(kilobytes: Int) throws {
    let script = """
      mount -t tmpfs -o size=\(kilobytes)k tmpfs "$1" && exec "$2" "$1/index" fill recompaction
      """
    let result = try ChildProcess(
      "/usr/bin/unshare",
      [
        "-rm", "sh", "-c", script, "sh", folder.path.string,
        Self.program.string,
      ],
      environment: ["PATH": "/usr/bin:/bin"]
    ).wait()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("3 failures"))
  }
}
