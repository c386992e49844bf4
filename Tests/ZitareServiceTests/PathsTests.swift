import Glibc
import TestSupport
import Testing
import ZitareBase

@testable import ZitareService

@Suite("Paths")
struct PathsTests {
  private func paths(
    _ variables: [String: String], home: FilePath? = "/home/a", sessions: FilePath = "/none"
  ) throws -> Paths {
    let environment = ProcessEnvironment(variables: variables, userID: getuid(), home: home)
    return try Paths(program: "sample", environment: environment, sessions: sessions)
  }

  @Test("without variables the places are the defaults of XDG below home")
  func defaults() throws {
    let paths = try paths([:])
    #expect(paths.configuration == "/home/a/.config/sample/sample.toml")
    #expect(paths.state == "/home/a/.local/state/sample")
    #expect(paths.data == "/home/a/.local/share/sample")
    #expect(paths.cache == "/home/a/.cache/sample")
    #expect(paths.runtime == FilePath("/tmp/sample-\(getuid())"))
  }

  @Test("XDG's variables win over the defaults; relative ones are ignored")
  func xdg() throws {
    let paths = try paths([
      "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "relative", "XDG_DATA_HOME": "/d/",
      "XDG_CACHE_HOME": "", "XDG_RUNTIME_DIR": "/r",
    ])
    #expect(paths.configuration == "/c/sample/sample.toml")
    #expect(paths.state == "/home/a/.local/state/sample")
    #expect(paths.data == "/d/sample")
    #expect(paths.cache == "/home/a/.cache/sample")
    #expect(paths.runtime == "/r/sample")
  }

  @Test("systemd's variables win over all, the first of several folders, and need no home")
  func systemd() throws {
    let paths = try paths(
      [
        "CONFIGURATION_DIRECTORY": "/etc/sample", "STATE_DIRECTORY": "/var/lib/sample:/var/lib/b",
        "CACHE_DIRECTORY": "/var/cache/sample", "RUNTIME_DIRECTORY": "/run/sample",
        "XDG_STATE_HOME": "/s",
      ], home: nil)
    #expect(paths.configuration == "/etc/sample/sample.toml")
    #expect(paths.state == "/var/lib/sample")
    #expect(paths.data == "/var/lib/sample/data")
    #expect(paths.cache == "/var/cache/sample")
    #expect(paths.runtime == "/run/sample")
  }

  @Test("without a home and without variables there is no place")
  func noHome() {
    #expect(throws: PathError.noHome) { try paths([:], home: nil) }
  }

  @Test("a session's runtime folder is found without its variable, as in a cron job")
  func session() throws {
    let folder = TemporaryFolder()
    let session = folder.appending("\(getuid())")
    try Files.makeFolder(session, mode: 0o700)
    #expect(try paths([:], sessions: folder.path).runtime == session.appending("sample"))
    chmod(session.string, 0o777)
    #expect(try paths([:], sessions: folder.path).runtime != session.appending("sample"))
  }

  @Test("the configuration names other places, also below home")
  func configured() throws {
    var configuration = ConfigurationSchema(ServiceKeys.fields).standard()
    try configuration.apply(
      ConfigurationOverride(key: "paths.state", values: ["/elsewhere"], option: "--set"))
    try configuration.apply(
      ConfigurationOverride(key: "paths.data", values: ["~/data"], option: "--set"))
    var paths = try paths([:])
    try paths.apply(configuration, home: "/home/a")
    #expect(paths.state == "/elsewhere")
    #expect(paths.data == "/home/a/data")
    #expect(paths.cache == "/home/a/.cache/sample")
    #expect(throws: ConfigurationError.self) {
      try configuration.apply(
        ConfigurationOverride(key: "paths.cache", values: ["below"], option: "--set"))
    }
  }

  @Test("folders are made for their owner only, and left as they are where they exist")
  func prepare() throws {
    let folder = TemporaryFolder()
    var paths = try paths([:])
    paths.state = folder.appending("a/state")
    paths.data = folder.appending("data")
    paths.cache = folder.appending("cache")
    paths.runtime = folder.appending("runtime")
    try Files.makeFolder(paths.data, mode: 0o755)
    try paths.prepare(userID: getuid())
    try paths.prepare(userID: getuid())
    #expect(mode(paths.state) == 0o700)
    #expect(mode(paths.data) == 0o755)
    #expect(mode(paths.runtime) == 0o700)
  }

  @Test("a runtime folder that others own, write to or have linked is refused")
  func hostileRuntime() throws {
    let folder = TemporaryFolder()
    let open = folder.appending("open")
    try Files.makeFolder(open)
    chmod(open.string, 0o777)
    #expect(throws: PathError.notPrivate(open)) {
      try PrivateFolder.make(open, userID: getuid())
    }
    let ours = folder.appending("ours")
    try PrivateFolder.make(ours, userID: getuid())
    #expect(throws: PathError.notPrivate(ours)) {
      try PrivateFolder.make(ours, userID: getuid() + 1)
    }
    let file = try folder.write("file", [])
    #expect(throws: PathError.notPrivate(file)) {
      try PrivateFolder.make(file, userID: getuid())
    }
  }

  private func mode(_ path: FilePath) -> UInt32 {
    var status = stat()
    stat(path.string, &status)
    return status.st_mode & 0o777
  }
}

@Suite("Single instance")
struct SingleInstanceTests {
  @Test("a second instance is refused naming the first, until that has ended")
  func refusal() throws {
    let folder = TemporaryFolder()
    do {
      let first = try SingleInstance(role: "worker", folder: folder.path)
      let error = #expect(throws: InstanceError.self) {
        _ = try SingleInstance(role: "worker", folder: folder.path)
      }
      #expect(error?.processID == getpid())
      #expect(error?.exitCode == .tryLater)
      #expect(
        error?.description == "a worker is running already: process \(getpid()); stop it first")
      _ = consume first
    }
    _ = try SingleInstance(role: "worker", folder: folder.path)
  }

  @Test("roles do not stand in each other's way")
  func roles() throws {
    let folder = TemporaryFolder()
    let first = try SingleInstance(role: "worker", folder: folder.path)
    _ = try SingleInstance(role: "watcher", folder: folder.path)
    _ = consume first
  }
}
