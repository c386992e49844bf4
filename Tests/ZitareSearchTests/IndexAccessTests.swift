import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareSearch

@Suite("Who may open an index")
struct IndexAccessTests {
  private static let program = ChildProcess.built("search-probe")
  private static let environment = ["PATH": "/usr/bin:/bin"]

  /// A database of Xapian's with one document, which nobody has open.
  private func database(in folder: TemporaryFolder) throws -> FilePath {
    let path = folder.appending("database")
    let shared = try SharedIndex(path)
    try shared.put([SharedDocument(key: "a", url: "", title: "", text: "wort", language: "de")])
    try shared.commit()
    return path
  }

  @Test("a database that another writer has open is locked, which passes")
  func locked() throws {
    let folder = TemporaryFolder()
    let path = try database(in: folder)
    do {
      let first = try opened(path)
      let error = #expect(throws: SearchError.self) { try SharedIndex(path) }
      guard case .locked = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error?.isTransient == true)
      withExtendedLifetime(first) {}
    }
    _ = try opened(path)
  }

  /// A lock that was given back may stay for a moment with a process that another test starts.
  private func opened(_ path: FilePath) throws -> SharedIndex {
    for _ in 0..<1000 {
      do throws(SearchError) {
        return try SharedIndex(path)
      } catch {
        guard case .locked = error else { throw error }
        usleep(1000)
      }
    }
    return try SharedIndex(path)
  }

  @Test("a lock that cannot be had for another reason is no other writer, and does not pass")
  func unlockable() throws {
    let folder = TemporaryFolder()
    let path = try database(in: folder)
    unlink(path.appending("flintlock").string)
    try Files.makeFolder(path.appending("flintlock"))
    let error = #expect(throws: SearchError.self) { try SharedIndex(path) }
    guard case .failed(_, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("Is a directory"), "\(reason)")
    #expect(error?.isTransient == false)
  }

  @Test("a process without file descriptors is told so, and not that somebody writes")
  func descriptors() throws {
    let fixture = try probed()
    var reasons: Set<String> = []
    for limit in 4..<24 {
      let result = try ChildProcess(
        "/usr/bin/prlimit",
        [
          "--nofile=\(limit)", Self.program.string, fixture.appending("index").string, "once",
          "update",
        ], environment: Self.environment
      ).wait()
      #expect(!result.errors.contains("is writing"), "\(limit): \(result.errors)")
      if result.errors.contains("memory or file descriptors are used up") {
        reasons.insert("exhausted")
      }
    }
    #expect(reasons == ["exhausted"])
    #expect(try look(fixture).output.hasSuffix(" documents\n"))
  }

  @Test("two writers do not come in where somebody takes the lock files for stale and removes them")
  func staleLocks() throws {
    let fixture = try SearchFixture("de", ["eins"])
    let first = try fixture.index.writer()
    unlink(fixture.index.folder.appending("writer").string)
    unlink(try fixture.currentGeneration().appending("flintlock").string)
    let error = #expect(throws: SearchError.self) { try fixture.index.writer() }
    guard case .locked = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try first.update(to: 2, digest: "d") { nil }
  }

  /// An index that the program of this suite has made.
  private func probed() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let made = try ChildProcess(
      Self.program, [folder.appending("index").string, "once", "update"],
      environment: Self.environment
    ).wait()
    #expect(made.status == 0, "\(made.errors)")
    // The first reader makes the file that readers lock.
    #expect(try look(folder).status == 0)
    return folder
  }

  private func look(
    _ folder: TemporaryFolder, under words: [String] = []
  ) throws -> ChildProcess.Result {
    let call = words + [Self.program.string, folder.appending("index").string, "look", "update"]
    return try ChildProcess(
      FilePath(call[0]), Array(call.dropFirst()), environment: Self.environment
    ).wait()
  }

  /// Root opens everything; without these rights it is like anybody.
  private static let asAnybody =
    geteuid() != 0
    ? []
    : [
      "/usr/bin/setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps",
      "-dac_override,-dac_read_search",
    ]

  @Test(
    "an index that may only be read is searched, whether its lock may be taken or not",
    arguments: [0o400, 0o000, nil])
  func foreign(mode: mode_t?) throws {
    let fixture = try probed()
    let generation = fixture.appending("index/generation-1")
    let lock = generation.appending("readers")
    if let mode { chmod(lock.string, mode) } else { unlink(lock.string) }
    for folder in [generation, generation.parent] { chmod(folder.string, 0o500) }
    defer { for folder in [generation.parent, generation] { chmod(folder.string, 0o700) } }
    let result = try look(fixture, under: Self.asAnybody)
    #expect(result.output == "100 documents\n", "\(result.errors)")
  }

  /// Whether this process may mount a file system of its own.
  private static let canMount: Bool =
    (try? ChildProcess(
      "/usr/bin/unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
      environment: environment
    ).wait().status) == 0

  @Test(
    "an index on a medium that cannot be written to is searched",
    .enabled(if: canMount, "nothing can be mounted here"), arguments: [true, false])
  func readOnly(hasLock: Bool) throws {
    let fixture = try probed()
    let lock = fixture.appending("index/generation-1/readers")
    if !hasLock { unlink(lock.string) }
    let script = """
      mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && ! touch "$0/x" && exec "$@"
      """
    let result = try look(
      fixture, under: ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", script, fixture.path.string])
    #expect(result.output == "100 documents\n", "\(result.errors)")
    #expect(try Files.size(of: lock) == (hasLock ? 0 : nil))
  }
}
