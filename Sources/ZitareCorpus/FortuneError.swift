public import ZitareBase

/// Why a fortune origin could not be read at all.
public enum FortuneError: Error, Equatable, CustomStringConvertible {
  case missing(FilePath)
  /// A folder without a single text file.
  case empty(FilePath)
  /// Neither a regular file nor a folder.
  case notAFile(FilePath)
  case file(FileError)

  public var description: String {
    switch self {
    case .missing(let path): "\(path): no such file or folder"
    case .empty(let path): "\(path): the folder holds no fortune file"
    case .notAFile(let path): "\(path): neither a text file nor a folder"
    case .file(let error): error.description
    }
  }
}
