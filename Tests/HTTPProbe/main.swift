import Glibc

/// `http-probe resolve` or `http-probe load URL COUNT`: prints what it has measured.
let arguments = CommandLine.arguments
do {
  switch arguments.dropFirst().first {
  case "resolve": try await cancelWhileResolving()
  case "load": try await load(arguments[2], Int(arguments[3]) ?? 0)
  default: exit(64)
  }
} catch {
  print("\(error)")
  exit(1)
}
