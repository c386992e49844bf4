import TestSupport
import Testing
import ZitareBase
import ZitareJobs

@Suite("Triggers")
struct TriggerTests {
  @Test(
    "@every comes at whole intervals after its anchor, whatever clocks show",
    arguments: [
      ("@every 90m", "2026-03-28T22:00:00Z", "2026-03-28T23:30:00Z"),
      ("@every 90m", "2026-03-28T23:29:59.999Z", "2026-03-28T23:30:00Z"),
      ("@every 90m", "2026-03-28T23:30:00Z", "2026-03-29T01:00:00Z"),
      ("@EVERY 1d2h30m1s", "2026-03-28T22:00:00Z", "2026-03-30T00:30:01Z"),
      ("@every 24h", "2000-01-01T00:00:00Z", "2026-03-29T22:00:00Z"),  // never before the first one
      ("@every 7d", "2030-01-01T00:00:00Z", "2030-01-05T22:00:00Z"),
    ])
  func every(text: String, after: String, expected: String) throws {
    let trigger = try Schedule.Trigger(text, anchor: instant("2026-03-28T22:00:00Z"))
    let next = try #require(trigger.next(after: instant(after)))
    #expect(next.iso8601 == expected)
    #expect(trigger.last(through: next, after: try instant(after)) == next)
    #expect(trigger.previous(before: next + .milliseconds(1)) == next)
    #expect(trigger.next(after: Timestamp(milliseconds: .max)) == nil)
  }

  @Test("an interval has none of its times up to its anchor")
  func beforeAnchor() throws {
    let anchor = try instant("2026-03-28T22:00:00Z")
    let trigger = try Schedule.Trigger("@every 1h", anchor: anchor)
    #expect(trigger.previous(before: anchor + .seconds(3600)) == nil)
    #expect(trigger.last(through: anchor, after: Timestamp(seconds: 0)) == nil)
    #expect(trigger.description == "@every 1h")
  }

  @Test(
    "at means a local time once: after a gap, the first of two, as its offset says",
    arguments: [
      ("at 2026-06-01 12:00", "2026-06-01T12:00:00Z"),
      ("at 2026-06-01 12:00:30 Europe/Berlin", "2026-06-01T10:00:30Z"),
      ("AT 2026-03-29 02:30 Europe/Berlin", "2026-03-29T01:00:00Z"),
      ("at 2026-10-25T02:30 Europe/Berlin", "2026-10-25T00:30:00Z"),
      ("at 2026-10-25 02:30+01:00 Europe/Berlin", "2026-10-25T01:30:00Z"),
      ("at 2026-10-25T02:30:00Z", "2026-10-25T02:30:00Z"),
      ("at 2011-12-30 12:00 Pacific/Apia", "2011-12-30T10:00:00Z"),  // a day left out
    ])
  func at(text: String, expected: String) throws {
    let start = try instant("2000-01-01T00:00:00Z")
    let trigger = try Schedule.Trigger(text, anchor: start)
    let slot = try #require(trigger.next(after: start))
    #expect(slot.iso8601 == expected)
    #expect(trigger.next(after: slot) == nil)
    #expect(trigger.previous(before: slot) == nil)
    #expect(trigger.last(through: slot, after: start) == slot)
    #expect(trigger.description == "at \(expected)")
  }

  @Test("CRON_TZ names the zone before an expression, and the schedule's zone holds without it")
  func zone() throws {
    let berlin = try TimeZoneRules(identifier: "Europe/Berlin")
    let start = try instant("2026-01-01T00:00:00Z")
    let tokyo = try Schedule.Trigger("CRON_TZ=Asia/Tokyo  0 0 * * *", zone: berlin, anchor: start)
    #expect(tokyo.next(after: start)?.iso8601 == "2026-01-01T15:00:00Z")
    #expect(tokyo.description == "0 0 * * * Asia/Tokyo")
    let local = try Schedule.Trigger("@daily", zone: berlin, anchor: start)
    #expect(local.next(after: start)?.iso8601 == "2026-01-01T23:00:00Z")
    let hashed = try Schedule.Trigger("CRON_TZ=UTC H 0 * * *", name: "a", anchor: start)
    #expect(hashed.next(after: start) != nil)
  }

  @Test("a trigger follows its zone's file, and slots of other triggers hang on none")
  func reload() throws {
    let folder = TemporaryFolder()
    try Files.replace(
      folder.appending("Here"), with: try #require(try Files.read("/usr/share/zoneinfo/Asia/Tokyo"))
    )
    let zone = try TimeZoneRules(identifier: "Here", directory: folder.path)
    let trigger = Schedule.Trigger.cron(try CronExpression("0 0 * * *"), zone: zone)
    #expect(try trigger.reloaded() == nil)
    try Files.replace(
      folder.appending("Here"),
      with: try #require(try Files.read("/usr/share/zoneinfo/Asia/Kolkata")))
    let start = try instant("2026-01-01T00:00:00Z")
    #expect(trigger.next(after: start)?.iso8601 == "2026-01-01T15:00:00Z")
    let fresh = try #require(try trigger.reloaded())
    #expect(fresh.next(after: start)?.iso8601 == "2026-01-01T18:30:00Z")
    #expect(fresh.description == trigger.description)
    #expect(try fresh.reloaded() == nil)
    #expect(try Schedule.Trigger("@every 1h", anchor: start).reloaded() == nil)
  }

  @Test(
    "a slot is marked where clocks were changed",
    arguments: [
      ("30 2 * * *", "2026-03-29T01:00:00Z", "made up (02:30 does not exist)"),
      ("0 2,3 * * *", "2026-03-29T01:00:00Z", nil),  // 03:00 is a time of its own
      ("30 2 * * *", "2026-03-30T00:30:00Z", nil),
      ("30 2 * * *", "2026-10-25T00:30:00Z", "first of two 02:30"),
      ("30 * * * *", "2026-10-25T01:30:00Z", "second of two 02:30"),
      ("15 30 2 * * *", "2026-03-29T01:00:00Z", "made up (02:30:15 does not exist)"),
    ] as [(String, String, String?)])
  func marks(text: String, slot: String, expected: String?) throws {
    let berlin = try TimeZoneRules(identifier: "Europe/Berlin")
    let time = try instant(slot)
    let trigger = try Schedule.Trigger(text, zone: berlin, anchor: time)
    #expect(trigger.next(after: time - .seconds(1)) == time)
    #expect(trigger.mark(of: time).map { "\($0)" } == expected)
  }

  @Test("@reboot has no times of its own")
  func reboot() throws {
    let trigger = try Schedule.Trigger("@reboot", anchor: Timestamp(seconds: 0))
    #expect(trigger.next(after: Timestamp(seconds: 0)) == nil)
    #expect(trigger.previous(before: Timestamp(seconds: 0)) == nil)
    #expect(trigger.description == "@reboot")
  }

  @Test(
    "what is wrong with a trigger is shown where it stands",
    arguments: [
      ("@every 0s", "0s", 7, "an interval is 1s at least"),
      ("@every 1w", "1w", 7, "the units are s, m, h and d, as in 1h30m"),
      ("@every h", "h", 7, "an interval is numbers with the units s, m, h and d, as in 1h30m"),
      ("@every 1h 30m", "30m", 10, "nothing may follow here"),
      ("@reboot now", "now", 8, "nothing may follow here"),
      ("at 2026-02-30 12:00", "2026-02-30", 3, "there is no such date; write one as 2026-03-29"),
      (
        "at 2027-01-01", "2027-01-01", 3,
        "the time is missing; write one after the date, as in 02:30"
      ),
      ("at 2027-01-01 12:00 UTC x", "x", 24, "nothing may follow here"),
      ("at 2020-01-01 12:00", "2020-01-01", 3, "this has passed; write a time to come"),
      (
        "at 2027-01-01 12:00 Europe/Belin", "Europe/Belin", 20,
        "there is no time zone Europe/Belin; did you mean Europe/Berlin?"
      ),
      (
        "CRON_TZ=UTC 0 24 * * *", "24", 14,
        "hours go from 0 to 23, and midnight is hour 0 of the next day"
      ),
      (
        "CRON_TZ=UTC @every 5m", "@every", 12,
        "@every is no calendar; it stands alone, without CRON_TZ"
      ),
    ])
  func wrong(text: String, token: String, offset: Int, reason: String) throws {
    let now = try instant("2026-01-01T00:00:00Z")
    #expect {
      try Schedule.Trigger(text, anchor: now, now: now)
    } throws: {
      let error = $0 as? CronError
      return error?.token == token && error?.offset == offset && error?.reason == reason
    }
  }

  @Test("a text that is too long is quoted by its start only, whatever it begins with")
  func long() {
    for start in ["@every ", "at ", "CRON_TZ=", "CRON_TZ=UTC ", "@reboot "] {
      #expect {
        try Schedule.Trigger(
          start + String(repeating: "9", count: 99_999), anchor: Timestamp(seconds: 0))
      } throws: {
        "\($0)".count < 300
      }
    }
  }

  @Test(
    "a time that is none is refused",
    arguments: [
      "24:00", "12:60", "12", "12:00:61", "12:0", "12:00+25:00", "12:00+2", "1²:00", "noon",
      "12:00Zx",
    ])
  func noTime(text: String) {
    #expect {
      try Schedule.Trigger("at 2027-01-01 \(text)", anchor: Timestamp(seconds: 0))
    } throws: {
      ($0 as? CronError)?.token == text
    }
  }
}
