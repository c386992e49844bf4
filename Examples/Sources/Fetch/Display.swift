import Glibc
import ZitareHTTP

/// Shows on standard error what happens: as a bar on a terminal, as lines elsewhere.
struct Display {
  private let isTerminal = isatty(2) == 1

  func show(_ event: DownloadEvent) {
    switch event {
    case .attempt(_, let offset, let url):
      if offset > 0 { line("going on at \(Self.bytes(offset)) from \(url)") }
    case .restarted(let lost, let count, let reason):
      line("from the start (\(count)), \(Self.bytes(lost)) are fetched again: \(reason)")
    case .checking(let size): line("reading \(Self.bytes(size)) that are here already")
    case .waiting(let wait, let reason): line("waiting \(Self.seconds(wait)): \(reason)")
    case .progress(let progress): if isTerminal { print(error: "\r\(Self.bar(progress))\u{1b}[K") }
    }
  }

  /// Ends the bar and writes a line.
  func line(_ text: String) {
    print(error: isTerminal ? "\r\u{1b}[K\(text)\n" : "\(text)\n")
  }

  static func bar(_ progress: DownloadProgress) -> String {
    let rate = progress.bytesPerSecond.map { "  \(bytes(Int64($0)))/s" } ?? ""
    guard let total = progress.total, total > 0 else { return bytes(progress.received) + rate }
    let share = min(1, Double(progress.received) / Double(total))
    let full = Int(share * 30)
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: 30 - full)
    let left = progress.remaining.map { "  \(seconds($0)) left" } ?? ""
    return
      "\(Int(share * 100)) % [\(bar)] \(bytes(progress.received)) of \(bytes(total))\(rate)\(left)"
  }

  static func bytes(_ count: Int64) -> String {
    var value = Double(count)
    for unit in ["B", "KiB", "MiB", "GiB"] {
      if value < 1024 { return unit == "B" ? "\(count) B" : "\(tenths(value)) \(unit)" }
      value /= 1024
    }
    return "\(tenths(value)) TiB"
  }

  static func seconds(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    switch seconds {
    case ..<10: return "\(tenths(duration / .seconds(1))) s"
    case ..<120: return "\(seconds) s"
    case ..<7200: return "\(seconds / 60) min"
    default: return "\(seconds / 3600) h"
    }
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

func print(error text: String) {
  var text = text
  text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
}
