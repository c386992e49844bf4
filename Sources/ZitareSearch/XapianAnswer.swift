import CXapian

/// What Xapian found, copied out of its memory.
struct XapianAnswer {
  let hits: [SearchHit]
  let total: Int
  let isExact: Bool
  /// In the order in which the query asked for them.
  let facets: [[SearchCount]]
  let readings: [SearchReading]

  init(_ found: OpaquePointer, facetCount: Int) {
    hits = (0..<cx_hits_count(found)).map { index in
      let hit = cx_hits_get(found, index)
      return SearchHit(
        key: Xapian.text(hit.key), stored: Array(Xapian.bytes(hit.data)), score: hit.score)
    }
    total = Int(cx_hits_total(found))
    isExact = cx_hits_is_exact(found)
    facets = (0..<facetCount).map { facet in
      (0..<cx_hits_facet_size(found, facet)).map { SearchCount(cx_hits_facet(found, facet, $0)) }
    }
    readings = (0..<cx_hits_reading_count(found)).map { reading in
      SearchReading(
        stemmer: Xapian.text(cx_hits_stemmer(found, reading)),
        terms: (0..<cx_hits_reading_size(found, reading)).map {
          SearchCount(cx_hits_term(found, reading, $0))
        })
    }
  }
}

extension SearchCount {
  init(_ count: cx_count) {
    self.init(text: Xapian.text(count.text), documents: Int(count.documents))
  }
}
