import Glibc
import ZitareBase

/// Writes the body of an answer with status 200 to a file.
final class FileSink: BodySink {
  typealias Progress = @Sendable (_ done: Int64, _ total: Int64?) -> Void

  /// A file with all of the body, not yet synced.
  struct Stored: Sendable {
    let descriptor: Descriptor
    let size: Int64
    let sha256: [UInt8]
  }

  let bufferSize = 512 << 10
  private let path: FilePath
  private let progress: Progress?
  // The loop's thread has them while the transfer runs, its caller before and after.
  nonisolated(unsafe) private var file: PartFile?
  nonisolated(unsafe) private var total: Int64?
  nonisolated(unsafe) private var lastProgress: SuspendingClock.Instant?

  init(_ path: FilePath, progress: Progress?) {
    self.path = path
    self.progress = progress
  }

  func begin(_ head: ResponseHead, from url: HTTPURL) throws(Refusal) -> Bool {
    guard head.status == 200 else { return false }
    do throws(FileError) { file = try PartFile(path) } catch { throw Refusal(.file(error)) }
    total = head.coding == .identity ? head.contentLength : nil
    return true
  }

  func pause(before count: Int, at now: SuspendingClock.Instant) -> BodyPause? { nil }

  func take(_ piece: UnsafeRawBufferPointer) throws(Refusal) {
    guard let file else { return }
    do throws(FileError) { try file.write(piece) } catch { throw Refusal(.file(error)) }
    let now = SuspendingClock.now
    if let lastProgress, now - lastProgress < .milliseconds(100) { return }
    lastProgress = now
    progress?(file.size, total)
  }

  /// The file, nil where the answer made none.
  func finish() -> Stored? {
    file.map { Stored(descriptor: $0.descriptor, size: $0.size, sha256: $0.digest()) }
  }

  /// Removes the file, also one that an earlier attempt has left.
  func discard() { unlink(path.string) }
}
