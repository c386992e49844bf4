import Testing
import ZitareBase

@Suite("Nearest names")
struct NearestNameTests {
  @Test(
    "a misspelt name is led to the nearest known one",
    arguments: [
      ("dayly", "daily"), ("DALY", "daily"), ("hourli", "hourly"), ("montly", "monthly"),
      ("fortnightly", nil), ("", nil), ("x", nil),
    ] as [(String, String?)])
  func nearest(name: String, expected: String?) {
    #expect(nearestName(to: name, in: ["daily", "hourly", "weekly", "monthly"]) == expected)
  }
}
