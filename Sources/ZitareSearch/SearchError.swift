public import ZitareBase

/// Why an index could not be read or written.
public enum SearchError: Error, CustomStringConvertible {
  /// Another process is writing to the index.
  case locked(FilePath)
  /// There is no index that could be read or updated; a rebuild makes one.
  case missing(FilePath)
  /// The index is there and cannot be used; a rebuild replaces it.
  case unusable(FilePath, reason: String)
  /// A database on another machine does not answer.
  case unreachable(FilePath, reason: String)
  /// Commits came faster than the reader could read.
  case modified(FilePath)
  /// The disk or the quota is full; the index is as it was.
  case outOfSpace(FilePath, reason: String)
  /// Memory or file descriptors are used up; the index is as it was.
  case exhausted(FilePath, reason: String)
  /// A call on the file system failed.
  case file(FileError)
  /// Xapian failed otherwise; the index is as it was.
  case failed(FilePath, reason: String)

  /// Whether the disk or the quota is full.
  public var isOutOfSpace: Bool {
    switch self {
    case .outOfSpace: true
    case .file(let error): error.isOutOfSpace
    case .locked, .missing, .unusable, .unreachable, .modified, .exhausted, .failed: false
    }
  }

  /// Whether the same call may succeed later without anybody's help.
  public var isTransient: Bool {
    switch self {
    case .locked, .modified, .outOfSpace, .exhausted, .unreachable: true
    case .file: isOutOfSpace
    case .missing, .unusable, .failed: false
    }
  }

  /// Whether `IndexWriter.reconcile` or `rebuild` is what helps.
  public var needsRebuild: Bool {
    switch self {
    case .missing, .unusable: true
    case .locked, .modified, .outOfSpace, .exhausted, .unreachable, .file, .failed: false
    }
  }

  public var description: String {
    switch self {
    case .locked(let folder):
      "\(folder): another process is writing to this index; try again when it has finished"
    case .missing(let folder):
      "\(folder): there is no index yet; it has to be built"
    case .unusable(let folder, let reason):
      "\(folder): this index cannot be used and has to be rebuilt (\(reason))"
    case .unreachable(let folder, let reason):
      "\(folder): the database does not answer (\(reason))"
    case .modified(let folder):
      "\(folder): the index changed again and again while it was read; try again"
    case .outOfSpace(let folder, let reason):
      "\(folder): no space left, the index stays as it was; free some and try again (\(reason))"
    case .exhausted(let folder, let reason):
      "\(folder): memory or file descriptors are used up, the index stays as it was; "
        + "end other programs or raise the limits (\(reason))"
    case .file(let error):
      error.description
    case .failed(let folder, let reason):
      "\(folder): \(reason)"
    }
  }
}

/// Runs a call on the file system and passes its failure on as a `SearchError`.
func files<Result: ~Copyable>(
  _ body: () throws(FileError) -> Result
) throws(SearchError) -> Result {
  do throws(FileError) { return try body() } catch { throw .file(error) }
}
