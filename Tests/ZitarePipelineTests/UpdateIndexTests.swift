import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareCorpus
import ZitareJobs
import ZitareSearch

@testable import ZitarePipeline

@Suite("Keeping the index at the corpus")
struct UpdateIndexTests {
  private let folder = TemporaryFolder()

  private func write(_ name: String, day: Int, _ count: Int) throws -> String {
    let quotes = (0..<count).map {
      #"{"slug":"\#(name)-\#($0)","text":"Gedanke \#($0) von \#(name)","language":"de"}"#
    }
    let text =
      #"{"generatedAt":"2026-11-0\#(day)T00:00:00Z","count":\#(count),"quotes":["#
      + quotes.joined(separator: ",") + "]}"
    return "file:\(try folder.write("\(name)/index-full.json", text.utf8))"
  }

  private func workshop(_ origins: String...) async throws -> Workshop {
    try await Workshop(origins: origins, in: folder)
  }

  /// Takes all origins in, and has their followers run.
  private func refresh(_ workshop: Workshop) async throws {
    for origin in workshop.services.configuration.origins {
      try await workshop.perform(RefreshCorpus(origin.id))
    }
  }

  private func state(_ workshop: Workshop) throws -> IndexState {
    guard case .usable(let state) = try workshop.services.index.status() else {
      throw FileError("use", folder.path, code: EIO)
    }
    return state
  }

  @Test(
    "a forgotten origin leaves the index as a whole; one that came back keeps what it still has")
  func forgotten() async throws {
    let (first, second) = (try write("eins", day: 1, 20), try write("zwei", day: 1, 20))
    try await refresh(try await workshop(first, second))
    let alone = try await workshop(first)
    try await alone.perform(ForgetOrigins())
    #expect(try state(alone).count == 20)
    #expect(try alone.search("zwei").isEmpty)
    #expect(try alone.search("eins").count == 10)

    // Forgotten and back with less, before the index was asked.
    let both = try await workshop(first, second)
    try await refresh(both)
    let (corpus, now) = (both.services.corpus, Timestamp.now())
    try await blocking {
      let writer = try corpus.writer(waiting: true)
      try writer.forget(both.services.configuration.origins[1].id, at: now)
    }
    _ = try write("zwei", day: 2, 5)
    try await refresh(both)
    #expect(try state(both).count == 25)
    #expect(try both.search("zwei").count == 5)
    #expect(try both.services.index.writer().verify().isSound)
  }

  @Test("a damaged file is replaced by the next update, although the corpus has nothing new")
  func damaged() async throws {
    let workshop = try await workshop(try write("eins", day: 1, 100))
    try await refresh(workshop)
    let index = workshop.services.index
    let files = try #require(try index.files())
    let path = index.folder.appending("generation-\(files.generation)/termlist.glass")
    let descriptor = open(path.string, O_WRONLY)
    var byte: UInt8 = 0xaa
    #expect(pwrite(descriptor, &byte, 1, 5000) == 1)
    close(descriptor)
    #expect(try await workshop.perform(UpdateIndex()).completed == 1)
    #expect(try #require(try index.files()).generation > files.generation)
    #expect(try index.writer().verify().isSound)
    #expect(try state(workshop).count == 100)
  }

  @Test("an index that nobody has touched is read once a week")
  func weekly() async throws {
    let workshop = try await workshop(try write("eins", day: 1, 10))
    try await refresh(workshop)
    let index = workshop.services.index
    func update(at now: Timestamp) async throws {
      let context = JobContext(
        services: workshop.services, id: JobID(rawValue: 1), attempt: 1, maxAttempts: 1,
        now: { now })
      _ = try await UpdateIndex().run(context)
    }
    let first = try #require(try index.files()?.verified)
    try await update(at: first + .seconds(6 * 86_400))
    #expect(try index.files()?.verified == first)
    let later = first + .seconds(7 * 86_400)
    try await update(at: later)
    #expect(try index.files()?.verified == later)
  }

  @Test("a repair writes only documents that are not what the corpus says")
  func repair() async throws {
    let workshop = try await workshop(try write("eins", day: 1, 50))
    try await refresh(workshop)
    let (index, before) = (workshop.services.index, try state(workshop))
    // Somebody has put other documents in, under the same revision.
    var parts = [
      IndexChanges(
        removing: (0..<3).map {
          QuoteKey(origin: workshop.origin().id, slug: "eins-\($0)").description
        },
        putting: [SearchDocument(key: "fremd", text: "Gedanke")])
    ]
    try index.writer().update(to: before.revision, digest: before.digest) { parts.popLast() }
    #expect(try state(workshop).changes == 4)
    #expect(try await workshop.perform(UpdateIndex()).completed == 1)
    #expect(try state(workshop).count == 48)
    let generation = try index.files()?.generation
    #expect(try await workshop.perform(UpdateIndex(repairing: true)).completed == 1)
    #expect(try state(workshop).count == 50)
    #expect(try state(workshop).changes == 8)
    #expect(try index.files()?.generation == generation)
  }

  /// What a progress report can reach before the task it belongs to has a name.
  private final class TaskBox: Sendable {
    let task = Mutex<Task<Void, any Error>?>(nil)
  }

  @Test("a job that is cancelled leaves the index as it was", arguments: [true, false])
  func cancelled(rebuilding: Bool) async throws {
    let workshop = try await workshop(try write("eins", day: 1, 3000))
    try await refresh(workshop)
    let before = try state(workshop)
    let (started, box) = (Latch(), TaskBox())
    let context = JobContext(
      services: workshop.services, id: JobID(rawValue: 1), attempt: 1, maxAttempts: 1,
      progress: { _ in box.task.withLock { $0?.cancel() } })
    let job = UpdateIndex(rebuilding: rebuilding, repairing: !rebuilding)
    let running = Task {
      await started.opened()
      _ = try await job.run(context)
    }
    box.task.withLock { $0 = running }
    started.open()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(try state(workshop) == before)
    #expect(try await workshop.perform(UpdateIndex()).completed == 1)
    #expect(try workshop.services.index.writer().verify().isSound)
    let names = try Files.names(in: workshop.services.index.folder)
    #expect(!names.contains { $0.hasPrefix("building") })
  }

  @Test("a difference that is cancelled leaves the index as it was, and the next run takes it in")
  func cancelledDifference() async throws {
    let workshop = try await workshop(try write("eins", day: 1, 3000))
    try await refresh(workshop)
    let before = try state(workshop)
    // The corpus has more, the index was not asked yet.
    _ = try write("eins", day: 2, 6000)
    let origin = workshop.origin()
    _ = try await RefreshCorpus(origin.id).run(
      JobContext(
        services: workshop.services, id: JobID(rawValue: 1), attempt: 1, maxAttempts: 1))
    let (started, box) = (Latch(), TaskBox())
    let context = JobContext(
      services: workshop.services, id: JobID(rawValue: 1), attempt: 1, maxAttempts: 1,
      progress: { _ in box.task.withLock { $0?.cancel() } })
    let running = Task {
      await started.opened()
      _ = try await UpdateIndex().run(context)
    }
    box.task.withLock { $0 = running }
    started.open()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(try state(workshop) == before)
    #expect(try await workshop.perform(UpdateIndex()).completed == 1)
    #expect(try state(workshop).count == 6000)
    #expect(try workshop.services.index.writer().verify().isSound)
  }
}
