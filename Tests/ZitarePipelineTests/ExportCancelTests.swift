import TestSupport
import Testing
import ZitareBase
import ZitareCorpus
import ZitareJobs
import ZitarePipeline

@Suite("Exports that are cancelled")
struct ExportCancelTests {
  private let folder = TemporaryFolder()

  @Test(
    "the old export stays, nothing is left beside it, and the next run makes the new one",
    arguments: [ExportTarget.recoll, .omega, .html])
  func cancelled(target: ExportTarget) async throws {
    let place = folder.appending("exports/it")
    let job = ExportCorpus(target, to: place)
    _ = try await job.run(context(try await workshop(day: 1, 1200)) { _ in })
    #expect(try ExportCorpus.count(in: place) == 1200)

    // Once a difference is written, and once a new export.
    for count in [1400, 3000] {
      let changed = try await workshop(day: count == 1400 ? 2 : 3, count)
      let (started, box) = (Latch(), TaskBox())
      let context = context(changed) { _ in box.task.withLock { $0?.cancel() } }
      let running = Task {
        await started.opened()
        _ = try await job.run(context)
      }
      box.task.withLock { $0 = running }
      started.open()
      await #expect(throws: CancellationError.self) { try await running.value }
      #expect(try ExportCorpus.count(in: place) == 1200)
      #expect(try Files.names(in: place.parent) == ["it"])
    }
    _ = try await job.run(context(try await workshop(day: 3, 3000)) { _ in })
    #expect(try ExportCorpus.count(in: place) == 3000)
  }

  /// A workshop whose corpus has so many quotations.
  private func workshop(day: Int, _ count: Int) async throws -> Workshop {
    let quotes = (0..<count).map {
      #"{"slug":"s\#($0)","text":"Gedanke \#($0)","language":"de"}"#
    }
    let text =
      #"{"generatedAt":"2026-11-0\#(day)T00:00:00Z","count":\#(count),"quotes":["#
      + quotes.joined(separator: ",") + "]}"
    let origin = "file:\(try folder.write("index-full.json", text.utf8))"
    let workshop = try await Workshop(origins: [origin], in: folder)
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    return workshop
  }

  private func context(
    _ workshop: Workshop, progress: @escaping @Sendable (JobProgress) -> Void
  ) -> JobContext<Services> {
    JobContext(
      services: workshop.services, id: JobID(rawValue: 1), attempt: 1, maxAttempts: 1,
      progress: progress)
  }

  /// What a progress report can reach before the task it belongs to has a name.
  private final class TaskBox: Sendable {
    let task = Mutex<Task<Void, any Error>?>(nil)
  }
}
