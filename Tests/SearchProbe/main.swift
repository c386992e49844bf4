import Glibc
import ZitareBase
import ZitareSearch

/// One process of a crash test: `search-probe INDEX change|once|read|look|fill KIND`.
do {
  let probe = try Probe(
    FilePath(CommandLine.arguments[1]), kind: Probe.Kind(rawValue: CommandLine.arguments[3]))
  switch CommandLine.arguments[2] {
  case "change": try probe.changeForever()
  case "once": try probe.changeOnce()
  case "read": try probe.readForever()
  case "look": try probe.look()
  case "fill": try probe.fillDisk()
  default: throw ProbeError("no such task")
  }
} catch {
  Probe.say("\(error)", to: STDERR_FILENO)
  exit(1)
}
