import ZitareHTTP

/// How the program ends; `Arguments.usage` says what each means.
enum ExitCode {
  static let usage: Int32 = 64
  static let unproven: Int32 = 3
  static let unwritable: Int32 = 73

  static func of(_ file: Download.File) -> Int32 {
    switch file.proof {
    case .verified, .complete: 0
    case .unverified: unproven
    }
  }

  static func of(_ error: HTTPError) -> Int32 {
    switch error.reason {
    case .file: 66
    case .status(let response) where [401, 403].contains(response.status): 77
    default: error.isTransient ? 75 : 69
    }
  }

  static func of(_ error: DownloadError) -> Int32 {
    switch error.reason {
    case .http(let failure): of(failure)
    case .size, .digest, .implausible, .tooLarge: 65
    case .answer: 76
    case .file: unwritable
    case .outOfSpace: 74
    case .restartedTooOften, .busy, .source, .cancelled: 75
    }
  }
}
