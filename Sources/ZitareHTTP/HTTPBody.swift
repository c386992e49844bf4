public import ZitareBase

/// What a request sends: bytes, a file, a stream, or several of them one after the other.
///
/// Where its length is known the head tells it, otherwise it goes in chunks. A body that turns out
/// shorter or longer than that, and a file that changes while it is sent, end the call with
/// `HTTPError.Reason.body` before its last byte: the server does not take it for a whole one.
public struct HTTPBody: Sendable, ExpressibleByArrayLiteral {
  enum Part: Sendable {
    case bytes([UInt8])
    case file(FilePath)
    case stream(BodyStream)
  }

  let parts: [Part]

  public init(arrayLiteral elements: UInt8...) { parts = [.bytes(elements)] }

  private init(_ parts: [Part]) { self.parts = parts }

  public static func bytes(_ bytes: [UInt8]) -> HTTPBody { HTTPBody([.bytes(bytes)]) }

  public static func text(_ text: String) -> HTTPBody { .bytes(Array(text.utf8)) }

  /// A regular file, opened and measured anew each time it is sent.
  public static func file(_ path: FilePath) -> HTTPBody { HTTPBody([.file(path)]) }

  /// Several bodies one after the other.
  public static func joined(_ bodies: [HTTPBody]) -> HTTPBody { HTTPBody(bodies.flatMap(\.parts)) }

  /// Chunks as they come, which can be sent once only.
  ///
  /// The sequence is asked for the next chunk when the one before is on its way. Its task is
  /// cancelled when the call ends before it.
  ///
  /// - Parameter length: the number of bytes to come, nil where it is not known.
  public static func stream<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, length: Int64? = nil
  ) -> HTTPBody where Chunks.Element == [UInt8] {
    HTTPBody([.stream(BodyStream(chunks, length: length))])
  }

  /// Whether it can be sent again, for a redirect or after a failure.
  public var isReplayable: Bool {
    parts.allSatisfy {
      switch $0 {
      case .bytes, .file: true
      case .stream: false
      }
    }
  }

  /// The number of its bytes, files as they are now; nil where only the end will tell.
  public var length: Int64? {
    get throws(FileError) {
      var sum: Int64 = 0
      for part in parts {
        switch part {
        case .bytes(let bytes): sum += Int64(bytes.count)
        case .file(let path): sum += try BodyFile(path).size
        case .stream(let stream):
          guard let length = stream.length else { return nil }
          sum += length
        }
      }
      return sum
    }
  }
}
