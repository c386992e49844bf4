import Glibc
import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Asks an origin what it offers, without taking anything in.
struct ProbeCommand: Command {
  static let name = "probe"
  static let synopsis = "[ORIGIN]"
  static let summary = Text.probeSummary.message
  private let origin: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    origin = try arguments.optionalPositional("ORIGIN")
  }

  func run(in app: App<Services>) async throws {
    let folder = FilePath.workingFolder()
    let origins: [Origin]
    do {
      origins =
        try origin.map { [try Origin($0, relativeTo: folder)] }
        ?? Origins.read(app.configuration)
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
    var worst = ExitCode.success
    for origin in origins {
      let report = await OriginProbe(
        origin, cache: app.places.cache, userAgent: Version.generator
      ).run()
      if app.wantsJSON {
        try app.console.json(report)
      } else {
        for line in report.lines { app.console.line(line) }
      }
      if !report.isUsable { worst = .unavailable }
    }
    if worst != .success { throw CommandFailure(worst) }
  }
}

extension ProbeReport {
  /// The report for people, under the names that its JSON has.
  fileprivate var lines: [String] {
    let facts: [(String, String?)] = [
      ("id", id), ("isUsable", "\(isUsable)"), ("format", format.rawValue), ("file", file),
      ("version", version.map { "\($0)" }), ("bytes", bytes.map { "\($0)" }),
      ("generatedAt", generatedAt), ("declaredCount", declaredCount.map { "\($0)" }),
      ("count", count.map { "\($0)" }), ("skipped", skipped.map { "\($0)" }),
      ("tombstones", tombstones.map { "\($0)" }),
      ("scheduledDays", scheduledDays.map { "\($0)" }),
      ("masterData", masterData.isEmpty ? nil : masterData.joined(separator: ", ")),
    ]
    var lines = [address]
    lines += facts.compactMap { name, value in value.map { "  \(name): \($0)" } }
    for name in skippedNames ?? [] { lines.append("    \(name)") }
    let shares = (fields ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (field, share) in shares {
      lines.append("  field \(field): \((share * 1000).rounded() / 10) %")
    }
    for head in heads {
      lines.append("  \(head.file): \(head.status)")
      for (name, value) in head.headers.sorted(by: { $0.key < $1.key }) {
        lines.append("    \(name): \(value)")
      }
    }
    if let error { lines.append("  error: \(error)") }
    return lines
  }
}
