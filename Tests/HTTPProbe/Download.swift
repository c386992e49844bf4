import Glibc
import ZitareBase
import ZitareHTTP

/// Downloads at 1 MiB/s with many checkpoints and prints what happens, how it ended at last.
///
/// Each event but progress is a line. Waits take no time.
///
/// - Parameter waits: whether a full disk is waited for.
func fetch(_ url: String, to path: String, waits: Bool) async throws {
  let count = Mutex(0)
  var configuration = HTTPClient.Configuration()
  configuration.sleep = { _ in
    let isTooOften = count.withLock { count in
      count += 1
      return count > 20
    }
    if isTooOften { throw CancellationError() }
  }
  var download = Download(from: [try HTTPURL(url)], to: FilePath(path))
  download.checkpointBytes = 64 << 10
  download.rateLimit = RateLimit(bytesPerSecond: 1 << 20)  // a checkpoint ends before the next
  download.waitsForSpace = waits
  do throws(DownloadError) {
    let result = try await HTTPClient(configuration).download(download) { event in
      switch event {
      case .attempt(_, let offset, _): print("attempt \(offset)")
      case .restarted(let lost, _, _): print("restarted \(lost)")
      case .waiting: print("waiting")
      case .checking, .progress: break
      }
    }
    guard case .file(let file) = result else { preconditionFailure("no version was named") }
    print("file \(file.size)")
  } catch {
    print("kept \(error.kept)\n\(error)")
  }
}
