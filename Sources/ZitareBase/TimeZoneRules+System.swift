import Glibc

extension TimeZoneRules {
  /// The name of the zone this machine or process is set to: `TZ` (also `:Area/City` and a path to
  /// the zone's file), the link `/etc/localtime`, `/etc/timezone`; `UTC` where none says one.
  ///
  /// It is asked anew at every call. What `TZ` says is returned even if it names no zone, so that
  /// the error of reading it can name it.
  public static func systemIdentifier() -> String {
    systemIdentifier(
      variable: getenv("TZ").map { String(cString: $0) }, link: "/etc/localtime",
      file: "/etc/timezone")
  }

  static func systemIdentifier(variable: String?, link: FilePath, file: FilePath) -> String {
    if let variable {
      let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
      return name.isEmpty ? "UTC" : zone(inPath: name) ?? name
    }
    if let target = target(of: link), let name = zone(inPath: target) { return name }
    // A missing or unreadable file leaves the zone unsaid, as the link did.
    let bytes = (try? Files.read(file, limit: 4096)) ?? []
    let line = bytes.prefix { $0 > UInt8(ascii: " ") }
    return line.isEmpty ? "UTC" : String(decoding: line, as: UTF8.self)
  }

  /// What follows the last `zoneinfo/` in the path of a zone's file.
  private static func zone(inPath path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo"), folder + 1 < parts.count else { return nil }
    return parts[(folder + 1)...].joined(separator: "/")
  }

  private static func target(of link: FilePath) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(link.string, &buffer, buffer.count)
    guard length >= 0 else { return nil }
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
