import FoundationEssentials
import ZitareBase
import ZitareHTTP

/// What `--json` writes, one object to a line.
struct Record: Encodable {
  var event: String
  var state: String?
  var path: String?
  var size: Int64?
  var sha256: String?
  var attempts: Int?
  var restarts: Int?
  var offset: Int64?
  var total: Int64?
  var bytesPerSecond: Double?
  var seconds: Double?
  var url: String?
  var reason: String?
  var kept: Int64?

  init(_ file: Download.File) {
    event = "end"
    state = file.proof.rawValue
    path = file.path.string
    size = file.size
    sha256 = file.sha256.hexadecimal
    attempts = file.attempts
    restarts = file.restarts
  }

  init(_ error: DownloadError) {
    event = "end"
    state = "failed"
    path = error.destination.string
    reason = error.description
    kept = error.kept
  }

  init(_ happening: DownloadEvent) {
    switch happening {
    case .attempt(let number, let offset, let url):
      event = "attempt"
      attempts = number
      self.offset = offset
      self.url = url
    case .restarted(let lost, let count, let reason):
      event = "restarted"
      size = lost
      restarts = count
      self.reason = reason
    case .checking(let size):
      event = "checking"
      self.size = size
    case .progress(let progress):
      event = "progress"
      size = progress.received
      total = progress.total
      bytesPerSecond = progress.bytesPerSecond
    case .waiting(let wait, let reason):
      event = "waiting"
      seconds = wait / .seconds(1)
      self.reason = reason
    }
  }

  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("plain values") }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
