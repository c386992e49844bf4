import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareSearch

@Suite("The files of an index")
struct IndexIntegrityTests {
  private static let week = Duration.seconds(7 * 86_400)

  private func documents(_ range: Range<Int>, _ version: String = "eins") -> [SearchDocument] {
    range.map {
      SearchDocument(
        key: "\($0)", text: "wort nummer\($0) \(version) und noch etwas mehr", language: "de",
        stored: Array("stored \($0)".utf8))
    }
  }

  /// An index that was built, and changed by an update and by one that broke off.
  private func used() throws -> SearchFixture {
    let fixture = try SearchFixture(documents(0..<2000))
    try fixture.index.update(to: 2, removing: ["7"], replacing: documents(100..<120, "zwei"))
    try breakOff(fixture)
    _ = try fixture.index.writer().verify()
    return fixture
  }

  private struct Interruption: Error {}

  /// Leaves blocks behind that were written for a commit that never came.
  private func breakOff(_ fixture: SearchFixture) throws {
    var batches = [documents(3000..<15_000, "drei")]
    #expect(throws: Interruption.self) {
      try fixture.index.writer().update(to: 3, digest: "d") {
        guard let batch = batches.popLast() else { throw Interruption() }
        return IndexChanges(putting: batch)
      }
    }
  }

  @Test("60 of 60 flipped bits are found, whichever file they are in")
  func flippedBits() throws {
    let fixture = try used()
    let generation = try fixture.currentGeneration()
    var paths = try Files.names(in: generation).map { generation.appending($0) }
    paths = try paths.filter { try Files.size(of: $0) ?? 0 > 0 }
    paths.append(fixture.index.folder.appending("current"))
    #expect(paths.count >= 7)
    var random = SeededGenerator(seed: 4711)
    for round in 0..<60 {
      let path = paths[round % paths.count]
      let bytes = try #require(try Files.read(path))
      let bit = Int.random(in: 0..<bytes.count * 8, using: &random)
      try overwrite(path, byte: bytes[bit / 8] ^ 1 << UInt8(bit % 8), at: bit / 8)
      #expect(try !isFoundSound(fixture), "bit \(bit) of \(path.lastComponent)")
      try overwrite(path, byte: bytes[bit / 8], at: bit / 8)
    }
    #expect(try fixture.index.writer().verify().isSound)
  }

  private func isFoundSound(_ fixture: SearchFixture) throws -> Bool {
    do {
      return try fixture.index.writer().verify().isSound
    } catch {
      guard error.needsRebuild else { throw error }
      return false
    }
  }

  private func overwrite(_ path: FilePath, byte: UInt8, at offset: Int) throws {
    let descriptor = open(path.string, O_WRONLY)
    defer { close(descriptor) }
    var byte = byte
    try #require(pwrite(descriptor, &byte, 1, off_t(offset)) == 1)
  }

  @Test("a damaged generation is named and never written to; a repair builds another one")
  func damaged() throws {
    let fixture = try used()
    let generation = try fixture.currentGeneration()
    let path = generation.appending("docdata.glass")
    try overwrite(path, byte: 0xaa, at: 5000)
    let before = try contents(of: generation)
    #expect(try fixture.index.isCheckDue())

    let found = try fixture.index.writer().verify()
    #expect(found.damage.count == 1)
    #expect(found.damage.first?.hasPrefix("docdata.glass: 1 of ") == true)
    let error = #expect(throws: SearchError.self) { try fixture.index.update(to: 3) }
    #expect(error?.needsRebuild == true)
    #expect("\(String(describing: error))".contains("docdata.glass"))
    #expect(try contents(of: generation) == before)

    // A reader that has it open keeps it.
    let reader = fixture.index.reader()
    #expect(try reader.search(SearchQuery("wort")).total > 100)
    var batches = [documents(0..<10)]
    let state = try fixture.index.writer().reconcile(to: 4, digest: "d") { batches.popLast() }
    #expect(state.count == 10)
    #expect(try fixture.currentGeneration() != generation)
    #expect(try contents(of: generation) == before)
    #expect(try fixture.index.writer().verify().isSound)
    withExtendedLifetime(reader) {}
  }

  private func contents(of folder: FilePath) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try Files.names(in: folder) where name != "readers" {
      contents[name] = try Files.read(folder.appending(name))
    }
    return contents
  }

  @Test("damage that leaves size and time as they were is found a week after the last look")
  func silentDamage() throws {
    let fixture = try used()
    let path = try fixture.currentGeneration().appending("position.glass")
    var status = stat()
    stat(path.string, &status)
    try overwrite(path, byte: 0xaa, at: 12_345)
    let times = [status.st_atim, status.st_mtim]
    utimensat(AT_FDCWD, path.string, times, 0)

    let now = Timestamp.now()
    #expect(try !fixture.index.isCheckDue(at: now))
    #expect(try fixture.index.isCheckDue(at: now + Self.week))
    let error = #expect(throws: SearchError.self) {
      try fixture.index.writer(at: now + Self.week).update(to: 3, digest: "d") { nil }
    }
    #expect(error?.needsRebuild == true)
    #expect("\(String(describing: error))".contains("position.glass"))
  }

  @Test("an update does not take damage for what it has written")
  func damageBesideUpdate() throws {
    let fixture = try SearchFixture(documents(0..<2000))
    let path = try fixture.currentGeneration().appending("termlist.glass")
    var status = stat()
    stat(path.string, &status)
    try overwrite(path, byte: 0xaa, at: 6000)
    let times = [status.st_atim, status.st_mtim]
    utimensat(AT_FDCWD, path.string, times, 0)
    try fixture.index.update(to: 2, replacing: documents(1990..<2000, "zwei"))
    let damage = try fixture.index.writer().verify().damage
    #expect(damage.count == 1)
    #expect(damage.first?.hasPrefix("termlist.glass: 1 of ") == true)
  }

  @Test("a look notes its time")
  func verified() throws {
    let fixture = try SearchFixture(documents(0..<10))
    let later = Timestamp(milliseconds: Timestamp.now().milliseconds + 1_000_000)
    let found = try fixture.index.writer(at: later).verify()
    #expect(try fixture.index.files()?.verified == later)
    #expect(try fixture.index.files()?.bytes == found.bytes)
    // A clock that was put back.
    #expect(try fixture.index.isCheckDue(at: later - .seconds(1)))
  }

  @Test("an update that broke off leaves a sound index, and the next one goes on")
  func brokenOff() throws {
    let fixture = try SearchFixture(documents(0..<2000))
    try breakOff(fixture)
    #expect(try fixture.index.files()?.isInterrupted == true)
    #expect(try fixture.index.isCheckDue())
    let found = try fixture.index.writer().verify()
    #expect(found.isSound)
    #expect(try fixture.index.files()?.isInterrupted == false)
    #expect(try !fixture.index.isCheckDue())
    try breakOff(fixture)
    try fixture.index.update(to: 4, replacing: documents(0..<5, "vier"))
    #expect(try fixture.index.writer().verify().isSound)
    #expect(try fixture.found("vier").count == 5)
  }

  /// Leaves what a kill between a commit and its manifest does.
  private func loseManifest(of fixture: SearchFixture, _ change: () throws -> Void) throws {
    let generation = try fixture.currentGeneration()
    let old = try Files.read(generation.appending("manifest"))
    try change()
    try #require(try fixture.currentGeneration() == generation)
    unlink(generation.appending("manifest").string)
    try Files.replace(generation.appending("changing"), with: try #require(old))
  }

  @Test("a commit without its manifest is settled by the documents: what differs is written")
  func unsettled() throws {
    let fixture = try SearchFixture(documents(0..<2000))
    let generation = try fixture.currentGeneration()
    try loseManifest(of: fixture) {
      try fixture.index.update(to: 2, removing: ["1"], replacing: documents(100..<120, "zwei"))
    }
    #expect(try fixture.index.writer().verify().isInterrupted)
    let error = #expect(throws: SearchError.self) { try fixture.index.update(to: 3) }
    #expect(error?.needsRebuild == true)

    // The corpus has another text of five, lacks two, and has one more.
    var wanted = documents(0..<2000)
    wanted.replaceSubrange(100..<120, with: documents(100..<120, "zwei"))
    wanted.replaceSubrange(500..<505, with: documents(500..<505, "drei"))
    wanted.removeLast(2)
    var batches = [wanted]
    let state = try fixture.index.writer().reconcile(to: 3, digest: "d") { batches.popLast() }
    #expect(state.count == 1998)
    #expect(state.changes == 21 + 5 + 1 + 2)
    #expect(try fixture.currentGeneration() == generation)
    #expect(try fixture.index.writer().verify().isSound)
    #expect(try fixture.found("drei").count == 5)
    #expect(try fixture.found("nummer1") == ["1"])
  }

  @Test("damage in an old block is found although a commit without its manifest followed")
  func unsettledAndDamaged() throws {
    let fixture = try SearchFixture(documents(0..<2000))
    try loseManifest(of: fixture) {
      try fixture.index.update(to: 2, replacing: documents(100..<110, "zwei"))
    }
    try overwrite(
      try fixture.currentGeneration().appending("position.glass"), byte: 0xaa, at: 6000)
    #expect(try fixture.index.writer().verify().damage.count == 1)
    var batches = [documents(0..<2000)]
    let generation = try fixture.currentGeneration()
    try fixture.index.writer().reconcile(to: 3, digest: "d") { batches.popLast() }
    #expect(try fixture.currentGeneration() != generation)
  }

  @Test("a repair of a missing index builds it")
  func missing() throws {
    let fixture = SearchFixture()
    #expect(try fixture.index.files() == nil)
    #expect(try !fixture.index.isCheckDue())
    #expect(throws: SearchError.self) { try fixture.index.writer().verify() }
    var batches = [documents(0..<3)]
    #expect(
      try fixture.index.writer().reconcile(to: 1, digest: "d") { batches.popLast() }.count == 3)
  }
}
