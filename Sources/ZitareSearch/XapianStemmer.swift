import CXapian

/// One of Xapian's stemmers.
struct XapianStemmer: ~Copyable {
  private let handle: OpaquePointer

  /// Only for names that an index or `Stemmer` gives: any other is a programmer's mistake.
  init(_ name: String) {
    var handle: OpaquePointer?
    do throws(Xapian.Failure) {
      try Xapian.call { message in
        Xapian.withSlice(of: name) { cx_stemmer_open($0, &handle, message) }
      }
    } catch {
      preconditionFailure("\(name): \(error.message)")
    }
    guard let handle else { preconditionFailure("an open call gave no handle") }
    self.handle = handle
  }
  deinit { cx_stemmer_close(handle) }

  /// The stem of a folded word; the word itself where memory is short.
  func stem(_ word: String) -> String {
    var stem = cx_buffer()
    do throws(Xapian.Failure) {
      try Xapian.call { message in
        Xapian.withSlice(of: word) { cx_stemmer_stem(handle, $0, &stem, message) }
      }
    } catch {
      return word
    }
    return Xapian.taken(stem)
  }
}
