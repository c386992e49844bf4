import CrashJobs
import Glibc
import ZitareBase

/// One process of a crash test: `crash-worker FOLDER work|once|enqueue|stress|transact|schedule|care KEY=VALUE…`.
var options: [String: Int] = [:]
for word in CommandLine.arguments.dropFirst(3) {
  let parts = word.split(separator: "=")
  options[String(parts[0])] = Int(parts[1])
}
let task = CrashTask(CrashFolder(FilePath(CommandLine.arguments[1])), options)
do {
  try await task.perform(CommandLine.arguments[2])
} catch {
  let text = Array("\(error)\n".utf8)
  write(STDERR_FILENO, text, text.count)
  exit(1)
}
