import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareService

@Suite("Pausing schedules")
struct PauseScheduleTests {
  private let program = Program()
  private let set = "--set schedule.sample.zone=UTC --set schedule.sample.cron=0·*·*·*·*"

  private func time(_ clock: String) throws -> Timestamp {
    try #require(Timestamp(iso8601: "2026-11-30T\(clock):00Z"))
  }

  private func run(_ line: String, at clock: String) async throws -> Program.Result {
    await program.run("\(line) \(set)", at: try time(clock))
  }

  /// What a worker that starts then does about the schedule; says how many jobs there are.
  private func fire(at clock: String) async throws -> Int {
    let now = try time(clock)
    let store = try program.store(at: now)
    let zone = try TimeZoneRules(identifier: "UTC")
    let schedule = Schedule(
      "sample", trigger: .cron(try CronExpression("0 * * * *"), zone: zone)
    ) { Sample(way: .complete) }
    try await Scheduler([schedule], store: store, clocks: .machine(at: now)).settle()
    return try await store.jobs(JobQuery()).count
  }

  @Test(
    "a pause lasts over restarts, and what passed meanwhile is not made up for",
    arguments: [true, false])
  func pause(isKnown: Bool) async throws {
    if isKnown { #expect(try await fire(at: "10:20") == 0) }
    let paused = try await run("schedule pause sample", at: "10:30")
    #expect(paused.output == "sample (0 * * * * UTC) paused\n", "\(paused.errors)")
    for clock in ["11:00", "12:10", "13:00"] { #expect(try await fire(at: clock) == 0) }
    #expect(try await run("schedule list", at: "13:10").output == paused.output)
    #expect(try await run("status", at: "13:10").output.contains("\nsample: paused\n"))
    let resumed = try await run("schedule resume sample", at: "13:40")
    #expect(resumed.output == "sample (0 * * * * UTC) 2026-11-30T14:00:00Z\n")
    #expect(try await fire(at: "13:45") == 0)
    #expect(try await fire(at: "14:00") == 1)
  }

  @Test("pausing or resuming twice is the same as once")
  func twice() async throws {
    for word in ["pause", "resume"] {
      let first = try await run("schedule \(word) sample", at: "10:30")
      #expect(first.code == .success)
      #expect(try await run("schedule \(word) sample", at: "10:40").output == first.output)
    }
    #expect(try await fire(at: "11:00") == 1)
  }

  @Test("for programs the schedule is printed as list prints it")
  func json() async throws {
    let paused = try await run("schedule pause sample --json", at: "10:30")
    #expect(
      paused.output == #"{"isPaused":true,"name":"sample","trigger":"0 * * * * UTC"}"# + "\n")
    #expect(try await run("schedule list --json", at: "10:30").output == paused.output)
    let resumed = try await run("schedule resume sample --json", at: "10:40")
    #expect(
      resumed.output.hasPrefix(
        #"{"isPaused":false,"name":"sample","next":"2026-11-30T11:00:00Z""#))
  }

  @Test("a name that is not configured is a usage error that knows the nearest one")
  func unknown() async throws {
    let result = try await run("schedule pause smaple", at: "10:30")
    #expect(result.code == .usage)
    #expect(result.errors == "sample: there is no schedule smaple; did you mean sample?\n")
    #expect(try await run("schedule resume", at: "10:30").code == .usage)
  }
}
