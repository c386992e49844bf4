import ZitareBase

/// Reads a body from its first byte to its last; only the loop's thread touches it.
final class BodyReader {
  private enum Part {
    case bytes([UInt8])
    case file(BodyFile)
    case stream(BodyStream)

    var length: Int64? {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .file(let file): file.size
      case .stream(let stream): stream.length
      }
    }
  }

  /// Of the whole body, nil where only its end will tell.
  let length: Int64?
  /// How many bytes have been read.
  private(set) var position: Int64 = 0
  private let parts: [Part]
  private let wake: @Sendable () -> Void
  private var started: [BodyStream] = []
  private var index = 0
  /// The position in the current part.
  private var offset: Int64 = 0
  private var descriptor: Descriptor?
  /// What is left of a stream's last chunk.
  private var chunk: ArraySlice<UInt8> = []

  /// - Parameter wake: called on any thread once there is something to read after there was nothing.
  init(_ body: HTTPBody, wake: @escaping @Sendable () -> Void) throws(Refusal) {
    var parts: [Part] = []
    do throws(FileError) {
      for part in body.parts {
        switch part {
        case .bytes(let bytes): parts.append(.bytes(bytes))
        case .file(let path): parts.append(.file(try BodyFile(path)))
        case .stream(let stream): parts.append(.stream(stream))
        }
      }
    } catch {
      throw Refusal(.file(error))
    }
    self.parts = parts
    self.wake = wake
    length = parts.reduce(Int64?(0)) { sum, part in
      sum.flatMap { sum in part.length.map { sum + $0 } }
    }
  }

  /// Ends the streams that have not ended.
  deinit {
    for stream in started { stream.stop() }
  }

  /// Starts the streams; to be called once, before the first byte is read.
  func start() throws(Refusal) {
    for case .stream(let stream) in parts {
      guard stream.start() else { throw Refusal(.body("it is a stream, which was sent before")) }
      started.append(stream)
    }
  }

  /// Reads on: a number of bytes, 0 at the end, nil where there is nothing yet.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Refusal) -> Int? {
    while index < parts.count {
      guard let count = try read(parts[index], into: buffer) else { return nil }
      if count > 0 {
        offset += Int64(count)
        position += Int64(count)
        return count
      }
      go(to: index + 1)
    }
    return 0
  }

  /// Goes back to the first byte; false where a stream has been read from.
  func rewind() -> Bool {
    if position == 0 { return true }
    for case .stream in parts { return false }
    position = 0
    go(to: 0)
    return true
  }

  private func go(to next: Int) {
    index = next
    offset = 0
    descriptor = nil
  }

  private func read(
    _ part: Part, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Refusal) -> Int? {
    switch part {
    case .bytes(let bytes):
      return Self.copy(bytes[Int(offset)...], to: buffer)
    case .file(let file):
      let opened: Descriptor
      if let descriptor { opened = descriptor } else { opened = try file.open() }
      descriptor = opened
      return try file.read(opened, at: offset, into: buffer)
    case .stream(let stream):
      guard try fill(from: stream) else { return nil }
      let count = Self.copy(chunk, to: buffer)
      chunk = chunk.dropFirst(count)
      return count
    }
  }

  /// Sees to it that the next bytes are in `chunk`, none at the end; false where they are not there
  /// yet.
  private func fill(from stream: BodyStream) throws(Refusal) -> Bool {
    if chunk.isEmpty {
      switch stream.take(wake: wake) {
      case .chunk(let bytes): chunk = bytes[...]
      case .nothing: return false
      case .failure(let reason): throw Refusal(.body(reason))
      case .end:
        if let length = stream.length, offset != length {
          throw Refusal(.body("it ended after \(offset) of \(length) bytes"))
        }
        return true
      }
    }
    guard let length = stream.length, offset + Int64(chunk.count) >= length else { return true }
    return try isEnd(of: stream, length, behind: offset + Int64(chunk.count))
  }

  /// Whether a stream ends where it should: its last chunk is sent only then.
  private func isEnd(
    of stream: BodyStream, _ length: Int64, behind end: Int64
  ) throws(Refusal) -> Bool {
    guard end == length else { throw Refusal(.body("it is longer than \(length) bytes")) }
    switch stream.take(wake: wake) {
    case .end: return true
    case .nothing: return false
    case .failure(let reason): throw Refusal(.body(reason))
    case .chunk: throw Refusal(.body("it is longer than \(length) bytes"))
    }
  }

  private static func copy(
    _ bytes: ArraySlice<UInt8>, to buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    let count = min(bytes.count, buffer.count)
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
    return count
  }
}
