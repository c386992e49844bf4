import ZitareBase
import ZitareSearch

// bench-search INDEX QUERIES and|typing|typo LOOPS
// Answers each line of QUERIES from an index of quotations; prints the median and the 99th percentile
// in milliseconds, and how many of a hundred queries found something.

let words = CommandLine.arguments
guard words.count == 5, let loops = Int(words[4]) else { fatalError("see the source for usage") }

/// As `zitare` declares it: an index of another schema is refused.
let schema = SearchSchema(
  fields: [
    .text("author", prefix: "A", inBody: true, facet: 3),
    .text("source", prefix: "S", inBody: true, facet: 4),
    .text("theme", prefix: "K", facet: 5),
    .text("place", prefix: "XP"),
    .text("role", prefix: "XR"),
    .text("epoch", prefix: "XE", facet: 7),
    .keyword("language", prefix: "L", facet: 6),
    .number("date", slot: 0),
    .number("year", slot: 1),
    .number("length", slot: 2),
  ],
  version: 4)
let reader = SearchIndex(folder: FilePath(words[1]), schema: schema).reader()
let text = String(decoding: try Files.read(FilePath(words[2])) ?? [], as: UTF8.self)
let queries = text.split(separator: "\n").map { line in
  var query = SearchQuery(String(line))
  query.isTyping = words[3] == "typing"
  return query
}

var times: [Double] = []
var answered = 0
for loop in 0...loops {
  for query in queries {
    let start = ContinuousClock.now
    let hits = try reader.search(query).hits
    let time = start.duration(to: .now)
    if loop == 0 { continue }  // warms the caches
    times.append(Double(time.components.attoseconds) / 1e15)
    if !hits.isEmpty { answered += 1 }
  }
}
times.sort()
func shown(_ value: Double) -> String { "\(Double(Int(value * 1000)) / 1000)" }
print(
  shown(times[times.count / 2]), shown(times[times.count * 99 / 100]),
  shown(100 * Double(answered) / Double(times.count)))
