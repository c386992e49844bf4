import Testing
import ZitareBase
import ZitareJobs

@Suite("Waiting for the wall clock")
struct WallTimerTests {
  @Test(
    "a wait ends when the clock shows the time, at once if it does already", arguments: [-5, 30])
  func end(milliseconds: Int64) async throws {
    let time = Timestamp.now() + .milliseconds(milliseconds)
    try await Clocks.system.sleepUntil(time)
    #expect(Timestamp.now() >= time)
  }

  @Test("a wait ends with its task")
  func cancelled() async throws {
    let wait = Task { try await Clocks.system.sleepUntil(.now() + .seconds(60)) }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }

  @Test("a time further off than anybody waits for shows that the clock was set: look again")
  func far() async throws {
    try await Clocks.system.sleepUntil(.now() + .seconds(3600))
  }
}
