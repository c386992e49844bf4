import CXapian
import ZitareBase

/// Calls of the C face and what their statuses mean.
enum Xapian {
  /// The release series of the library, such as `1.4`: within one, formats and stemmers stay.
  static var series: String {
    String(cString: cx_version()).split(separator: ".").prefix(2).joined(separator: ".")
  }

  /// A status that is not `CX_OK`, with what Xapian said.
  struct Failure: Error {
    let status: cx_status
    let message: String

    /// The failure as seen by whoever asked for the index in this folder.
    func error(in folder: FilePath) -> SearchError {
      switch status {
      case CX_LOCKED: .locked(folder)
      case CX_MODIFIED: .modified(folder)
      case CX_EXHAUSTED: .exhausted(folder, reason: message)
      case CX_UNREACHABLE: .unreachable(folder, reason: message)
      case CX_CORRUPT, CX_NOT_FOUND: .unusable(folder, reason: message)
      case CX_NO_SPACE: .outOfSpace(folder, reason: message)
      default: .failed(folder, reason: message)
      }
    }
  }

  static func call(_ body: (_ message: UnsafeMutablePointer<cx_buffer>) -> cx_status)
    throws(Failure)
  {
    var message = cx_buffer()
    let status = body(&message)
    guard status == CX_OK else { throw Failure(status: status, message: taken(message)) }
  }

  /// The bytes as text; frees them.
  static func taken(_ buffer: cx_buffer) -> String {
    defer { cx_buffer_free(buffer) }
    return text(cx_slice(bytes: buffer.bytes, length: buffer.length))
  }

  static func text(_ slice: cx_slice) -> String {
    String(decoding: bytes(slice), as: UTF8.self)
  }

  static func bytes(_ slice: cx_slice) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: slice.bytes, count: slice.length)
  }

  static func withSlice<Result>(of text: String, _ body: (cx_slice) -> Result) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        body(cx_slice(bytes: $0.baseAddress, length: $0.count))
      }
    }
  }
}
