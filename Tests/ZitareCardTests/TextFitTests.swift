import Testing

@testable import ZitareCard

@Suite("The search for the size of a text")
struct TextFitTests {
  @Test(
    "finds the largest that fits, with as few looks as halving takes",
    arguments: [(28, 163, 28), (28, 163, 90), (28, 163, 163), (5, 5, 5)])
  func largest(low: Int, high: Int, limit: Int) {
    var looks = 0
    let found = TextPlace.largest(from: low, through: high) { size in
      looks += 1
      return size <= limit
    }
    #expect(found == limit && looks <= 9)
  }

  @Test("finds none where the smallest is too large")
  func none() {
    #expect(TextPlace.largest(from: 28, through: 163) { _ in false } == nil)
    #expect(TextPlace.largest(from: 28, through: 20) { _ in true } == nil)
  }
}
