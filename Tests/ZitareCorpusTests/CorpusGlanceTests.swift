import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareSQLite

@testable import ZitareCorpus

@Suite("A glance at the corpus")
struct CorpusGlanceTests {
  @Test("sees what the last writer left and touches no file, also after a reader")
  func traceless() throws {
    let corpus = try Corpus()
    #expect(try count(corpus) == nil)
    try corpus.install(snapshot(elements(0..<3)))
    for _ in 0..<2 {
      let before = try files(corpus)
      #expect(try count(corpus) == 3)
      #expect(try files(corpus) == before)
      _ = try corpus.state()  // leaves an empty log
    }
  }

  @Test("sees the old corpus while a writer is at work")
  func besideWriter() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<3)))
    let writer = try corpus.store.writer()
    _ = try writer.install(
      .records(digest: "x") { take in
        try take((0..<5).map { QuoteRecord(slug: "n\($0)", text: "t", language: "de") })
        #expect(try count(corpus) == 3)
      }, from: corpus.origin, options: InstallOptions(now: Timestamp(seconds: 2)))
    #expect(try count(corpus) == 5)
  }

  @Test("keeps writers out until it is over")
  func keepsWritersOut() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<3)))
    let count = try corpus.store.glance { reader in
      #expect(throws: CorpusError.writerActive) { try corpus.store.writer() }
      return try reader.state().count
    }
    #expect(count == 3)
    _ = try corpus.store.writer()
  }

  @Test("sees what a killed writer had committed, and takes it out of the log once")
  func killedWriter() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<3)))
    let reader = try corpus.reader()  // with one open, the writer's end leaves the log
    try corpus.install(snapshot(elements(0..<5)), at: 2000)
    let killed = try Corpus()
    for suffix in ["", "-wal"] {
      // This process must not open the files itself: that would drop the reader's locks.
      let copy = try ChildProcess(
        "/bin/cp",
        [corpus.store.path.string + suffix, killed.store.path.string + suffix]
      ).wait()
      #expect(copy.status == 0, "\(copy.errors)")
    }
    #expect(try reader.state().count == 5)
    #expect(try count(killed) == 5)
    let before = try files(killed)
    #expect(before["corpus.sqlite-wal"] == nil)
    #expect(try count(killed) == 5)
    #expect(try files(killed) == before)
  }

  @Test("the corpus of an earlier release is brought up to date by whoever reads it first")
  func earlierRelease() throws {
    for count in 1..<CorpusSchema.steps.count {
      let (glanced, read) = (try Corpus(), try Corpus())
      for corpus in [glanced, read] {
        let old = try Connection(corpus.store.path, mode: 0o644)
        try old.migrate(
          component: CorpusSchema.component, Array(CorpusSchema.steps.prefix(count)))
        try old.run("INSERT INTO origin (name, rank, address) VALUES ('old', 1, 'a')")
      }
      #expect(try glanced.store.glance { try $0.statuses().map(\.id) } == ["old"])
      #expect(try read.reader().nameValidators(of: "old").isEmpty)
    }
  }

  private func count(_ corpus: Corpus) throws -> Int? {
    try corpus.store.glance { try $0.state().count }
  }

  /// What changes when one of the corpus's files is written or replaced, by its name.
  private func files(_ corpus: Corpus) throws -> [String: [Int]] {
    var files: [String: [Int]] = [:]
    for name in try Files.names(in: corpus.folder.path) where name.hasPrefix("corpus.sqlite") {
      var status = stat()
      #expect(stat(corpus.folder.appending(name).string, &status) == 0)
      files[name] = [
        Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
      ]
    }
    return files
  }
}
