import ZitareHTTP

/// How the program ends; `Arguments.usage` says what each means.
enum ExitCode {
  static let usage: Int32 = 64

  static func of(_ file: Download.File) -> Int32 {
    switch file.proof {
    case .verified, .complete: 0
    case .unverified: 3
    }
  }

  static func of(_ error: DownloadError) -> Int32 {
    switch error.reason {
    case .http(let failure):
      switch failure.response?.status {
      case 401, 403: 77
      default: failure.isTransient ? 75 : 69
      }
    case .size, .digest, .implausible, .tooLarge: 65
    case .answer: 76
    case .file: 73
    case .outOfSpace: 74
    case .restartedTooOften, .busy, .source, .cancelled: 75
    }
  }
}
