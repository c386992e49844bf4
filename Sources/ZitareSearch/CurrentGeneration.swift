import CXapian
import ZitareBase

/// The generation in use, open for reading; nobody removes it while this lives.
struct CurrentGeneration: ~Copyable {
  let number: Int
  /// The stub that named it.
  let stub: IndexFolder.StubVersion
  let reader: XapianReader
  private let folder: FilePath
  private let hold: IndexFolder.Hold

  private init(
    number: Int, stub: IndexFolder.StubVersion, reader: consuming XapianReader, folder: FilePath,
    hold: consuming IndexFolder.Hold
  ) {
    self.number = number
    self.stub = stub
    self.reader = reader
    self.folder = folder
    self.hold = hold
  }

  static func open(in folder: IndexFolder) throws(SearchError) -> CurrentGeneration {
    while let stub = try folder.stubVersion(), let number = try folder.currentGeneration() {
      let hold = try folder.holdForReading(number)
      // Only what the stub names is safe from removal: it is asked again under the lock.
      guard try folder.stubVersion() == stub else { continue }
      guard let hold else {
        throw .unusable(folder.path, reason: "generation-\(number) is not there")
      }
      do throws(Xapian.Failure) {
        let reader = try XapianReader(folder.generation(number))
        return CurrentGeneration(
          number: number, stub: stub, reader: reader, folder: folder.path, hold: hold)
      } catch {
        throw error.error(in: folder.path)
      }
    }
    throw .missing(folder.path)
  }

  /// The state that the index holds; throws `.unusable` where its format is not the schema's.
  func state(of schema: SearchSchema) throws(SearchError) -> IndexState {
    let (text, count) = try consistently { () throws(Xapian.Failure) in
      (try reader.metadata(IndexState.metadataKey), try reader.count())
    }
    guard let state = IndexState(encoded: text) else {
      throw .unusable(folder, reason: "it does not say what it holds")
    }
    guard state.formatVersion == schema.format else {
      throw .unusable(
        folder, reason: "its format is \(state.formatVersion), this program's \(schema.format)")
    }
    guard state.count == count else {
      throw .unusable(folder, reason: "it holds \(count) documents instead of \(state.count)")
    }
    return state
  }

  /// The same, once a sample of documents proved readable.
  ///
  /// Glass keeps no checksums, so that damage outside of the sample is left to be met by a search.
  func verifiedState(of schema: SearchSchema) throws(SearchError) -> IndexState {
    try consistently { () throws(Xapian.Failure) in try reader.probe(documents: 5) }
    return try state(of: schema)
  }

  /// Reads at one commit; repeated where a writer overwrote that commit meanwhile.
  func consistently<Result>(
    _ body: () throws(Xapian.Failure) -> Result
  ) throws(SearchError) -> Result {
    var attempt = 1
    while true {
      do throws(Xapian.Failure) {
        try reader.refresh()
        return try body()
      } catch {
        guard error.status == CX_MODIFIED, attempt < 20 else { throw error.error(in: folder) }
        attempt += 1
      }
    }
  }
}
