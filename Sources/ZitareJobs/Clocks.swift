internal import Glibc
public import ZitareBase

/// The times a worker goes by; tests pass their own.
public struct Clocks: Sendable {
  /// Wall time: for due times and display, never for measuring.
  public var wall: @Sendable () -> Timestamp
  /// Time since the machine started, suspension included: for leases.
  public var boot: @Sendable () -> Duration
  /// Which start of the machine `boot` counts from.
  public var bootID: String
  /// Waits, or throws `CancellationError`.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// Waits until the wall clock shows a time at most a minute from now, or throws
  /// `CancellationError`.
  ///
  /// It may end early, and does when the clock is set or the machine wakes up.
  public var sleepUntil: @Sendable (Timestamp) async throws -> Void

  /// Without a `sleepUntil` of its own the time left is slept.
  public init(
    wall: @escaping @Sendable () -> Timestamp, boot: @escaping @Sendable () -> Duration,
    bootID: String, sleep: @escaping @Sendable (Duration) async throws -> Void,
    sleepUntil: (@Sendable (Timestamp) async throws -> Void)? = nil
  ) {
    self.wall = wall
    self.boot = boot
    self.bootID = bootID
    self.sleep = sleep
    self.sleepUntil = sleepUntil ?? { try await sleep(max(.zero, $0 - wall())) }
  }

  /// The machine's clocks.
  public static let system = Clocks(
    wall: { .now() },
    boot: {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    },
    bootID: currentBootID(),
    sleep: { try await SystemTimer.wait(for: $0) },
    sleepUntil: { try await SystemTimer.wait(until: $0) })
}

/// The kernel's random name of this start; without one, leases are void at the next start of a
/// program, which costs a repeated run.
private func currentBootID() -> String {
  if let bytes = try? Files.read("/proc/sys/kernel/random/boot_id"), !bytes.isEmpty {
    return String(decoding: bytes.prefix(36), as: UTF8.self)
  }
  return "process-\(getpid())"
}
