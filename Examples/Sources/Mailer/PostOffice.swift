import Synchronization
import ZitareBase
import ZitareJobs

/// Stands for the mail hosts of this world: what is sent arrives as a file.
final class PostOffice: Sendable {
  private struct Counters {
    var open: [String: Int] = [:]
    var mostAtOnce = 0
  }
  private let counters = Mutex(Counters())

  /// The most letters that were on their way to one host at the same time.
  var mostAtOnce: Int { counters.withLock { $0.mostAtOnce } }

  func deliver(_ text: [UInt8], to address: String, at path: FilePath, attempt: Int) async throws {
    guard let host = address.host else { throw PostError.noSuchAddress(address) }
    if host.hasPrefix("grey.") && attempt == 1 { throw PostError.greylisted(host) }
    counters.withLock { counters in
      counters.open[host, default: 0] += 1
      counters.mostAtOnce = max(counters.mostAtOnce, counters.open[host, default: 0])
    }
    defer { counters.withLock { $0.open[host, default: 0] -= 1 } }
    try await Task.sleep(for: .milliseconds(20))
    try Files.makeFolder(path.parent)
    try Files.replace(path, with: text)
  }
}

/// Why a host did not take a letter.
enum PostError: RetryAdvice, CustomStringConvertible {
  case noSuchAddress(String)
  /// The host turns away whom it does not know, and takes the same letter a little later.
  case greylisted(String)

  var isTransient: Bool {
    switch self {
    case .noSuchAddress: false
    case .greylisted: true
    }
  }

  var retryAfter: Duration? {
    switch self {
    case .noSuchAddress: nil
    case .greylisted: .milliseconds(200)
    }
  }

  var description: String {
    switch self {
    case .noSuchAddress(let address): "there is no address \(address)"
    case .greylisted(let host): "\(host) asks to come again later"
    }
  }
}

extension String {
  /// The part after the `@`.
  var host: String? {
    let parts = split(separator: "@")
    return parts.count == 2 ? String(parts[1]) : nil
  }
}
