import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("A living worker")
struct WorkerTests {
  @Test("every command works beside it")
  func commands() async throws {
    let server = SubmissionServer()
    let (home, worker) = try await Self.start(server)
    defer { worker.end() }
    let slug = try #require(try home.hits("Ketten").first?.slug)
    for text in ["Ein Entwurf", "Noch einer"] {
      #expect(try home.run("submit", "--draft", "--text", text).status == 0)
    }
    let drafts = try home.submissions().filter { $0.state == "draft" }.map(\.id)
    try #require(drafts.count == 2)
    let commands = [
      ["run"], ["refresh"], ["refresh", "--accept"], ["index"], ["index", "--rebuild"],
      ["index", "--repair"], ["index", "--verify"], ["index", "--status"], ["render"], ["deliver"],
      ["today"], ["today", "--format", "waybar"], ["search", "Mensch"],
      ["show", slug], ["hide", "quote", slug], ["hide"], ["hide", "quote", slug, "--undo"],
      ["submit", "--text", "Eine Einsendung"], ["submissions", "list"],
      ["submissions", "show", drafts[0]], ["submissions", "send", drafts[0]], ["jobs", "list"],
      ["schedule", "list"], ["schedule", "next", "0 0 * * *"], ["status"], ["config"],
      ["snapshot", "build", "--output", home.folder.path.appending("snapshot").string],
      ["probe"], ["about"], [], ["help"], ["--version"], ["complete", "author"], ["logout"],
      ["submissions", "discard", drafts[1]], ["jobs", "show", "1"],
      ["jobs", "enqueue", "payload.render"], ["jobs", "prune"], ["jobs", "queues"],
      ["jobs", "pause", "default"], ["jobs", "resume", "default"],
      ["jobs", "limit", "default", "--concurrency", "2"], ["jobs", "limit"],
      ["schedule", "explain", "0 0 * * *"], ["schedule", "check"], ["schedule", "pause", "render"],
      ["schedule", "resume", "render"],
    ]
    for command in commands {
      let result = try home.start(command).wait()
      #expect(result.status == 0, "\(command): \(result.errors)")
      #expect(result.errors == "", "\(command)")
      #expect(
        !result.output.isEmpty || ["refresh", "index", "render", "deliver"].contains(command[0]))
    }
    #expect(try home.status().workers == [worker.processID])
    #expect(server.stored.count == 2)
    #expect(try home.hits("Mensch").count == 3)
  }

  @Test("a second one is refused with 75 and told which process is there")
  func second() async throws {
    let (home, worker) = try await Self.start(SubmissionServer())
    defer { worker.end() }
    let result = try home.run("worker")
    #expect(result.status == 75)
    #expect(result.errors.contains("process \(worker.processID);"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("tables of a later release are used by nothing, and one line says what to do")
  func laterTables() throws {
    let home = try Home.withFortunes(Home.texts)
    #expect(try home.run("run").status == 0)
    let store = home.state.appending("jobs.sqlite").string
    let later =
      "UPDATE schema_version SET version = 99, compatible_since = 99 WHERE component = 'jobs'"
    try #require(try run("/usr/bin/sqlite3", store, input: later).status == 0)
    for command in ["worker", "run", "status", "refresh", "jobs", "schedule"] {
      let words = [command] + (["jobs", "schedule"].contains(command) ? ["list"] : [])
      let result = try home.start(words).wait()
      #expect(result.status == 75, "\(words): \(result)")
      #expect(result.output == "" && result.errors.hasSuffix("run the newer program\n"), "\(words)")
      // A worker's log comes before it.
      let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("zitare: ") }
      #expect(lines.count == 1, "\(words): \(result.errors)")
    }
    #expect(try home.run("today").status == 0, "it needs no jobs")
  }

  @Test("beside one of an earlier release no tables are changed, and it is said what to do")
  func olderTables() async throws {
    let (home, worker) = try await Self.start(SubmissionServer())
    defer { worker.end() }
    let store = home.state.appending("jobs.sqlite").string
    let older =
      "UPDATE schema_version SET version = 1, compatible_since = 1 WHERE component = 'submissions'"
    try #require(try run("/usr/bin/sqlite3", store, input: older).status == 0)
    let result = try home.run("submit", "--text", "Ein Wort", "--author", "Niemand")
    #expect(result.status == 75 && result.errors.contains("restart the worker"), "\(result)")
    let version = "SELECT version FROM schema_version WHERE component = 'submissions'"
    #expect(try run("/usr/bin/sqlite3", store, input: version).output == "1\n")
  }

  @Test("SIGTERM and SIGINT let it drain and end with 0", arguments: [SIGTERM, SIGINT])
  func drain(signal: Int32) async throws {
    let (home, worker) = try await Self.start(SubmissionServer())
    worker.signal(signal)
    #expect(try worker.wait().status == 0)
    #expect(try home.status().workers == [])
    #expect(try home.run("run").status == 0)
  }

  @Test("after kill -9 the next one starts and takes over")
  func killed() async throws {
    let (home, worker) = try await Self.start(SubmissionServer())
    worker.signal(SIGKILL)
    try worker.wait()
    #expect(try home.status().workers == [])
    let next = try home.start("worker")
    defer { next.end() }
    try await eventually("the next worker's start") {
      try home.status().workers == [next.processID]
    }
  }

  @Test("a submission made beside it is delivered by it")
  func delivery() async throws {
    let server = SubmissionServer()
    let (home, worker) = try await Self.start(server)
    defer { worker.end() }
    // The command itself is told of a server that is not there.
    let result = try home.run(
      "submit", "--set", "submit.api=http://127.0.0.1:9", "--text", "Gruß", "--json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("--set of this command does not reach it"))
    let entry = try decode(SubmissionEntry.self, result.output)
    #expect(entry.state == "sent")
    #expect(server.stored == [entry.id: 1])
  }

  @Test("a changed origin is taken in by it when it is asked to")
  func change() async throws {
    let (home, worker) = try await Self.start(SubmissionServer())
    defer { worker.end() }
    try home.folder.write("fortunes", fortunes(Home.texts + ["Wissen ist Macht."]).utf8)
    #expect(try home.run("refresh").status == 0)
    try await eventually("the new quotation is found") { try home.hits("Macht").count == 1 }
  }

  /// A home with a corpus, and a worker that has done what was due.
  private static func start(_ server: SubmissionServer) async throws -> (Home, ChildProcess) {
    var home = try Home.withFortunes(Home.texts)
    try home.configure(
      "origins = [\"\(home.origins[0])\"]\n[submit]\napi = \"\(server.address)\"\n")
    home.origins = []
    let worker = try home.start("worker")
    try await eventually("the worker's first round") {
      let status = try home.status()
      return status.workers == [worker.processID]
        && status.checks.allSatisfy { $0.level == "fine" }
        && Set(status.jobs.keys) == ["completed"]
    }
    return (home, worker)
  }
}

extension ChildProcess {
  /// Ends it, whatever it does.
  func end() {
    signal(SIGKILL)
    _ = try? wait()
  }
}
