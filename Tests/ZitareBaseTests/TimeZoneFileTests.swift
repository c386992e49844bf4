import TestSupport
import Testing

@testable import ZitareBase

@Suite("Time zone files")
struct TimeZoneFileTests {
  @Test(
    "a footer's offsets count east and its changes are local times",
    arguments: [
      Footer("CET-1CEST,M3.5.0,M10.5.0/3", 2040, "2040-03-25T01:00:00Z", "2040-10-28T01:00:00Z"),
      Footer("IST-1GMT0,M10.5.0,M3.5.0/1", 2040, "2040-03-25T01:00:00Z", "2040-10-28T01:00:00Z"),
      Footer(
        "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2040, "2040-03-31T15:00:00Z",
        "2040-10-06T15:30:00Z"),
      Footer(
        "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2040, "2040-03-25T01:00:00Z", "2040-10-28T01:00:00Z"),
      Footer("EET-2EEST,M4.5.5/0,M10.5.4/24", 2040, "2040-04-26T22:00:00Z", "2040-10-25T21:00:00Z"),
      Footer(
        "EET-2EEST,M3.4.4/50,M10.4.4/50", 2040, "2040-03-24T00:00:00Z", "2040-10-26T23:00:00Z"),
      Footer(
        "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45", 2040, "2040-03-31T14:00:00Z",
        "2040-09-29T14:00:00Z"),
      Footer("AAA0BBB,J60/0,365/12:30:15", 2040, "2040-03-01T00:00:00Z", "2040-12-31T11:30:15Z"),
      Footer("AAA0BBB,59,J365", 2041, "2041-03-01T02:00:00Z", "2041-12-31T01:00:00Z"),
    ])
  func footer(case test: Footer) throws {
    let footer = try #require(TimeZoneFooter(Array(test.text.utf8)))
    let daylight = try #require(footer.daylight)
    let times = footer.transitions(of: daylight, in: test.year).map {
      Timestamp(seconds: $0.time).iso8601
    }
    #expect(times == [test.first, test.second])
  }

  struct Footer: Sendable {
    let text: String
    let year: Int
    let first: String
    let second: String

    init(_ text: String, _ year: Int, _ first: String, _ second: String) {
      self.text = text
      self.year = year
      self.first = first
      self.second = second
    }
  }

  @Test("daylight saving time may last all year")
  func allYear() throws {
    let bytes = file(footer: "EST5EDT,0/0,J365/25")
    let table = try TimeZoneTable(TimeZoneFile(bytes))
    #expect(table.segment(containing: 4_000_000_000).offset == -14_400)
    #expect(table.segment(containing: 4_000_000_000).end > 1 << 50)
  }

  @Test(
    "a footer that is incomplete or out of range is refused",
    arguments: [
      "CE-1", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
      "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0/168,M10.5.0",
      "CET-1CEST,M3.5.0,M10.5.0,", "<+01-1", "CET-99", "CET-1CEST,J0,J1", "CET-1:60",
      "CET-1CEST,366,1", "CET-99999999999999999999",
    ])
  func badFooter(text: String) {
    #expect(TimeZoneFooter(Array(text.utf8)) == nil)
    #expect(throws: TimeZoneFile.Malformed.self) { try TimeZoneFile(file(footer: text)) }
  }

  @Test("a file cut short at any byte is refused or read as far as it is whole")
  func truncated() throws {
    let path: FilePath = "/usr/share/zoneinfo/Europe/Berlin"
    let bytes = try #require(try Files.read(path))
    for count in bytes.indices {
      #expect(throws: TimeZoneFile.Malformed.self) { try TimeZoneFile(Array(bytes[..<count])) }
    }
  }

  @Test("a file with any one byte changed is refused or read, never a crash")
  func damaged() throws {
    let bytes = try #require(try Files.read("/usr/share/zoneinfo/Europe/Berlin"))
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0xff
      guard let file = try? TimeZoneFile(damaged) else { continue }
      let segment = TimeZoneTable(file).segment(containing: 1_800_000_000)
      #expect(segment.start <= 1_800_000_000 && segment.end > 1_800_000_000)
    }
  }

  @Test("files of version 1, with leap seconds or without zone data are refused")
  func refused() throws {
    var first = file(footer: "UTC0")
    first[4] = 0
    #expect(throws: TimeZoneFile.Malformed.self) { try TimeZoneFile(first) }
    #expect(throws: TimeZoneFile.Malformed.self) { try TimeZoneFile(file(leapSeconds: 1)) }
    #expect(throws: TimeZoneFile.Malformed.self) { try TimeZoneFile(Array("# tzdata".utf8)) }
    #expect(throws: TimeZoneFile.Malformed.self) { try TimeZoneFile([]) }
  }

  @Test(
    "the system's zone is TZ, then the link, then the file",
    arguments: [
      (":Asia/Tokyo", "Europe/Berlin", "Asia/Tokyo"), ("Asia/Tokyo", nil, "Asia/Tokyo"),
      ("", "Europe/Berlin", "UTC"), ("/usr/share/zoneinfo/Asia/Tokyo", nil, "Asia/Tokyo"),
      (":/usr/share/zoneinfo/Asia/Tokyo", nil, "Asia/Tokyo"), ("No/Such", nil, "No/Such"),
      (nil, "Europe/Berlin", "Europe/Berlin"), (nil, nil, "America/Lima"),
    ] as [(String?, String?, String)])
  func system(variable: String?, link: String?, expected: String) throws {
    let folder = TemporaryFolder()
    let path = folder.appending("localtime")
    if let link { try makeLink(path, to: "../usr/share/zoneinfo/" + link) }
    try Files.replace(folder.appending("timezone"), with: "America/Lima\n".utf8)
    let name = TimeZoneRules.systemIdentifier(
      variable: variable, link: path, file: folder.appending("timezone"))
    #expect(name == expected)
  }

  @Test("a machine that names no zone runs on UTC")
  func noZone() {
    #expect(TimeZoneRules.systemIdentifier(variable: nil, link: "/none", file: "/none") == "UTC")
  }

  /// A file of one type of time and no transitions.
  private func file(footer: String = "UTC0", leapSeconds: UInt8 = 0) -> [UInt8] {
    func header(_ counts: [UInt8]) -> [UInt8] {
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { [0, 0, 0, $0] }
    }
    let type: [UInt8] = [0, 0, 0, 0, 0, 0]
    let leaps = [UInt8](repeating: 0, count: Int(leapSeconds) * 12)
    return header([0, 0, 0, 0, 1, 4]) + type + Array("UTC\0".utf8)
      + header([0, 0, leapSeconds, 0, 1, 4]) + type + Array("UTC\0".utf8) + leaps
      + Array("\n\(footer)\n".utf8)
  }
}
