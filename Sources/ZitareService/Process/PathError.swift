public import ZitareBase

/// Why a program has no place for its files.
public enum PathError: ExitCodeProviding, Equatable, CustomStringConvertible {
  case noHome
  /// Another user has put the folder there, owns it or may write to it.
  case notPrivate(FilePath)

  public var exitCode: ExitCode {
    switch self {
    case .noHome: .configuration
    case .notPrivate: .noPermission
    }
  }

  public var description: String {
    switch self {
    case .noHome:
      "there is no home folder; set HOME, or the keys paths.state, paths.data and paths.cache"
    case .notPrivate(let folder):
      "\(folder) is not a folder of this user alone; remove it, or set XDG_RUNTIME_DIR"
    }
  }
}
