/// Why the rules of a time zone could not be read.
public enum TimeZoneError: Error, Equatable, CustomStringConvertible {
  /// The text cannot name a zone, as `../../etc/passwd`; no file was touched.
  case notAName(String)
  case unknown(String, directory: FilePath, nearest: String?)
  /// A folder of zones, as `Europe`.
  case region(String)
  case malformed(FilePath, reason: String)
  case unreadable(FileError)

  public var description: String {
    switch self {
    case .notAName(let name):
      "\(name.prefix(80).debugDescription) is not a time zone name; write one such as Europe/Berlin"
    case .unknown(let name, let directory, nil):
      "there is no time zone \(name) in \(directory); write a name such as Europe/Berlin, or "
        + "Etc/GMT-1 for one hour east of Greenwich"
    case .unknown(let name, _, let nearest?):
      "there is no time zone \(name); did you mean \(nearest)?"
    case .region(let name):
      "\(name) is a region, not a time zone; write one of its places, as in Europe/Berlin"
    case .malformed(let path, let reason):
      "\(path) is no time zone file that can be used: \(reason)"
    case .unreadable(let error):
      "the time zone cannot be read: \(error)"
    }
  }
}
