import ZitareBase
import ZitareJobs
import ZitareSQLite

/// Measures one operation of the job store: `bench-queue FOLDER OPERATION sync=FULL n=20000 …`.
///
/// `prepare` makes the store with `n` jobs and `history` finished ones; the others work on it:
/// `enqueue` (by `callers` that each wait, `batch` jobs per call), `claim`, `fused`, `batch`,
/// `worker` and `latency`.
let words = CommandLine.arguments
guard words.count >= 3 else { fatalError("bench-queue FOLDER OPERATION KEY=VALUE…") }
var numbers = ["n": 20_000, "callers": 1, "batch": 1, "history": 0]
var durability = Connection.Durability.full
for word in words.dropFirst(3) {
  let parts = word.split(separator: "=").map { String($0) }
  if parts[0] == "sync" {
    durability = parts[1] == "FULL" ? .full : .normal
  } else {
    numbers[parts[0]] = Int(parts[1])
  }
}
let bench = QueueBench(
  folder: FilePath(words[1]), durability: durability, count: numbers["n"] ?? 0,
  callers: numbers["callers"] ?? 1, batch: numbers["batch"] ?? 1)
switch words[2] {
case "prepare": try await bench.prepare(history: numbers["history"] ?? 0)
case "enqueue": print(try await bench.enqueue())
case "claim": print(try await bench.claim(isFused: false))
case "fused": print(try await bench.claim(isFused: true))
case "batch": print(try await bench.claimBatches())
case "worker": print(try await bench.work())
case "latency": print(try await bench.latency())
default: fatalError("no operation \(words[2])")
}
