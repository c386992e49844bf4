import ZitareBase

/// Why a form cannot be sent.
public struct MultipartError: Error, Equatable, CustomStringConvertible {
  /// The header whose name or value holds what no header may hold, such as a line end.
  public let header: String

  public var description: String {
    "the form's header \(header) holds characters that no header may hold"
  }
}

/// The parts of a form between their boundaries (RFC 2046 5.1.1, RFC 7578).
struct MultipartForm {
  private let parts: [MultipartPart]
  /// 128 random bits: no part holds it by chance, and nobody can guess it.
  private let boundary: String

  init(_ parts: [MultipartPart]) {
    self.parts = parts
    let digits = Array("0123456789abcdefghijklmnopqrstuv")
    boundary = "zitare-" + String((0..<26).map { _ in digits[Int.random(in: 0..<32)] })
  }

  func encoded() throws -> EncodedBody {
    var bodies: [HTTPBody] = []
    for part in parts {
      for file in part.content.files { try Files.checkReadable(file) }
      bodies += [.text(try head(of: part)), part.content, .text("\r\n")]
    }
    bodies.append(.text("--\(boundary)--\r\n"))
    return EncodedBody(
      .joined(bodies), contentType: "multipart/form-data; boundary=\(boundary)")
  }

  private func head(of part: MultipartPart) throws(MultipartError) -> String {
    var lines = ["--\(boundary)"]
    for field in part.headers {
      guard field.isValid else { throw MultipartError(header: field.name.percentEncoded()) }
      lines.append("\(field.name): \(field.value)")
    }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }
}
