import Glibc
import ZitareBase

/// `http-probe resolve`, `load URL COUNT` or `download URL FILE [wait]`: prints what it has measured or
/// what happened; `http-probe get URL AUTHORITIES`: prints what becomes of a call.
let arguments = CommandLine.arguments
do {
  switch arguments.dropFirst().first {
  case "resolve": try await cancelWhileResolving()
  case "load": try await load(arguments[2], Int(arguments[3]) ?? 0)
  case "download":
    try await fetch(arguments[2], to: arguments[3], waits: arguments.last == "wait")
  case "get": try await get(arguments[2], authorities: FilePath(arguments[3]))
  default: exit(64)
  }
} catch {
  print("\(error)")
  exit(1)
}
