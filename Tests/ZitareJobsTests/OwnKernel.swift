import Glibc
import Testing
import ZitareBase

/// A machine whose clock is the tests' to set, and which they may send to sleep: `scripts/own-kernel`.
enum OwnKernel {
  /// Told by the kernel's own command line, so that no mistake sets anybody else's clock.
  static let isHere = text("/proc/cmdline").split(whereSeparator: \.isWhitespace)
    .contains("own-kernel")

  /// The clocks of the kernel that timers go by.
  enum Clock: Int {
    case wall = 0
    case boot = 7
  }

  /// Puts the wall clock on, or back.
  static func setClock(by step: Duration) throws { try setClock(to: .now() + step) }

  static func setClock(to time: Timestamp) throws {
    var time = timespec(
      tv_sec: Int(time.seconds), tv_nsec: Int(time.milliseconds - time.seconds * 1000) * 1_000_000)
    try #require(isHere && clock_settime(CLOCK_REALTIME, &time) == 0)
  }

  /// Sends the machine to sleep, from which its alarm wakes it up; one without wakes up at once.
  static func sleep() throws {
    try #require(isHere)
    let alarm = "/sys/class/rtc/rtc0/wakealarm"
    if access(alarm, W_OK) == 0 {
      write("0", to: alarm)  // one that is set already can't be set
      write("+3", to: alarm)
    }
    while !write("mem", to: "/sys/power/state") { try #require(errno == EBUSY) }
  }

  @discardableResult
  private static func write(_ word: StaticString, to path: String) -> Bool {
    let file = open(path, O_WRONLY)
    defer { close(file) }
    return Glibc.write(file, word.utf8Start, word.utf8CodeUnitCount) == word.utf8CodeUnitCount
  }

  /// Suspends until a timer of this process goes by the clock.
  static func timerIsArmed(_ clock: Clock) async throws {
    while try !isArmed(clock) { await Task.yield() }
  }

  /// Waits until the timers of waits that have ended are closed.
  static func noTimerIsArmed(_ clock: Clock) async throws {
    while try isArmed(clock) { await Task.yield() }
  }

  private static func isArmed(_ clock: Clock) throws -> Bool {
    let folder = FilePath("/proc/self/fdinfo")
    return try Files.names(in: folder).contains { name in
      let lines = text(folder.appending(name)).split(separator: "\n")
      return lines.contains("clockid: \(clock.rawValue)") && !lines.contains("it_value: (0, 0)")
    }
  }

  /// What stands in a file, empty if it has vanished meanwhile.
  private static func text(_ path: FilePath) -> String {
    String(decoding: (try? Files.read(path)) ?? [], as: UTF8.self)
  }
}
