public import ZitareBase

/// Where a corpus comes from: a web address, a snapshot on disk or fortune files.
public struct Origin: Hashable, Sendable {
  public enum Location: Hashable, Sendable {
    /// A fortune file, or a folder of them.
    case fortune(FilePath)
    /// A snapshot in the wire format.
    case file(FilePath)
    /// The address of a snapshot, `http` or `https`.
    case web(WebAddress)
  }

  public let location: Location

  /// Derived from the location, so that it names the same quotations at every run.
  ///
  /// Computed when it is asked for: that of files takes a SHA-256, and libcrypto a millisecond to start.
  public var id: OriginID {
    switch location {
    case .fortune(let path): Self.id(prefix: "fortune", of: path)
    case .file(let path): Self.id(prefix: "file", of: path)
    case .web(let address): address.originID
    }
  }

  /// The origin used where none is configured.
  public static let standardAddress = "https://zitare.com/index-full.json"

  /// The server of its API.
  public static let standardAPI = "https://zitare-api.mana.how"

  /// Longer texts are refused.
  static let lengthLimit = 2048

  /// Reads `fortune:PATH`, `file:PATH`, `file:///PATH`, `https://…` or `http://…`.
  ///
  /// A relative path is taken from `folder`, which is where the program was started or, for an entry
  /// of a configuration, the folder of its file.
  public init(_ text: String, relativeTo folder: FilePath) throws(OriginError) {
    guard text.utf8.count <= Self.lengthLimit else { throw .tooLong(limit: Self.lengthLimit) }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
      throw .controlCharacter
    }
    guard let colon = text.firstIndex(of: ":") else { throw .noScheme(WebAddress.redacted(text)) }
    let rest = String(text[text.index(after: colon)...])
    switch text[..<colon].lowercased() {
    case "fortune":
      location = .fortune(try Self.path(rest, relativeTo: folder))
    case "file":
      location = .file(try Self.path(Self.pathPart(ofFileURL: rest), relativeTo: folder))
    case "http", "https":
      location = .web(try WebAddress(text))
    case let scheme: throw .unknownScheme(String(scheme.prefix(40)))
    }
  }

  /// The site whose pages show single quotations, without a slash at its end; only https sites count.
  public var site: String? {
    guard case .web(let address) = location, address.isSecure else { return nil }
    return "https://\(address.authority)"
  }

  /// The server that takes submissions, without a slash at its end: the origin's own host but for
  /// zitare.com; nil for files.
  public var api: String? {
    guard case .web(let address) = location else { return nil }
    if address.isSecure && address.authority == "zitare.com" { return Self.standardAPI }
    return "\(address.isSecure ? "https" : "http")://\(address.authority)"
  }

  private static func path(
    _ text: String, relativeTo folder: FilePath
  ) throws(OriginError) -> FilePath {
    guard !text.isEmpty else { throw .noPath }
    var text = text
    while text.count > 1, text.hasSuffix("/") { text.removeLast() }
    return text.hasPrefix("/") ? FilePath(text) : folder.appending(text)
  }

  /// `///path` and `//localhost/path` name a file of this machine (RFC 8089).
  private static func pathPart(ofFileURL rest: String) throws(OriginError) -> String {
    guard rest.hasPrefix("//") else { return rest }
    let authority = rest.dropFirst(2).prefix { $0 != "/" }
    guard authority.isEmpty || authority == "localhost" else {
      throw .foreignHost(String(authority.prefix(80)))
    }
    let path = String(rest.dropFirst(2 + authority.count))
    guard let decoded = path.percentDecoded else { throw .badEscape }
    return decoded
  }

  /// Two files of one name get different ids: six digits of the path's SHA-256 tell them apart.
  private static func id(prefix: String, of path: FilePath) -> OriginID {
    let digits = SHA256.digest(path.string.utf8).prefix(3).hexadecimal
    return OriginID(named: "\(prefix)-\(path.lastComponent)", digits: digits)
  }
}

extension Origin: CustomStringConvertible {
  /// The location without user names, passwords and the values of a query.
  public var description: String {
    switch location {
    case .fortune(let path): "fortune:\(path)"
    case .file(let path): "file:\(path)"
    case .web(let address): address.description
    }
  }
}

/// Why a text names no origin; it never repeats what may be a secret.
public enum OriginError: Error, Equatable, CustomStringConvertible {
  case tooLong(limit: Int)
  case controlCharacter
  case noScheme(String)
  case unknownScheme(String)
  case noPath
  case badEscape
  case foreignHost(String)
  case noHost
  case badHost
  case badPort
  case userInformation

  public var description: String {
    switch self {
    case .tooLong(let limit): "an origin is at most \(limit) bytes long"
    case .controlCharacter: "an origin holds no control characters"
    case .noScheme(let text):
      "\(text) is no origin: it begins with fortune:, file:, https:// or http://"
    case .unknownScheme(let scheme):
      "\(scheme): is no kind of origin; there are fortune:, file:, https:// and http://"
    case .noPath: "the origin names no path after its colon"
    case .badEscape: "the origin has a % that two hexadecimal digits do not follow"
    case .foreignHost(let host):
      "a file: origin lies on this machine and not on \(host); write file:///path"
    case .noHost: "the origin names no host after //"
    case .badHost: "the origin's host has characters that no host name has"
    case .badPort: "the origin's port is not a number from 1 to 65535"
    case .userInformation:
      "the origin holds a user name or password before @; credentials do not belong in addresses"
    }
  }
}

extension OriginID {
  /// Makes a name of any text: what a name can't hold becomes a hyphen, digits are put behind it.
  init(named text: String, digits: String?) {
    var bytes: [UInt8] = []
    for byte in text.lowercased().utf8.prefix(80) {
      let allowed = Self.isNameByte(byte)
      if allowed || bytes.last != UInt8(ascii: "-") {
        bytes.append(allowed ? byte : UInt8(ascii: "-"))
      }
    }
    let trimmed = bytes.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    let name = trimmed.isEmpty ? "origin" : String(decoding: trimmed, as: UTF8.self)
    self.init(stringLiteral: digits.map { "\(name)-\($0)" } ?? name)
  }
}
