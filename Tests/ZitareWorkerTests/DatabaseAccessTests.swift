import Glibc
import TestSupport
import Testing
import ZitareBase

/// POSIX locks belong to a process: closing a descriptor of a database that SQLite did not open
/// drops SQLite's locks on it, and another process may then overwrite what was committed.
///
/// The kernel is asked who opens, removes or renames `jobs.sqlite`, its log and its shared memory:
/// strace shows the stack of every such call, and the function that called libc must be SQLite's.
/// Flags of `open` would only show that a call looks like SQLite's.
@Suite("The job database", .timeLimit(.minutes(3)))
struct DatabaseAccessTests {
  private static let calls =
    "open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,link,linkat,symlink,"
    + "symlinkat,truncate,name_to_handle_at"

  /// One file for each thread, so that no line is torn apart by another's.
  private static func trace(to folder: TemporaryFolder) -> [String] {
    [
      "/usr/bin/strace", "-ff", "--seccomp-bpf", "-k", "-s", "4096", "-e", "trace=\(calls)", "-o",
      folder.appending("trace").string,
    ]
  }

  private static var canTrace: Bool {
    let folder = TemporaryFolder()
    let words = trace(to: folder) + ["/bin/true"]
    return withExtendedLifetime(folder) {
      (try? ChildProcess(FilePath(words[0]), Array(words.dropFirst())).wait().status) == 0
    }
  }

  @Test("5: nothing in the process touches its files but SQLite", .enabled(if: canTrace))
  func onlySQLite() async throws {
    let server = SubmissionServer()
    let home = try Home.withFortunes(Home.texts)
    try home.configure("[submit]\napi = \"\(server.address)\"\n")
    let commands = [
      ["run"], ["status"], ["jobs", "list"], ["schedule", "list"],
      ["submit", "--text", "Eine Einsendung"], ["submissions", "list"], ["deliver"], ["today"],
    ]
    for command in commands {
      let trace = TemporaryFolder()
      let result = try home.start(under: Self.trace(to: trace), command).wait()
      #expect(result.status == 0, "\(command): \(result.errors)")
      let accesses = try Self.accesses(in: trace)
      #expect(accesses.filter { !$0.isSQLite } == [], "\(command)")
      #expect(accesses.isEmpty == (command == ["today"]), "\(command)")
    }
  }

  @Test("5: nothing in a worker touches its files but SQLite", .enabled(if: canTrace))
  func worker() async throws {
    let server = SubmissionServer()
    let home = try Home.withFortunes(Home.texts)
    try home.configure("[submit]\napi = \"\(server.address)\"\n")
    let trace = TemporaryFolder()
    let tracer = try home.start(under: Self.trace(to: trace), ["worker"])
    try await eventually("the worker's first round", within: .seconds(60)) {
      try home.status().checks.allSatisfy { $0.level == "fine" }
    }
    #expect(try home.run("submit", "--text", "Eine Einsendung").status == 0)
    for worker in try home.status().workers { kill(worker, SIGTERM) }
    #expect(try tracer.wait().status == 0)
    let accesses = try Self.accesses(in: trace)
    #expect(accesses.filter { !$0.isSQLite } == [])
    for suffix in ["", "-wal", "-shm"] {
      #expect(accesses.contains { $0.call.contains("jobs.sqlite\(suffix)\"") })
    }
  }

  @Test("a program that opens a database by itself would be found", .enabled(if: canTrace))
  func other() throws {
    let folder = TemporaryFolder()
    let (trace, file) = (TemporaryFolder(), try folder.write("jobs.sqlite", []))
    let words = Self.trace(to: trace) + ["/usr/bin/head", "-c1", file.string]
    #expect(try ChildProcess(FilePath(words[0]), Array(words.dropFirst())).wait().status == 0)
    #expect(try Self.accesses(in: trace).map(\.isSQLite) == [false])
  }

  /// A call on one of the files.
  private struct Access: Equatable {
    let call: String
    /// Whether the first caller outside libc is SQLite's library.
    var isSQLite = false
  }

  /// A trace has a line for each call, and below it one for each caller, the innermost first:
  /// ` > /usr/lib/…/libsqlite3.so.0.8.6(…)`.
  private static func accesses(in traces: TemporaryFolder) throws -> [Access] {
    try Files.names(in: traces.path).flatMap { name in
      let trace = try #require(try Files.read(traces.appending(name), limit: 1 << 30))
      return accesses(in: String(decoding: trace, as: UTF8.self))
    }
  }

  private static func accesses(in trace: String) -> [Access] {
    var accesses: [Access] = []
    var isOpen = false
    for line in trace.split(separator: "\n") {
      if !line.hasPrefix(" > ") {
        isOpen = line.contains("/jobs.sqlite")
        if isOpen { accesses.append(Access(call: String(line))) }
      } else if isOpen, !line.contains("/libc.so") {
        accesses[accesses.count - 1].isSQLite = line.contains("/libsqlite3.so")
        isOpen = false
      }
    }
    return accesses
  }
}
