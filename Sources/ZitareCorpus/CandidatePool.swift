public import ZitareBase

/// The quotations of a deck, as compactly as the daily choice needs them: about 70 bytes each.
///
/// A pool from a `CandidateSieve` leaves most of them out and knows enough of them to tell whether that
/// matters.
public struct CandidatePool: Sendable {
  /// A quotation as it is put into a pool.
  public struct Candidate: Sendable, Equatable {
    public var slug: String
    public var author: String?
    /// From this day on it may be chosen; nil: since ever.
    public var eligibleFrom: CivilDate?
    /// The day it was taken back; such a one takes part in the days before and is never shown.
    public var removedOn: CivilDate?

    /// `published` is when it was published or, without a date, first seen; nil: long ago.
    public init(
      slug: String, author: String? = nil, published: CivilDate? = nil,
      removedOn: CivilDate? = nil
    ) {
      self.slug = slug
      self.author = author
      eligibleFrom = published?.adding(days: DailySelection.delay)
      self.removedOn = removedOn
    }

    init(name: String, author: String?, span: Span) {
      slug = name
      self.author = author
      eligibleFrom = span.eligible == .min ? nil : DailySelection.date(of: span.eligible)
      removedOn = span.removed == .max ? nil : DailySelection.date(of: span.removed)
    }
  }

  private var slugs: [UInt8] = []
  private var ends: [Int] = []
  private(set) var keys: [UInt64] = []
  /// The author's key; 0: no author.
  private(set) var authors: [UInt64] = []
  /// Day numbers.
  private(set) var eligible: [Int32] = []
  /// Day numbers; `Int32.max`: still there.
  private(set) var removed: [Int32] = []
  var rest = Rest()

  /// Takes candidates in any order; of several with one slug the first counts.
  public init(_ candidates: some Sequence<Candidate>) {
    var builder = Builder()
    for candidate in candidates { builder.append(candidate) }
    self = builder.finish()
  }

  public var count: Int { keys.count }

  /// The slugs are in byte order, so the earlier index wins a tie.
  func slug(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  func index(of slug: String) -> Int? {
    let wanted = Array(slug.utf8)
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if bytes(middle).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
    }
    return low < count && bytes(low).elementsEqual(wanted) ? low : nil
  }

  fileprivate func bytes(_ index: Int) -> ArraySlice<UInt8> {
    slugs[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  private mutating func append(
    _ slug: some Collection<UInt8>, _ key: UInt64, _ author: UInt64, _ eligible: Int32,
    _ removed: Int32
  ) {
    slugs += slug
    ends.append(slugs.count)
    keys.append(key)
    authors.append(author)
    self.eligible.append(eligible)
    self.removed.append(removed)
  }

  private init() {}

  /// The days on which a candidate takes part.
  struct Span: Hashable {
    let eligible: Int32
    /// `Int32.max`: still there.
    let removed: Int32

    init(eligible: Int32, removed: Int32) {
      self.eligible = eligible
      self.removed = removed
    }

    init(_ candidate: Candidate) {
      eligible = candidate.eligibleFrom.map(DailySelection.number) ?? .min
      removed = candidate.removedOn.map(DailySelection.number) ?? .max
    }

    /// Whether it has not been taken back by that day.
    func isPresent(on day: Int32, leavingOutRemoved: Bool) -> Bool {
      removed == .max || (!leavingOutRemoved && removed > day)
    }
  }

  /// What a pool that leaves most of its deck out knows of each day of its window.
  struct Rest: Sendable {
    /// The day number of the first day.
    var first: Int32 = 0
    /// How many that are left out take part on each day; nobody has shown them.
    var counts: [Int] = []
    /// Each day's candidates with the smallest ranks, in their order.
    var lists: [ShortList] = []
    /// The same among the quotations of authors whose day it is.
    var honoured: [Int32: ShortList] = [:]

    func count(on day: Int32) -> Int { counts.isEmpty ? 0 : counts[Int(day - first)] }

    /// Nil where nothing is left out.
    func list(on day: Int32) -> ShortList? { lists.isEmpty ? nil : lists[Int(day - first)] }
  }

  struct ShortList: Sendable {
    /// Indices.
    var members: [Int32] = []
    /// Whether nobody is left out who would stand on it.
    var isComplete = true
  }

  func span(_ index: Int) -> Span { Span(eligible: eligible[index], removed: removed[index]) }

  /// Gathers candidates one by one, so that they need not all be there at once.
  struct Builder: ~Copyable {
    private var pool = CandidatePool()
    private var keys = DailyKeys()
    private var isSorted = true

    mutating func append(_ candidate: Candidate) {
      let slug = Array(candidate.slug.utf8)
      let span = Span(candidate)
      if isSorted, pool.count > 0 {
        isSorted = pool.bytes(pool.count - 1).lexicographicallyPrecedes(slug)
      }
      let key = keys.key(of: candidate.slug)
      var author: UInt64 = 0
      if let slug = candidate.author { author = keys.key(of: slug) }
      pool.append(slug, key, author, span.eligible, span.removed)
    }

    /// Sorts by slug and drops what has the slug of an earlier one.
    consuming func finish() -> CandidatePool {
      guard !isSorted else { return pool }
      let order = pool.keys.indices.sorted { left, right in
        let (a, b) = (pool.bytes(left), pool.bytes(right))
        return a.elementsEqual(b) ? left < right : a.lexicographicallyPrecedes(b)
      }
      var sorted = CandidatePool()
      for index in order {
        let slug = pool.bytes(index)
        if sorted.count > 0, sorted.bytes(sorted.count - 1).elementsEqual(slug) { continue }
        sorted.append(
          slug, pool.keys[index], pool.authors[index], pool.eligible[index], pool.removed[index])
      }
      return sorted
    }
  }
}
