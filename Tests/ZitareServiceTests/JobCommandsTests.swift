import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareSQLite

@testable import ZitareService

@Suite("Performing jobs")
struct PerformTests {
  @Test(
    "without a worker the command runs the job itself; its end decides the exit code",
    arguments: [
      ("complete", ExitCode.success, "done\n", ""),
      ("die", .unavailable, "", "sample failed for good: the origin is gone\n"),
      ("cancel", .failure, "", "sample was cancelled: pointless\n"),
      ("wait", .tryLater, "", "sample waits for login:main\n"),
    ])
  func inline(way: String, code: ExitCode, output: String, errors: String) async {
    let result = await Program().run("do \(way)")
    #expect(result.code == code)
    #expect(result.output == output)
    #expect(result.errors == errors)
  }

  @Test("a job that failed for now exits 75, and is tried at once when it is asked for again")
  func retry() async throws {
    let program = Program()
    for attempt in 1...2 {
      let result = await program.run("do retry")
      #expect(result.code == .tryLater)
      #expect(result.errors.hasPrefix("sample: the line is down; the next attempt is at "))
      let jobs = try await program.store().jobs(JobQuery())
      #expect(jobs.map(\.attempt) == [attempt])
    }
  }

  @Test("it runs what is due in its job's queue and leaves other queues to run")
  func queues() async throws {
    let program = Program()
    #expect(await program.run("do complete").code == .success)
    let id = try await program.store().enqueue(Aside())
    #expect(await program.run("do complete").code == .success)
    #expect(try await program.store().job(id)?.state == .available)
    #expect(await program.run("run").code == .success)
    #expect(try await program.store().job(id)?.state == .completed)
  }

  @Test("what jobs work with is built once for all jobs of a command")
  func services() async {
    let program = Program()
    #expect(await program.run("do complete complete").output == "done\ndone\n")
    #expect(program.builds.value == 1)
  }

  @Test("a command's options do not reach a living worker, which is said once")
  func options() async throws {
    let program = Program(due: [.hold])
    let (signals, send) = AsyncStream.makeStream(of: ProcessSignal.self)
    async let worker = program.run("worker", signals: signals)
    await program.bench.started.opened()
    let result = await program.run("do complete --set log.level=error --set worker.grace=5s")
    #expect(result.code == .success)
    #expect(
      result.errors
        == "the worker that runs does this under its own configuration; --set of this command "
        + "does not reach it\n")
    #expect(await program.run("status --set worker.grace=5s").errors == "")
    program.bench.release.open()
    send.yield(.stop)
    #expect(await worker.code == .success)
    #expect(await program.run("do complete --set worker.grace=5s").errors == "")
  }

  @Test(
    "while a worker lives the command follows it and ends in the same way",
    arguments: [
      ("complete", ExitCode.success, ""),
      ("die", .unavailable, "sample failed for good: the origin is gone\n"),
    ])
  func followed(way: String, code: ExitCode, errors: String) async throws {
    let program = Program(due: [.hold])
    let (signals, send) = AsyncStream.makeStream(of: ProcessSignal.self)
    async let worker = program.run("worker", signals: signals)
    await program.bench.started.opened()
    let result = await program.run("do \(way)")
    #expect(result.code == code)
    #expect(result.errors == errors)
    let events = try await program.store().jobs(JobQuery()).map(\.state)
    #expect(events.contains(.running))
    program.bench.release.open()
    send.yield(.stop)
    #expect(await worker.code == .success)
  }
}

@Suite("Worker command")
struct WorkerCommandTests {
  @Test("a second worker is refused with 75, naming the first; other commands work beside it")
  func second() async throws {
    let program = Program(due: [.hold])
    let (signals, send) = AsyncStream.makeStream(of: ProcessSignal.self)
    async let worker = program.run("worker", signals: signals)
    await program.bench.started.opened()
    let second = await program.run("worker")
    #expect(second.code == .tryLater)
    #expect(
      second.errors == "sample: a worker is running already: process \(getpid()); stop it first\n")
    let status = await program.run("status")
    #expect(status.output.contains("workers: process \(getpid())\njobs: 1 running\n"))
    #expect(await program.run("jobs list").code == .success)
    program.bench.release.open()
    send.yield(.stop)
    let result = await worker
    #expect(result.code == .success)
    #expect(result.errors.contains(" notice worker ended\n"))
  }

  @Test("a stop lets the job in hand finish; the exit code is 0")
  func drain() async throws {
    let program = Program(due: [.hold])
    let (signals, send) = AsyncStream.makeStream(of: ProcessSignal.self)
    async let worker = program.run("worker", signals: signals)
    await program.bench.started.opened()
    send.yield(.stop)
    program.bench.release.open()
    #expect(await worker.code == .success)
    #expect(try await program.store().counts() == [.completed: 1])
  }

  @Test("a reload drains and goes on under the new configuration; a wrong one changes nothing")
  func reload() async throws {
    let program = Program(due: [.hold])
    program.bench.release.open()
    try program.folder.write("config/sample/sample.toml", "[worker]\ngrace = \"1m\"".utf8)
    let (signals, send) = AsyncStream.makeStream(of: ProcessSignal.self)
    async let worker = program.run("worker", signals: signals)
    await program.bench.started.opened()
    send.yield(.reload)
    try program.folder.write("config/sample/sample.toml", "[wroker]".utf8)
    send.yield(.reload)
    send.yield(.stop)
    #expect(await worker.code == .success)
  }

  @Test("a wrong configuration at a reload is told in the log")
  func badReload() async throws {
    let program = Program(due: [.hold])
    let (signals, send) = AsyncStream.makeStream(of: ProcessSignal.self)
    async let worker = program.run("worker", signals: signals)
    await program.bench.started.opened()
    let file = try program.folder.write("config/sample/sample.toml", "[wroker]".utf8)
    send.yield(.reload)
    send.yield(.stop)
    program.bench.release.open()
    let result = await worker
    #expect(result.code == .success)
    #expect(
      result.errors.contains(
        "error the configuration stays as it was "
          + "error=\"\(file):1: unknown key wroker; did you mean worker?\""))
  }
}

@Suite("Run command")
struct RunCommandTests {
  @Test(
    "run does what is due, and its worst job decides the exit code",
    arguments: [
      ([], ExitCode.success, "0 done, 0 to be tried again, 0 failed\n"),
      ([.complete], .success, "1 done, 0 to be tried again, 0 failed\n"),
      ([.complete, .retry], .tryLater, "1 done, 1 to be tried again, 0 failed\n"),
      ([.complete, .retry, .die], .unavailable, "1 done, 1 to be tried again, 1 failed\n"),
    ] as [([Sample.Way], ExitCode, String)])
  func outcome(due: [Sample.Way], code: ExitCode, output: String) async {
    let result = await Program(due: due).run("run --once")
    #expect(result.code == code)
    #expect(result.output == output)
  }

  @Test("its result for programs is one object")
  func json() async {
    let result = await Program(due: [.complete]).run("run --json")
    #expect(
      result.output == #"{"cancelled":0,"completed":1,"dead":0,"retrying":0,"waiting":0}"# + "\n")
  }
}

@Suite("Jobs commands")
struct JobsCommandTests {
  @Test("jobs are listed one per line, chosen by state, kind and number")
  func list() async throws {
    let program = Program(due: [.complete, .die, .wait])
    #expect(await program.run("jobs list").output.isEmpty)
    _ = await program.run("run")
    #expect(await program.run("jobs").output.split(separator: "\n").count == 3)
    let dead = await program.run("jobs list --state dead")
    #expect(dead.output.hasPrefix("2 dead sample 1/8 "))
    #expect(dead.output.hasSuffix(" the origin is gone\n"))
    #expect(await program.run("jobs list --limit 1").output.hasPrefix("3 blocked sample"))
    #expect(await program.run("jobs list --kind other").output.isEmpty)
    let json = await program.run("jobs list --state blocked --json")
    #expect(json.output.hasPrefix(#"{"attempt":0,"claimedAt":"2"#))
    #expect(json.output.contains(#""condition":"login:main""#))
    #expect(json.output.hasSuffix(#""state":"blocked"}"# + "\n"))
    #expect(await program.run("jobs list --state sleeping").code == .usage)
  }

  @Test("show has the parameters and the attempts that failed")
  func show() async {
    let program = Program(due: [.die])
    _ = await program.run("run")
    let text = await program.run("jobs show 1")
    #expect(text.output.contains("\n{\"way\":\"die\"}\nqueue and priority: default, 5\n"))
    #expect(text.output.hasSuffix(" the origin is gone\n"))
    let json = await program.run("jobs show 1 --json")
    #expect(json.output.hasSuffix(#""parameters":"{\"way\":\"die\"}","waitsFor":[]}"# + "\n"))
    let missing = await program.run("jobs show 9")
    #expect(missing.code == .failure)
    #expect(missing.errors == "sample: there is no job 9\n")
    #expect(await program.run("jobs show x").code == .usage)
  }

  @Test("orders are carried out one by one; a refused one is told and exits 1")
  func orders() async {
    let program = Program(due: [.complete, .die, .wait])
    _ = await program.run("run")
    #expect(await program.run("jobs retry 2").output == "2 available\n")
    #expect(await program.run("jobs cancel 2 3").output == "2 cancelled\n3 cancelled\n")
    let refused = await program.run("jobs cancel 1 9")
    #expect(refused.code == .failure)
    #expect(
      refused.errors == "job 1 is completed; that is not possible then\nthere is no job 9\n")
    let json = await program.run("jobs retry 3 1 --json")
    #expect(
      json.output == """
        {"id":3,"isDone":true,"state":"available"}
        {"id":1,"isDone":false,"state":"completed"}

        """)
  }

  @Test("prune removes what ended longer ago than is kept")
  func prune() async {
    let program = Program(due: [.complete, .die])
    _ = await program.run("run")
    #expect(await program.run("jobs prune").output == "0 removed\n")
    let all = await program.run("jobs prune --json --set worker.keep_completed=0s")
    #expect(all.errors.isEmpty)
    #expect(all.output == #"{"removed":1}"# + "\n")
    #expect(await program.run("jobs list").output.hasPrefix("2 dead"))
  }
}

@Suite("Schedule commands")
struct ScheduleCommandTests {
  @Test(
    "next prints local time, UTC and what is special about it; as JSON an array of UTC instants")
  func next() async {
    let line = "schedule next 30·2·*·*·* --tz Europe/Berlin --from 2026-03-28T12:00:00Z --count 2"
    let json = await Program().run(line + " --json")
    #expect(json.output == #"["2026-03-29T01:00:00Z","2026-03-30T00:30:00Z"]"# + "\n")
    let text = await Program().run(line)
    #expect(
      text.output == """
        2026-03-29T03:00:00+02:00 2026-03-29T01:00:00Z made up (02:30 does not exist)
        2026-03-30T02:30:00+02:00 2026-03-30T00:30:00Z

        """)
  }

  @Test("next goes up to an instant, and backwards the latest comes first")
  func range() async {
    let line = "schedule next 30·2·*·*·* --tz Europe/Berlin --from 2026-10-26T12:00:00Z"
    let back = await Program().run(line + " --prev --until 2026-10-25T00:30:00Z")
    #expect(
      back.output == """
        2026-10-26T02:30:00+01:00 2026-10-26T01:30:00Z
        2026-10-25T02:30:00+02:00 2026-10-25T00:30:00Z first of two 02:30

        """)
    let forth = await Program().run(line + " --until 2026-11-10T00:00:00Z")
    #expect(forth.output.split(separator: "\n").count == 14)
    #expect(await Program().run(line).output.split(separator: "\n").count == 5)
    let interval = await Program().run("schedule next @every·90m --count 2 --json")
    #expect(interval.output.hasPrefix(#"["20"#))
    let hashed = await Program().run(
      "schedule next H·*·*·*·* --name refresh --tz UTC --from 2026-01-01T00:00:00Z --count 1")
    #expect(hashed.output == "2026-01-01T00:56:00Z 2026-01-01T00:56:00Z\n")
  }

  @Test("a wrong expression or zone is a usage error that says where it is wrong")
  func wrong() async {
    let expression = await Program().run("schedule next 0·25·*·*·*")
    #expect(expression.code == .usage)
    #expect(expression.errors.contains("\n  ^^\n"))
    let zone = await Program().run("schedule next @daily --tz Europe/Berlni")
    #expect(zone.code == .usage)
    #expect(zone.errors.contains("did you mean Europe/Berlin?"))
    #expect(await Program().run("schedule next @daily --count 0").code == .usage)
    #expect(await Program().run("schedule explain").code == .usage)
  }

  @Test("explain says in words when it runs, what becomes of it, and what is odd")
  func explain() async {
    let line = "schedule explain 0·0·13·*·FRI --tz UTC"
    let text = await Program().run(line)
    #expect(text.output.hasPrefix("At 00:00 on day 13 of every month or on Fridays.\ndom-dow-or: "))
    let json = await Program().run(line + " --json")
    #expect(json.output.contains(#""warnings":[{"code":"dom-dow-or","reason":"#))
    let fixed = await Program().run("schedule explain 30·4·*·*·* --tz Europe/Berlin")
    #expect(
      fixed.output == """
        At 04:30 every day.
        Its times are fixed: once in an hour that is repeated, right after one that is skipped.

        """)
  }

  @Test(
    "check goes through all expressions: what is right with warnings, what is wrong with carets")
  func check() async {
    let result = await Program().run("schedule check 0·0·29·2·* 0·25·*·*·* */90·*·*·*·* --tz UTC")
    #expect(result.code == .badData)
    #expect(result.output.hasPrefix("0 0 29 2 * UTC: 20"))
    #expect(result.output.contains("\n  leap-only: "))
    #expect(result.errors.hasPrefix("0 25 * * *\n  ^^\nhour: "))
    #expect(result.errors.contains("\n*/90 * * * *\n  ^^\nminute: "))
    let json = await Program().run("schedule check 0·25·*·*·* --json")
    #expect(json.code == .badData)
    #expect(
      json.output.hasPrefix(
        #"{"error":{"field":"hour","offset":2,"reason":"hours go from 0 to 23,"#))
    #expect(await Program().run("schedule check @daily").code == .success)
  }

  @Test("check without expressions checks the configured schedules")
  func checkConfigured() async {
    let set = "--set schedule.sample.zone=UTC --set schedule.sample.cron=*/45·*·*·*·*"
    let text = await Program().run("schedule check \(set)")
    #expect(text.code == .success)
    #expect(text.output.hasPrefix("sample */45 * * * * UTC: 20"))
    #expect(text.output.contains("\n  uneven-step: "))
    let json = await Program().run("schedule check --json \(set)")
    #expect(json.output.contains(#""name":"sample""#))
  }

  @Test(
    "a configured schedule takes every form of trigger",
    arguments: [
      ("H·3·*·*·*", "sample (H 3 * * * UTC) 20"), ("@every·90m", "sample (@every 1h30m) 20"),
      ("CRON_TZ=Asia/Tokyo·0·0·*·*·*", "sample (0 0 * * * Asia/Tokyo) 20"),
      ("30·0·0·L·*·*", "sample (30 0 0 L * * UTC) 20"),
      ("at·2020-01-01·00:00", "sample (at 2020-01-01T00:00:00Z) -"),
      ("@reboot", "sample (@reboot) -"),
    ])
  func forms(cron: String, line: String) async {
    let result = await Program().run(
      "schedule list --set schedule.sample.zone=UTC --set schedule.sample.cron=\(cron)")
    #expect(result.output.hasPrefix(line), "\(result.errors)")
  }

  @Test(
    "the jitter is the same for all times unless each is to have its own",
    arguments: [
      ("", Schedule.Jitter.fixed(upTo: .seconds(600))), ("true", .perRun(upTo: .seconds(600))),
    ])
  func jitter(perRun: String, jitter: Schedule.Jitter) throws {
    let keys = Program.keys
    let text =
      "schedule.sample.jitter = \"10m\"\n"
      + (perRun.isEmpty ? "" : "schedule.sample.jitter_per_run = \(perRun)\n")
    let schema = ConfigurationSchema(keys.fields)
    let configuration = try schema.decode(Array(text.utf8), file: "sample.toml")
    let schedule = try keys.schedule(in: configuration) { Sample(way: .complete) }
    #expect(schedule?.jitter == jitter)
  }

  @Test(
    "a jitter that can't be is refused with the key and what it takes",
    arguments: [
      ("jitter=2d", "takes a length of time from \"0s\" to \"1d\""),
      ("jitter_per_run=often", "takes true or false"),
    ])
  func wrongJitter(setting: String, complaint: String) async {
    let result = await Program().run("schedule list --set schedule.sample.\(setting)")
    #expect(result.code == .configuration)
    #expect(result.errors.contains("schedule.sample.jitter"))
    #expect(result.errors.contains(complaint), "\(result.errors)")
  }

  @Test("list shows the schedules as configured; one that is off is not there")
  func list() async {
    let set = "--set schedule.sample.zone=UTC"
    let text = await Program().run("schedule list \(set)")
    #expect(text.output.hasPrefix("sample (0 0 * * * UTC) 20"))
    let json = await Program().run("schedule list --json \(set)")
    #expect(json.output.hasPrefix(#"{"isPaused":false,"name":"sample","next":"20"#))
    #expect(await Program().run("schedule list --set schedule.sample.cron=off").output.isEmpty)
    let bad = await Program().run("schedule list --set schedule.sample.cron=daily")
    #expect(bad.code == .configuration)
    #expect(
      await Program().run("schedule --set schedule.sample.zone=Nowhere").code == .configuration)
  }
}

@Suite("Status command")
struct StatusCommandTests {
  @Test("status names workers, jobs, schedules and checks, and leaves no file behind")
  func text() async throws {
    let program = Program()
    let result = await program.run("status --set schedule.sample.cron=off")
    #expect(
      result.output == """
        no worker is running
        jobs: 0
        good: all is well
        bad: failed: it broke

        """)
    #expect(try Files.names(in: program.folder.path).isEmpty)
  }

  @Test("for programs it is one object; jobs of unknown kinds are named")
  func json() async throws {
    let program = Program(due: [.complete])
    _ = await program.run("run")
    let store = try program.store()
    _ = try await store.apply(.enqueue(try NewJob(Foreign())))
    let result = await program.run("status --json --set schedule.sample.cron=off")
    #expect(
      result.output == #"{"checks":[{"facts":{"size":3},"level":"fine","name":"good","#
        + #""text":"all is well"},{"facts":{},"level":"failed","name":"bad","text":"it broke"}],"#
        + #""jobs":{"available":1,"completed":1},"limits":[],"pausedQueues":[],"#
        + #""program":"sample","schedules":[],"#
        + #""unknownKinds":["foreign"],"unreadableKinds":[],"workers":[]}"# + "\n")
  }

  @Test("jobs that no program could read are named for people")
  func unreadable() async throws {
    let program = Program(due: [.complete])
    _ = await program.run("run")
    let store = try program.store()
    _ = try await store.enqueue(Sample(way: .complete))
    try await store.transaction { transaction in
      try transaction.connection.run("UPDATE job SET parameters = x'5b5d' WHERE state = 1")
    }
    _ = await program.run("run")
    let result = await program.run("status --set schedule.sample.cron=off")
    let line =
      "jobs whose parameters this program cannot read, kept for one that can: sample\n"
    #expect(result.output.contains(line), "\(result.output)")
  }

  private struct Foreign: Job {
    static let kind: JobKind = "foreign"
    func run(_ context: JobContext<Bench>) async throws -> JobOutcome { .completed }
  }
}
