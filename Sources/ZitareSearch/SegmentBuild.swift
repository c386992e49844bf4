internal import Glibc
import ZitareBase

/// Fills databases with one stream of documents, on as many threads as there are cores.
///
/// The stream is cut into segments of a fixed size, each a database of its own that is written out
/// once. Joined in their order they hold the documents in the order of the stream, however many
/// threads there were, and none of them grows so large that adding to it becomes dear.
final class SegmentBuild {
  /// Bytes of text in a segment: they become about forty times as much memory before they are written.
  private static let segmentSize = 512 << 10
  /// What is joined at a time; each has four files open.
  private static let mostJoined = 128
  /// More threads would need more memory than an index may take.
  private static let mostThreads = 6

  private let folder: IndexFolder
  private let crew: SegmentCrew
  private let threads: Int
  private var started = 0
  private var pending: [SearchDocument] = []
  private var pendingSize = 0
  private var count = 0

  init(
    _ folder: IndexFolder, schema: SearchSchema,
    threads: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  ) {
    self.folder = folder
    self.threads = min(threads, Self.mostThreads)
    crew = SegmentCrew(folder, schema: schema, ahead: self.threads)
  }

  /// Adds documents; blocks while the threads are behind, and throws what failed on one of them.
  func append(_ documents: [SearchDocument]) throws(SearchError) {
    for document in documents {
      pending.append(document)
      pendingSize += document.size
      if pendingSize >= Self.segmentSize { try handOver() }
    }
  }

  /// Ends the stream and joins all of it to a new database.
  func finish(in destination: FilePath) throws(SearchError) {
    if !pending.isEmpty || count == 0 { try handOver() }
    try end()
    var parts = Array(0..<count)
    while parts.count > Self.mostJoined {
      var joined: [Int] = []
      for start in stride(from: 0, to: parts.count, by: Self.mostJoined) {
        let group = parts[start..<min(start + Self.mostJoined, parts.count)]
        try join(group, to: folder.building(count))
        for part in group { try folder.remove(folder.building(part)) }
        joined.append(count)
        count += 1
      }
      parts = joined
    }
    try join(parts[...], to: destination)
  }

  /// Waits until no thread of this build is at work; throws what failed on one.
  func end() throws(SearchError) {
    crew.end(threads: started)
    started = 0
    if let failure = crew.failure { throw failure }
  }

  /// Like `end`, but what has not been begun is left out.
  func abandon() {
    crew.abandon()
    crew.end(threads: started)
    started = 0
  }

  private func handOver() throws(SearchError) {
    crew.waitForRoom()
    if let failure = crew.failure { throw failure }
    let isTaken = crew.append(Segment(number: count, documents: pending))
    if !isTaken && started < threads {
      started += 1
      startThread { [crew] in crew.work() }
    }
    count += 1
    pending = []
    pendingSize = 0
  }

  private func join(_ parts: ArraySlice<Int>, to destination: FilePath) throws(SearchError) {
    do throws(Xapian.Failure) {
      try Xapian.compact(parts.map { folder.building($0) }, to: destination)
    } catch {
      throw error.error(in: folder.path)
    }
  }
}

/// Documents that become a database of their own.
private struct Segment {
  let number: Int
  let documents: [SearchDocument]
}

/// The threads that fill segments, and what waits for them.
private final class SegmentCrew: Sendable {
  /// How many documents are analysed together.
  private static let batchSize = 500

  private let folder: IndexFolder
  private let schema: SearchSchema
  private let line = WorkLine<Segment>()
  private let room = WorkLine<Void>()
  private let ended = WorkLine<Void>()
  private let firstFailure = Mutex<SearchError?>(nil)
  private let isAbandoned = Mutex(false)

  /// - Parameter ahead: how many segments may wait or be worked on.
  init(_ folder: IndexFolder, schema: SearchSchema, ahead: Int) {
    self.folder = folder
    self.schema = schema
    for _ in 0..<ahead + 1 { room.append(()) }
  }

  var failure: SearchError? { firstFailure.withLock { $0 } }

  func waitForRoom() { _ = room.next() }

  /// False where no thread waits for it.
  func append(_ segment: Segment) -> Bool { line.append(segment) }

  func abandon() { isAbandoned.withLock { $0 = true } }

  func end(threads: Int) {
    line.close()
    for _ in 0..<threads { _ = ended.next() }
  }

  func work() {
    while let segment = line.next() {
      if !isAbandoned.withLock({ $0 }), failure == nil {
        do throws(Xapian.Failure) {
          try fill(segment)
        } catch {
          let error = error.error(in: folder.path)
          firstFailure.withLock { $0 = $0 ?? error }
        }
      }
      room.append(())
    }
    ended.append(())
  }

  private func fill(_ segment: Segment) throws(Xapian.Failure) {
    let writer = try XapianWriter(folder.building(segment.number), create: true)
    var rest = segment.documents[...]
    repeat {
      try writer.put(EncodedBatch(rest.prefix(Self.batchSize), schema: schema))
      rest = rest.dropFirst(Self.batchSize)
    } while !rest.isEmpty
    try writer.commit()
  }
}
