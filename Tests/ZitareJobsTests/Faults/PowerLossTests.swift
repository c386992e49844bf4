import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting
import ZitareSQLite

/// What a disk held at moments when the power might have gone: every third one in the short form.
final class PowerCuts: Sendable {
  struct Cut: Sendable {
    let image: TemporaryFolder
    /// The last step whose caller has been told that it is done.
    let acknowledged: History.Step?
    let note: Comment
  }

  private let disk: FaultDisk
  private let state = Mutex<(acknowledged: History.Step?, cuts: [Cut], moments: UInt64)>(
    (nil, [], 0))

  init(of disk: FaultDisk) { self.disk = disk }

  var all: [Cut] { state.withLock { $0.cuts } }

  func acknowledge(_ step: History.Step) { state.withLock { $0.acknowledged = step } }

  func cut() {
    let moment = state.withLock { state in
      state.moments += 1
      return state.moments
    }
    guard StoreFaultTests.isLong || moment % 3 == 0 else { return }
    let torn = (0..<(StoreFaultTests.isLong ? 10 : moment % 6 == 0 ? 1 : 0)).map {
      FaultDisk.Image.torn(seed: moment << 8 + UInt64($0))
    }
    for image in [.synced] + torn {
      do {
        try append(disk.image(image), "moment \(moment), \(image)")
      } catch {
        Issue.record(error)
      }
    }
  }

  private func append(_ image: TemporaryFolder, _ note: String) {
    state.withLock { state in
      let acknowledged = state.acknowledged
      let step = acknowledged.map { "\($0)" } ?? "nothing"
      state.cuts.append(
        Cut(image: image, acknowledged: acknowledged, note: "\(note), after \(step)"))
    }
  }
}

@Suite("A loss of power", .serialized, .timeLimit(.minutes(10)))
struct PowerLossTests {
  @Test("with full durability every acknowledged change is there, and none by halves")
  func full() async throws {
    let model = try await History.Model()
    for cut in try await cuts(.full) {
      guard let acknowledged = cut.acknowledged else {
        #expect(try reopened(cut) == model[.open], cut.note)
        continue
      }
      let found = try dump(cut.image.appending("jobs.sqlite"))
      #expect([acknowledged, acknowledged.next].contains { model[$0] == found }, cut.note)
    }
  }

  @Test("with normal durability the last changes may be gone, but what is there is whole")
  func normal() async throws {
    let model = try await History.Model()
    var lost = 0
    for cut in try await cuts(.normal) {
      let found = try dump(cut.image.appending("jobs.sqlite"))
      let next = cut.acknowledged?.next ?? .open
      if let last = model.last(found, through: next) {
        if let acknowledged = cut.acknowledged, last.rawValue < acknowledged.rawValue { lost += 1 }
      } else {
        #expect(try reopened(cut) == model[.open], cut.note)
      }
    }
    #expect(lost > 0)
  }

  /// What a store makes of what is left.
  private func reopened(_ cut: PowerCuts.Cut) throws -> String {
    let disk = try FaultDisk(copying: cut.image)
    _ = try History(on: disk).store()
    return try dump(disk.path)
  }

  /// The power goes before each change of the disk, before each sync and after each step.
  private func cuts(_ durability: Connection.Durability) async throws -> [PowerCuts.Cut] {
    let disk = try FaultDisk()
    var history = History(on: disk, durability: durability)
    let cuts = PowerCuts(of: disk)
    try await disk.watching(.changes, cuts.cut) {
      for step in History.Step.allCases {
        history.clock.advance(by: .seconds(1))
        try await history.perform(step)
        cuts.acknowledge(step)
        cuts.cut()
      }
    }
    return cuts.all
  }
}
