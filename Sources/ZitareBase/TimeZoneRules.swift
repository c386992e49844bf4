/// What the clocks of a zone show at any instant, read from the system's time zone data.
///
/// The data is read once; `reloaded()` reads it again after an update of the system's time zones.
public struct TimeZoneRules: Sendable {
  /// The IANA name, such as `Europe/Berlin`.
  public let identifier: String
  private let table: TimeZoneTable
  /// Where it was read; nil for universal time, which comes from nowhere.
  private let source: Source?

  private struct Source {
    let directory: FilePath
    /// Taken before the file was read: what comes later differs from it.
    let stamp: FileStamp?

    init(_ identifier: String, in directory: FilePath) {
      self.directory = directory
      stamp = FileStamp(of: directory.appending(identifier))
    }
  }

  /// Reads `identifier` below `directory`; names that could leave it are refused.
  public init(
    identifier: String, directory: FilePath = "/usr/share/zoneinfo"
  ) throws(TimeZoneError) {
    self.identifier = identifier
    source = TimeZoneFile.isName(identifier) ? Source(identifier, in: directory) : nil
    let file = try TimeZoneFile(identifier: identifier, directory: directory)
    table = TimeZoneTable(file)
  }

  private init(identifier: String, table: TimeZoneTable) {
    self.identifier = identifier
    self.table = table
    source = nil
  }

  /// The zone read anew, nil if its file is still the one that was read.
  ///
  /// It costs one stat(2) until then, so whoever keeps a zone for long asks before each use, or every
  /// few seconds. While the file is missing, as during an update, the rules stay as they are; one
  /// that is not a time zone file is an error, and the rules can be kept as well.
  public func reloaded() throws(TimeZoneError) -> TimeZoneRules? {
    guard let source, let stamp = FileStamp(of: source.directory.appending(identifier)),
      stamp != source.stamp
    else { return nil }
    return try TimeZoneRules(identifier: identifier, directory: source.directory)
  }

  /// Universal time, which needs no file.
  public static let utc = TimeZoneRules(
    identifier: "UTC", table: TimeZoneTable(initialOffset: 0, transitions: [], footer: nil))

  /// In seconds: no zone is further from UTC (RFC 9636 allows -25 to +26 hours, both exclusive).
  public static let largestOffset: Int64 = 26 * 3600

  /// A stretch of time in which the clocks keep one offset from UTC.
  public struct Segment: Hashable, Sendable {
    /// Its first second since the epoch; -2⁶⁰ for a zone's first segment.
    public let start: Int64
    /// The first second after it; 2⁶⁰ for a zone that changes no more.
    public let end: Int64
    /// Seconds east of Greenwich.
    public let offset: Int64
    /// Seconds by which clocks were put forward at `start`: a gap if positive, an overlap of
    /// local times if negative, never 0 but in the first segment.
    public let shift: Int64

    /// What the clocks show at `start`, in seconds since 1970-01-01T00:00:00 local time.
    public var localStart: Int64 { start + offset }
    /// What the clocks would show at `end` had they not been changed.
    public var localEnd: Int64 { end + offset }
  }

  /// The segment that holds an instant, given in seconds since the epoch.
  public func segment(containing seconds: Int64) -> Segment { table.segment(containing: seconds) }

  /// Seconds east of Greenwich.
  public func offset(at time: Timestamp) -> Int {
    Int(table.segment(containing: time.seconds).offset)
  }

  /// The civil date that calendars show at an instant.
  public func date(at time: Timestamp) -> CivilDate {
    let seconds = time.seconds
    let local = seconds + table.segment(containing: seconds).offset
    return CivilDate(daysSinceEpoch: Int(local.dividedDown(by: 86_400).quotient))
  }

  /// The first instant of a civil day: 01:00 where midnight is missing, the first of two midnights,
  /// and the start of the next day where the whole day was left out.
  public func start(of date: CivilDate) -> Timestamp {
    switch instants(ofLocal: Int64(date.daysSinceEpoch) * 86_400) {
    case .once(let seconds): Timestamp(seconds: seconds)
    case .twice(let first, _): Timestamp(seconds: first)
    case .never(let gapEnd, _): Timestamp(seconds: gapEnd)
    }
  }

  /// When the clocks of a zone show a given local time.
  public enum LocalInstants: Hashable, Sendable {
    case once(Int64)
    case twice(first: Int64, second: Int64)
    /// Clocks were put forward over it: the first instant after the gap, and how long that was.
    case never(gapEnd: Int64, gapLength: Int64)
  }

  /// The instants at which clocks show a local time, given in seconds since 1970-01-01T00:00:00
  /// local time.
  public func instants(ofLocal local: Int64) -> LocalInstants {
    var segment = table.segment(containing: local - TimeZoneRules.largestOffset)
    var first: Int64?
    while true {
      if segment.localStart <= local && local < segment.localEnd {
        let instant = local - segment.offset
        if let first { return .twice(first: first, second: instant) }
        first = instant
      }
      // What lies further on shows this time again only if its clocks were put back past it.
      let following = table.segment(containing: segment.end)
      if let first, following.localStart > local { return .once(first) }
      if first == nil, segment.localEnd <= local, local < following.localStart {
        return .never(gapEnd: following.start, gapLength: following.shift)
      }
      guard following.start > segment.start else { return .once(first ?? local - segment.offset) }
      segment = following
    }
  }
}
