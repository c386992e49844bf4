import TestSupport
import Testing
import ZitareBase
import ZitareJobs

@Suite("Waiting for the machine's clocks")
struct SystemTimerTests {
  @Test(
    "a wait ends when the clock shows the time, at once if it does already", arguments: [-5, 30])
  func end(milliseconds: Int64) async throws {
    let time = Timestamp.now() + .milliseconds(milliseconds)
    try await Clocks.system.sleepUntil(time)
    #expect(Timestamp.now() >= time)
  }

  @Test("a sleep takes its time", arguments: [-5, 0, 20])
  func sleep(milliseconds: Int64) async throws {
    let end = Clocks.system.boot() + .milliseconds(milliseconds)
    try await Clocks.system.sleep(.milliseconds(milliseconds))
    #expect(Clocks.system.boot() >= end)
  }

  @Test("a wait ends with its task, before it begins, too", arguments: [false, true])
  func cancelled(isEarly: Bool) async throws {
    let start = Latch()
    let waits = [
      Task {
        if isEarly { await start.opened() }
        try await Clocks.system.sleepUntil(.now() + .seconds(60))
      },
      Task {
        if isEarly { await start.opened() }
        try await Clocks.system.sleep(.seconds(3600))
      },
    ]
    for wait in waits { wait.cancel() }
    start.open()
    for wait in waits { await #expect(throws: CancellationError.self) { try await wait.value } }
  }

  @Test("a time further off than anybody waits for shows that the clock was set: look again")
  func far() async throws {
    try await Clocks.system.sleepUntil(.now() + .seconds(3600))
  }
}
