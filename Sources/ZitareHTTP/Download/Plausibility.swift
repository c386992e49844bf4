import ZitareBase

/// Whether an answer, or a file, can be what was asked for: servers, proxies and login pages put
/// pages and error texts in a file's place, and call that a success.
struct Plausibility {
  /// The media type that is expected, in lower case without parameters; nil for any.
  let type: String?

  /// So many of the first bytes tell.
  static let headBytes = 512

  init(type: String?) { self.type = type.map { Self.essence($0) } }

  /// What is wrong with an answer's media type, nil for nothing.
  func fault(contentType: String?) -> String? {
    guard let type, let sent = contentType.map({ Self.essence($0) }) else { return nil }
    guard Self.isText(sent), !Self.isSameKind(sent, type) else { return nil }
    return "the server sends \(sent) and not \(type)"
  }

  /// What is wrong with the file's first bytes, nil for nothing.
  func fault(firstBytes bytes: [UInt8]) -> String? {
    guard let type else { return nil }
    if let (name, isFound) = Self.signature(of: type), !isFound(bytes) {
      return "it does not begin like \(name)"
    }
    let text = String(decoding: bytes.drop { $0 <= 0x20 || $0 >= 0xef }.prefix(64), as: UTF8.self)
      .lowercased()
    if !Self.isPage(type), !type.hasSuffix("xml"),
      ["<!doctype html", "<html", "<error>"].contains(where: { text.hasPrefix($0) })
    {
      return "it begins like a page"
    }
    if Self.isMedia(type), ["{\"", "<?xml"].contains(where: { text.hasPrefix($0) }) {
      return "it begins like an error text"
    }
    return nil
  }

  private static func essence(_ type: String) -> String {
    String(type.prefix { $0 != ";" }.filter { $0 != " " }).lowercased()
  }

  private static func isPage(_ type: String) -> Bool {
    type == "text/html" || type == "application/xhtml+xml"
  }

  /// Whether servers answer errors in this type.
  private static func isText(_ type: String) -> Bool {
    isPage(type) || type == "application/json" || type.hasSuffix("+json")
      || type == "text/xml" || type == "application/xml" || type.hasSuffix("+xml")
  }

  private static func isSameKind(_ sent: String, _ expected: String) -> Bool {
    func kind(_ type: String) -> String {
      isPage(type) ? "html" : type.hasSuffix("json") ? "json" : type.hasSuffix("xml") ? "xml" : type
    }
    return kind(sent) == kind(expected)
  }

  private static func isMedia(_ type: String) -> Bool {
    ["video/", "audio/", "image/"].contains { type.hasPrefix($0) } && !type.hasSuffix("xml")
  }

  private typealias Signature = (name: String, isFound: ([UInt8]) -> Bool)

  private static func signature(of type: String) -> Signature? {
    func starting(_ start: [UInt8]) -> ([UInt8]) -> Bool { { $0.starts(with: start) } }
    switch type {
    case "video/mp4", "audio/mp4", "video/quicktime", "video/x-m4v":
      return ("an MP4 file", { bytes in bytes.count >= 8 && boxes.contains(Array(bytes[4..<8])) })
    case "video/x-matroska", "audio/x-matroska", "video/webm", "audio/webm":
      return ("a Matroska file", starting([0x1a, 0x45, 0xdf, 0xa3]))
    case "image/jpeg": return ("a JPEG image", starting([0xff, 0xd8, 0xff]))
    case "image/png": return ("a PNG image", starting([0x89, 0x50, 0x4e, 0x47]))
    case "application/gzip", "application/x-gzip": return ("a gzip file", starting([0x1f, 0x8b]))
    case "application/zip": return ("a zip archive", starting([0x50, 0x4b]))
    case "application/pdf": return ("a PDF document", starting(Array("%PDF".utf8)))
    case "application/json":
      return (
        "a JSON text",
        { bytes in
          // A byte order mark and spaces may go before.
          bytes.first { $0 > 0x20 && $0 < 0xbb }.map {
            Array("{[\"-0123456789tfn".utf8).contains($0)
          }
            ?? false
        }
      )
    default: return nil
    }
  }

  /// The kinds of box with which such files begin.
  private static let boxes = ["ftyp", "moov", "mdat", "free", "wide", "skip"].map { Array($0.utf8) }
}

extension PartFile {
  /// Looks at what the file begins with.
  func checkPlausibility(_ expected: Download.Expectation) throws(DownloadFault) {
    guard expected.type != nil else { return }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try firstBytes(Plausibility.headBytes)
    } catch {
      throw DownloadFault(error)
    }
    if let fault = Plausibility(type: expected.type).fault(firstBytes: bytes) {
      throw DownloadFault(.implausible(fault))
    }
  }
}
