public import ZitareBase

/// One part of a form: headers in their order, and content.
public struct MultipartPart: Sendable {
  public let headers: HTTPHeaders
  public let content: HTTPBody

  public init(headers: HTTPHeaders, content: HTTPBody) {
    self.headers = headers
    self.content = content
  }

  /// A field with a value.
  public init(name: String, value: String) {
    self.init(
      headers: ["Content-Disposition": "form-data; name=\(name.quotedName)"],
      content: .text(value))
  }

  /// A field with a file from the disk, sent under its own name and type unless others are given.
  public init(
    name: String, file: FilePath, filename: String? = nil, contentType: String? = nil
  ) {
    self.init(
      name: name, filename: filename ?? file.lastComponent, content: .file(file),
      contentType: contentType)
  }

  /// A field with a file, wherever its content comes from.
  ///
  /// - Parameter contentType: nil for what the end of the file's name says.
  public init(name: String, filename: String, content: HTTPBody, contentType: String? = nil) {
    let disposition =
      "form-data; name=\(name.quotedName); filename=\(filename.quotedForDisposition)"
    self.init(
      headers: [
        "Content-Disposition": disposition,
        "Content-Type": contentType ?? MediaType.named(by: filename),
      ],
      content: content)
  }
}

extension String {
  /// A field's name as browsers write it: line ends are CRLF first (HTML 4.10.21.8).
  fileprivate var quotedName: String {
    let lines = replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return lines.replacing("\n", with: "\r\n").quotedForDisposition
  }

  /// The text in quotation marks, without what would end them or the line.
  fileprivate var quotedForDisposition: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
