extension Sequence<String> {
  /// The entry that `word` is most likely a slip of: at most a third of its letters differ.
  func nearest(to word: String) -> String? {
    let limit = Swift.max(1, word.count / 3)
    let ranked = map { (entry: $0, distance: $0.distance(to: word)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit else {
      return nil
    }
    return best.entry
  }
}

extension String {
  /// How many letters must be added, removed, replaced or swapped with their neighbour to get from
  /// one word to the other (optimal string alignment).
  func distance(to other: String) -> Int {
    let left = Array(self)
    let right = Array(other)
    var before: [Int] = []
    var above = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let same = left[row] == right[column]
        var cost = Swift.min(
          above[column] + (same ? 0 : 1), above[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = Swift.min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      (before, above) = (above, current)
    }
    return above[right.count]
  }
}
