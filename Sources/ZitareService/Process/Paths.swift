public import ZitareBase

/// Where a program keeps what (XDG Base Directory Specification 0.8; systemd.exec(5)).
public struct Paths: Sendable, Equatable {
  /// The configuration file; it may be missing.
  public var configuration: FilePath
  /// What must not be lost.
  public var state: FilePath
  /// What can be made anew with effort.
  public var data: FilePath
  /// What may vanish at any time.
  public var cache: FilePath
  /// Locks and sockets, gone after a boot.
  ///
  /// All processes of a user must agree on it, or they do not see that another one lives.
  public var runtime: FilePath

  /// The folders of a program by its environment: systemd's choice, then XDG's variables (relative
  /// values are ignored), then their defaults.
  ///
  /// Without a runtime folder of the session it is `/run/user/<uid>` where that is ours (a cron
  /// job beside a login), else a private folder in `/tmp`.
  public init(
    program: String, environment: ProcessEnvironment, sessions: FilePath = "/run/user",
    temporary: FilePath = "/tmp"
  ) throws(PathError) {
    let folders = Folders(program: program, environment: environment)
    configuration = try folders.place(
      given: "CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", ".config"
    ).appending(program + ".toml")
    state = try folders.place(given: "STATE_DIRECTORY", "XDG_STATE_HOME", ".local/state")
    // systemd knows no folder for data, so it lies in the one that lasts.
    data =
      folders.given("STATE_DIRECTORY") != nil
      ? state.appending("data") : try folders.place("XDG_DATA_HOME", ".local/share")
    cache = try folders.place(given: "CACHE_DIRECTORY", "XDG_CACHE_HOME", ".cache")
    runtime = folders.runtime(sessions: sessions, temporary: temporary)
  }

  /// The place that a configuration's text names, which may begin with `~/`.
  public static func place(_ text: String, home: FilePath?) throws(PathError) -> FilePath {
    guard text.hasPrefix("~/") else { return FilePath(text) }
    guard let home else { throw PathError.noHome }
    return home.appending(String(text.dropFirst(2)))
  }

  /// Takes the places that the configuration names.
  public mutating func apply(_ configuration: Configuration, home: FilePath?) throws(PathError) {
    func place(_ key: ConfigurationKey<String?>, _ standard: FilePath) throws(PathError) -> FilePath
    {
      try configuration[key].map { text throws(PathError) in try Self.place(text, home: home) }
        ?? standard
    }
    state = try place(ServiceKeys.state, state)
    data = try place(ServiceKeys.data, data)
    cache = try place(ServiceKeys.cache, cache)
    runtime = try place(ServiceKeys.runtime, runtime)
  }

  /// Makes the folders, readable by their owner only, and refuses a runtime folder that another
  /// user could have put there.
  public func prepare(userID: UInt32) throws {
    for folder in [state, data, cache] { try Files.makeFolder(folder, mode: 0o700) }
    try PrivateFolder.make(runtime, userID: userID)
  }
}

/// The rules by which one folder is found.
private struct Folders {
  let program: String
  let environment: ProcessEnvironment

  /// The folder that systemd made for the service, the first of several.
  func given(_ variable: String) -> FilePath? {
    let first = environment.variables[variable]?.split(separator: ":").first
    return first.flatMap { $0.hasPrefix("/") ? FilePath(String($0)) : nil }
  }

  func absolute(_ variable: String) -> FilePath? {
    environment.variables[variable].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil }
  }

  /// The folder that systemd gave, else that of an XDG variable, else the default below home.
  func place(
    given: String? = nil, _ variable: String, _ standard: String
  ) throws(PathError) -> FilePath {
    if let given, let folder = self.given(given) { return folder }
    if let folder = absolute(variable) { return folder.appending(program) }
    guard let home = environment.home else { throw PathError.noHome }
    return home.appending(standard).appending(program)
  }

  func runtime(sessions: FilePath, temporary: FilePath) -> FilePath {
    if let folder = given("RUNTIME_DIRECTORY") { return folder }
    if let folder = absolute("XDG_RUNTIME_DIR") { return folder.appending(program) }
    let session = sessions.appending("\(environment.userID)")
    if PrivateFolder.isPrivate(session, userID: environment.userID) {
      return session.appending(program)
    }
    return temporary.appending("\(program)-\(environment.userID)")
  }
}
