import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("Time zone rules")
struct TimeZoneRulesTests {
  @Test(
    "a zone has the offset that its data give for an instant",
    arguments: [
      ("UTC", "2026-07-01T00:00:00Z", 0),
      ("Europe/Berlin", "1890-01-01T00:00:00Z", 3208),  // local mean time
      ("Europe/Berlin", "1945-06-01T00:00:00Z", 10_800),  // double summer time
      ("Europe/Berlin", "2026-03-29T00:59:59Z", 3600),
      ("Europe/Berlin", "2026-03-29T01:00:00Z", 7200),
      ("Europe/Berlin", "2026-10-25T00:59:59Z", 7200),
      ("Europe/Berlin", "2026-10-25T01:00:00Z", 3600),
      ("Europe/Dublin", "2026-01-01T00:00:00Z", 0),  // its data call winter the changed time
      ("Europe/Dublin", "2026-07-01T00:00:00Z", 3600),
      ("Australia/Lord_Howe", "2060-10-02T15:29:59Z", 37_800),
      ("Australia/Lord_Howe", "2060-10-02T15:30:00Z", 39_600),
      ("America/Nuuk", "2050-03-27T00:59:59Z", -7200),
      ("America/Nuuk", "2050-03-27T01:00:00Z", -3600),
      ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000),
      ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400),
      ("America/New_York", "2450-07-04T12:00:00Z", -14_400),  // past the table's 400 years
      ("America/New_York", "3999-12-25T12:00:00Z", -18_000),
    ])
  func offset(zone: String, time: String, expected: Int) throws {
    #expect(try TimeZoneRules(identifier: zone).offset(at: instant(time)) == expected)
  }

  @Test("the rules repeat every 400 years", arguments: ["Europe/Berlin", "Asia/Gaza"])
  func cycle(zone: String) throws {
    let rules = try TimeZoneRules(identifier: zone)
    let cycle: Int64 = 146_097 * 86_400
    var time = try instant("2150-01-01T00:00:00Z").seconds
    for _ in 0..<40 {
      let segment = rules.segment(containing: time)
      let later = rules.segment(containing: time + 3 * cycle)
      #expect(later.start == segment.start + 3 * cycle && later.end == segment.end + 3 * cycle)
      #expect(later.offset == segment.offset && later.shift == segment.shift)
      time = segment.end
    }
  }

  @Test("segments follow one another without a hole and differ in offset", arguments: zones)
  func segments(zone: String) throws {
    let rules = try TimeZoneRules(identifier: zone)
    let end = try instant("2600-01-01T00:00:00Z").seconds
    var segment = rules.segment(containing: -1 << 59)
    while segment.end < end {
      let next = rules.segment(containing: segment.end)
      #expect(next.start == segment.end)
      #expect(next.offset - segment.offset == next.shift && next.shift != 0)
      #expect(rules.segment(containing: segment.end - 1) == segment)
      segment = next
    }
  }

  @Test(
    "a civil day starts at its first instant",
    arguments: [
      ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z"),
      ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),  // 00:00 is missing: 01:00
      ("America/Sao_Paulo", "2017-10-15", "2017-10-15T03:00:00Z"),
      ("America/Havana", "2024-11-03", "2024-11-03T04:00:00Z"),  // the first of two midnights
      ("Asia/Beirut", "2026-10-25", "2026-10-24T22:00:00Z"),  // 24:00 became 23:00
      ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),  // a day that never was
      ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
      ("Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00Z"),
    ])
  func start(zone: String, date: String, expected: String) throws {
    let day = try #require(CivilDate(date))
    #expect(try TimeZoneRules(identifier: zone).start(of: day).iso8601 == expected)
  }

  @Test(
    "the civil date is the local one",
    arguments: [
      ("Asia/Tokyo", "2026-06-01T15:30:00Z", "2026-06-02"),
      ("Pacific/Honolulu", "2026-06-01T09:59:59Z", "2026-05-31"),
      ("America/St_Johns", "1969-12-31T23:00:00Z", "1969-12-31"),
    ])
  func date(zone: String, time: String, expected: String) throws {
    let date = try TimeZoneRules(identifier: zone).date(at: instant(time))
    #expect(date.description == expected)
  }

  @Test("a local time is shown once, twice or, in a gap, never")
  func local() throws {
    let berlin = try TimeZoneRules(identifier: "Europe/Berlin")
    let gap = try instant("2026-03-29T01:00:00Z").seconds
    let overlap = try instant("2026-10-25T00:30:00Z").seconds
    #expect(berlin.instants(ofLocal: gap + 5400) == .never(gapEnd: gap, gapLength: 3600))
    #expect(berlin.instants(ofLocal: gap + 7200) == .once(gap))
    #expect(
      berlin.instants(ofLocal: overlap + 7200) == .twice(first: overlap, second: overlap + 3600))
    #expect(TimeZoneRules.utc.instants(ofLocal: 0) == .once(0))
  }

  @Test(
    "what cannot name a zone is refused before a file is opened",
    arguments: [
      "", "/", "/etc/localtime", "../../etc/passwd", "Europe/../Europe/Berlin", "Europe//Berlin",
      "Europe/", "./UTC", "zone.tab", "Europe/Berlin\0", "Europe/Berlin ", "-x", "Zürich",
      String(repeating: "A", count: 5000),
    ])
  func names(name: String) {
    #expect(throws: TimeZoneError.notAName(name)) { try TimeZoneRules(identifier: name) }
  }

  @Test("a zone is read anew once its file is another one, written to or replaced")
  func reload() throws {
    let folder = TemporaryFolder()
    let path = folder.appending("Here")
    let winter = try instant("2026-01-01T00:00:00Z")
    func write(_ zone: String) throws {
      let bytes = try Files.read(FilePath("/usr/share/zoneinfo/\(zone)"))
      try Files.replace(path, with: try #require(bytes))
    }
    try write("Europe/Berlin")
    let rules = try TimeZoneRules(identifier: "Here", directory: folder.path)
    #expect(try rules.reloaded() == nil)
    try write("Europe/Helsinki")
    #expect(rules.offset(at: winter) == 3600)
    let fresh = try #require(try rules.reloaded())
    #expect(fresh.offset(at: winter) == 7200 && fresh.identifier == "Here")
    #expect(try fresh.reloaded() == nil)
    try Files.replace(path, with: "no zone".utf8)
    #expect(throws: TimeZoneError.self) { try fresh.reloaded() }
    unlink(path.string)
    #expect(try fresh.reloaded() == nil, "a file that is missing for a moment changes nothing")
    #expect(try TimeZoneRules.utc.reloaded() == nil)
  }

  @Test("a file that is no time zone and a folder are refused by name")
  func otherFiles() throws {
    let folder = TemporaryFolder()
    try Files.replace(folder.appending("leapseconds"), with: "# list".utf8)
    #expect {
      try TimeZoneRules(identifier: "leapseconds", directory: folder.path)
    } throws: {
      "\($0)".hasSuffix(
        "is no time zone file that can be used: it does not say TZif where it should")
    }
    #expect(throws: TimeZoneError.region("Europe")) { try TimeZoneRules(identifier: "Europe") }
  }

  @Test("an unknown zone is named together with the nearest known one")
  func unknown() {
    #expect {
      try TimeZoneRules(identifier: "Europe/Belin")
    } throws: {
      "\($0)" == "there is no time zone Europe/Belin; did you mean Europe/Berlin?"
    }
    #expect {
      try TimeZoneRules(identifier: "GMT+25")
    } throws: {
      "\($0)".hasPrefix("there is no time zone GMT+25")
    }
    #expect(throws: TimeZoneError.region("Europe")) { try TimeZoneRules(identifier: "Europe") }
  }
}

private let zones = [
  "UTC", "Europe/Berlin", "Europe/Dublin", "Africa/Casablanca", "Asia/Gaza", "America/Nuuk",
  "Australia/Lord_Howe", "Pacific/Apia", "Antarctica/Troll", "America/St_Johns", "Pacific/Chatham",
]
