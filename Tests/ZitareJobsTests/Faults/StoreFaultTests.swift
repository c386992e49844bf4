import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting

/// One way in which calls on files go wrong.
struct Fault: CustomTestStringConvertible {
  let name: String
  let code: Int32
  let calls: FaultDisk.Calls
  let means: @Sendable (StoreError) -> Bool
  /// How many calls go wrong one after the other.
  var times = 1

  var testDescription: String { "\(name), \(times == .max ? "for long" : "once")" }

  /// Until somebody mends the disk.
  var lasting: Fault {
    var fault = self
    fault.times = .max
    return fault
  }

  /// Another process holds the lock, for as long as three looks at it.
  static let busy = Fault(
    name: "busy", code: 5, calls: [.lock, .lockShared], means: \.isTransient, times: 3)
  static let ioError = Fault(
    name: "I/O error", code: 10,
    calls: [
      .delete, .access, .read, .write, .truncate, .sync, .size, .lock, .mapShared, .lockShared,
    ], means: \.isTransient)
  static let full = Fault(name: "disk full", code: 13, calls: [.write], means: \.isTransient)
  static let corrupt = Fault(name: "damage", code: 11, calls: [.read]) {
    if case .damaged = $0 { true } else { false }
  }
  static let cannotOpen = Fault(name: "file cannot be opened", code: 14, calls: [.open]) {
    if case .failed = $0 { true } else { false }
  }

  static let all = [
    busy, ioError, ioError.lasting, full, full.lasting, corrupt, corrupt.lasting, cannotOpen,
    cannotOpen.lasting,
  ]
}

/// `ZITARE_LONG_FAULTS` tries every call in turn.
@Suite("A store whose disk fails", .serialized, .timeLimit(.minutes(10)))
struct StoreFaultTests {
  static let isLong = getenv("ZITARE_LONG_FAULTS") != nil

  /// All calls, or some six of them.
  static func calls(of count: Int) -> some Sequence<Int> {
    stride(from: 1, through: count, by: isLong ? 1 : max(1, count / 6))
  }

  @Test(
    "whichever call fails, the caller is told, nothing is half done and the store goes on",
    arguments: Fault.all)
  func anyCall(fault: Fault) async throws {
    let model = try await History.Model(counting: fault.calls)
    var failures = 0
    for call in Self.calls(of: model.calls) {
      failures += try await live(through: fault, at: call, model)
    }
    // A lock that is free again soon is waited for.
    #expect((failures == 0) == (fault.times == Fault.busy.times))
  }

  /// Goes through a history in which a call fails, and returns how many steps failed of it.
  private func live(through fault: Fault, at call: Int, _ model: History.Model) async throws -> Int
  {
    let disk = try FaultDisk()
    var history = History(on: disk)
    disk.fail(fault.calls, with: fault.code, from: call, times: fault.times)
    var (failures, met) = (0, 0)
    for step in History.Step.allCases {
      let note: Comment = "call \(call), \(step)"
      history.clock.advance(by: .seconds(1))
      var isDone = false
      while !isDone {
        do {
          try await history.perform(step)
          isDone = true
        } catch let error as StoreError {
          failures += 1
          #expect(disk.failures > 0, note)
          #expect(fault.means(error), "\(note): \(error)")
          try expectUndone(step, history, model, note)
          if failures == 2 { disk.mend() }
          try #require(failures < 5, note)
        }
      }
      if disk.failures > met {
        met = disk.failures
        let power = try disk.image(.synced)
        #expect(try dump(power.appending("jobs.sqlite")) == model[step], note)
      }
    }
    #expect(try dump(disk.path) == model[.close], "call \(call)")
    return failures
  }

  /// What a step that failed may leave: nothing for those who live, all or nothing after a crash.
  private func expectUndone(
    _ step: History.Step, _ history: History, _ model: History.Model, _ note: Comment
  ) throws {
    let crash = try FaultDisk(copying: history.disk.image(.written))
    guard let previous = step.previous else {
      _ = try History(on: crash).store()
      #expect(try dump(crash.path) == model[step], note)
      return
    }
    #expect(try dump(history.disk.path) == model[previous], note)
    #expect(try [model[previous], model[step]].contains(dump(crash.path)), note)
  }

  @Test(
    "whichever call fails while the log of a crash is read, the next try finds everything",
    arguments: Fault.all)
  func recovery(fault: Fault) async throws {
    let model = try await History.Model()
    let crash = try await Self.crash(after: .transact)
    let undisturbed = try FaultDisk(copying: crash)
    _ = try History(on: undisturbed).store()
    await undisturbed.closed()
    for call in Self.calls(of: undisturbed.count(fault.calls)) {
      let disk = try FaultDisk(copying: crash)
      disk.fail(fault.calls, with: fault.code, from: call, times: fault.times)
      do {
        _ = try History(on: disk).store()
      } catch let error as StoreError {
        #expect(fault.means(error), "call \(call): \(error)")
        disk.mend()
        _ = try History(on: disk).store()
      }
      #expect(try dump(disk.path) == model[.transact], "call \(call)")
    }
  }

  /// What `kill -9` leaves after a step.
  private static func crash(after last: History.Step) async throws -> TemporaryFolder {
    let disk = try FaultDisk()
    var history = History(on: disk)
    for step in History.Step.allCases where step.rawValue <= last.rawValue {
      history.clock.advance(by: .seconds(1))
      try await history.perform(step)
    }
    return try disk.image(.written)
  }
}
