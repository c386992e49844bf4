/// The name that a misspelt one was most likely meant to be, for the hint in an error.
///
/// At most a third of its characters may differ, upper and lower case are the same; of equally near
/// ones the first wins. Nil where none is near enough.
public func nearestName(to name: String, in names: some Sequence<String>) -> String? {
  let wanted = Array(name.prefix(100).lowercased())
  var best: (name: String, distance: Int)?
  for candidate in names {
    let distance = editDistance(wanted, Array(candidate.lowercased()))
    if distance <= max(1, wanted.count / 3), distance < best?.distance ?? Int.max {
      best = (candidate, distance)
    }
  }
  return best?.name
}

/// How many characters must be put in, taken out or replaced to get from one to the other
/// (Levenshtein).
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var row = Array(0...right.count)
  for (i, character) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in right.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[right.count]
}
