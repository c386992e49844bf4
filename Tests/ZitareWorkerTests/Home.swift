import Glibc
import TestSupport
import ZitareBase

/// Folders of a user of `zitare`, and runs of the real program in them.
struct Home {
  let folder: TemporaryFolder
  var origins: [String]
  /// Beyond the XDG variables.
  var variables: [String: String] = [:]

  init(_ origins: String...) throws {
    folder = TemporaryFolder()
    self.origins = origins
    for name in ["state", "data", "cache", "config", "runtime"] {
      try Files.makeFolder(folder.path.appending(name), mode: 0o700)
    }
  }

  var state: FilePath { folder.path.appending("state/zitare") }
  var data: FilePath { folder.path.appending("data/zitare") }
  var runtime: FilePath { folder.path.appending("runtime/zitare") }
  var configuration: FilePath { folder.path.appending("config/zitare/zitare.toml") }

  var environment: [String: String] {
    [
      "XDG_STATE_HOME": folder.path.appending("state").string,
      "XDG_DATA_HOME": folder.path.appending("data").string,
      "XDG_CACHE_HOME": folder.path.appending("cache").string,
      "XDG_CONFIG_HOME": folder.path.appending("config").string,
      "XDG_RUNTIME_DIR": folder.path.appending("runtime").string,
      "HOME": folder.path.string, "LANG": "C.UTF-8", "TZ": "Europe/Berlin",
      "PATH": "/usr/local/bin:/usr/bin:/bin",
    ].merging(variables) { $1 }
  }

  /// `ZITARE_PROGRAM`, or the program that was built with the tests.
  static let program =
    getenv("ZITARE_PROGRAM").map { FilePath(String(cString: $0)) } ?? ChildProcess.built("zitare")

  func start(_ arguments: String..., input: String = "") throws -> ChildProcess {
    try start(arguments, input: input)
  }

  func start(_ arguments: [String], input: String = "") throws -> ChildProcess {
    try ChildProcess(
      Self.program, origins.flatMap { ["--origin", $0] } + arguments, environment: environment,
      input: input)
  }

  /// Runs a command to its end.
  func run(_ arguments: String..., input: String = "") throws -> ChildProcess.Result {
    try start(arguments, input: input).wait()
  }
}
