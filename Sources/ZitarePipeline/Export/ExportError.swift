public import ZitareBase
public import ZitareJobs

/// Why an export was not written; the old one stays as it was.
public enum ExportError: RetryAdvice, CustomStringConvertible {
  /// There is something in the folder that no export has put there; nil for a file in its place.
  case foreign(FilePath, file: String?)
  /// The folder holds an export of another kind.
  case other(FilePath, ExportTarget)
  /// The file system cannot let two folders change places.
  case noExchange(FilePath)
  /// The disk is full.
  case outOfSpace(FilePath, reason: String)
  /// The search index cannot be read.
  case index(reason: String, isTransient: Bool)

  public var isTransient: Bool {
    switch self {
    case .foreign, .other, .noExchange: false
    case .outOfSpace: true
    case .index(_, let isTransient): isTransient
    }
  }

  public var description: String {
    switch self {
    case .foreign(let folder, let file?):
      "\(folder) holds \(file), which is no part of an export; name an empty folder, a new one or "
        + "that of an earlier export"
    case .foreign(let folder, nil):
      "\(folder) is no folder; name an empty folder, a new one or that of an earlier export"
    case .other(let folder, let target):
      "\(folder) holds the export \(target.rawValue); give each its own folder"
    case .noExchange(let folder):
      "the file system of \(folder) cannot exchange two folders at once; name a folder on another "
        + "one, or remove this one before each export"
    case .outOfSpace(let folder, let reason):
      "\(folder): no space left, the export stays as it was (\(reason))"
    case .index(let reason, _): reason
    }
  }
}
