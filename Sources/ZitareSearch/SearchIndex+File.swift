import CXapian
public import ZitareBase

extension SearchIndex {
  /// Writes what is committed, compacted, to one file that is not there yet, and returns what the
  /// file holds.
  ///
  /// Xapian's tools and bindings open it like a folder; nobody can write to it. It is not synced.
  public func write(toFile file: FilePath) throws(SearchError) -> IndexState {
    let current = try CurrentGeneration.open(in: IndexFolder(folder))
    _ = try current.verifiedState(of: schema)
    let source = IndexFolder(folder).generation(current.number)
    try current.consistently { () throws(Xapian.Failure) in
      try Xapian.call { message in
        Xapian.withSlice(of: source.string) { source in
          Xapian.withSlice(of: file.string) { cx_compact_to_file(source, $0, message) }
        }
      }
    }
    do throws(Xapian.Failure) {
      let written = try XapianReader(file)
      guard let state = IndexState(encoded: try written.metadata(IndexState.metadataKey)) else {
        throw Xapian.Failure(status: CX_CORRUPT, message: "the copy does not say what it holds")
      }
      return state
    } catch {
      throw error.error(in: file)
    }
  }
}
