import Testing
import ZitareBase

@Suite("Timestamps")
struct TimestampTests {
  @Test(
    "an instant of RFC 3339 is read to the millisecond",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-03-29T01:00:00Z", 1_774_746_000_000),
      ("2026-03-29T03:00:00+02:00", 1_774_746_000_000), ("1969-12-31T23:59:59.999Z", -1),
      ("2026-03-29t01:00:00.5z", 1_774_746_000_500),
      ("2026-03-28 20:30:00-04:30", 1_774_746_000_000),
      ("2026-03-29T01:00:00.123456789Z", 1_774_746_000_123),
      ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ])
  func reads(text: String, milliseconds: Int64) {
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "2026-03-29", "2026-03-29T01:00Z", "2026-03-29T01:00:00", "2026-02-30T01:00:00Z",
      "2026-03-29T24:00:00Z", "2026-03-29T01:60:00Z", "2026-03-29T01:00:61Z",
      "2026-03-29T01:00:00.Z", "2026-03-29T01:00:00+0200", "2026-03-29T01:00:00+24:00",
      "2026-03-29T01:00:00Zx", "٢٠٢٦-03-29T01:00:00Z",
      "2026-03-29T01:00:00Z and then some more text",
    ])
  func refuses(text: String) { #expect(Timestamp(iso8601: text) == nil) }

  @Test(
    "an instant is written in whole seconds, with its offset where it has one",
    arguments: [
      (1_774_746_000_999, 0, "2026-03-29T01:00:00Z"), (-1, 0, "1969-12-31T23:59:59Z"),
      (1_774_746_000_000, 7200, "2026-03-29T03:00:00+02:00"),
      (1_774_746_000_000, -12_600, "2026-03-28T21:30:00-03:30"),
    ] as [(Int64, Int, String)])
  func writes(milliseconds: Int64, offset: Int, expected: String) {
    #expect(Timestamp(milliseconds: milliseconds).iso8601(offsetSeconds: offset) == expected)
  }

  @Test("durations are added and subtracted in milliseconds")
  func arithmetic() {
    let time = Timestamp(seconds: 10)
    #expect(time + .milliseconds(1500) == Timestamp(milliseconds: 11_500))
    #expect(time - .seconds(11) == Timestamp(seconds: -1))
    #expect(Timestamp(seconds: -1) - time == .seconds(-11))
    #expect(Timestamp(milliseconds: -1).seconds == -1)
    #expect(Duration.milliseconds(-1500).milliseconds == -1500)
  }
}
