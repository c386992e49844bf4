import TestSupport
import Testing
import ZitareBase

@Suite("make install")
struct InstallTests {
  private static let files =
    [
      "bin/zitare", "libexec/zitare-card", "libexec/zitare-search-provider",
      "share/applications/ev.mana.zitare.desktop",
      "share/dbus-1/services/ev.mana.zitare.Search.service",
      "share/gnome-shell/search-providers/ev.mana.zitare.search-provider.ini",
      "share/krunner/dbusplugins/ev.mana.zitare.runner.desktop",
    ] + units.map { "share/systemd/user/\($0)" }
  private static let units = [
    "zitare.service", "zitare.timer", "zitare-render.service", "zitare-render.timer",
  ]

  private static func install(_ words: String..., in root: FilePath, prefix: String) throws {
    let result = try ChildProcess(
      DesktopSession.package.appending("scripts/install"), words + [Home.program.parent.string],
      environment: ["PATH": "/usr/bin:/bin", "PREFIX": prefix, "DESTDIR": root.string]
    ).wait()
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("the files are below PREFIX in DESTDIR, name each other, and are removed again")
  func files() throws {
    let root = TemporaryFolder()
    try Self.install(in: root.path, prefix: "/opt/zitare")
    let placed = try FileIdentity.all(below: root.path).keys.sorted()
    #expect(placed == Self.files.map { root.appending("opt/zitare/\($0)").string }.sorted())
    func text(_ name: String) throws -> String {
      String(decoding: try #require(try root.read("opt/zitare/share/\(name)")), as: UTF8.self)
    }
    let service = try text("dbus-1/services/ev.mana.zitare.Search.service")
    #expect(service.contains("Name=ev.mana.zitare.Search\n"))
    // Where the file will lie, not where it is staged.
    #expect(service.contains("Exec=/opt/zitare/libexec/zitare-search-provider\n"))
    let provider = try text("gnome-shell/search-providers/ev.mana.zitare.search-provider.ini")
    for line in [
      "DesktopId=ev.mana.zitare.desktop", "BusName=ev.mana.zitare.Search", "Version=2",
      "ObjectPath=/ev/mana/zitare/SearchProvider",
    ] {
      #expect(provider.contains(line + "\n"))
    }
    let runner = try text("krunner/dbusplugins/ev.mana.zitare.runner.desktop")
    for line in [
      "X-Plasma-DBusRunner-Service=ev.mana.zitare.Search", "X-Plasma-API=DBus2",
      "X-Plasma-DBusRunner-Path=/ev/mana/zitare/Runner",
    ] {
      #expect(runner.contains(line + "\n"))
    }
    // The Shell shows no provider whose application is hidden.
    let application = try text("applications/ev.mana.zitare.desktop")
    #expect(application.contains("Exec=/opt/zitare/bin/zitare\n"))
    #expect(!application.contains("NoDisplay") && !application.contains("Hidden"))
    #expect(
      try text("systemd/user/zitare.service").contains("ExecStart=/opt/zitare/bin/zitare run "))
    try Self.install("--remove", in: root.path, prefix: "/opt/zitare")
    #expect(try FileIdentity.all(below: root.path).isEmpty)
  }

  @Test("systemd has nothing to say against the units")
  func verified() throws {
    let root = TemporaryFolder()
    let prefix = root.appending("prefix").string
    try Self.install(in: "", prefix: prefix)
    let folder = FilePath(prefix).appending("share/systemd/user")
    let result = try ChildProcess(
      "/usr/bin/systemd-analyze",
      ["--user", "verify"] + Self.units.map { folder.appending($0).string },
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": root.path.string, "XDG_RUNTIME_DIR": root.path.string,
      ]
    ).wait()
    #expect(result.status == 0)
    #expect(result.output + result.errors == "")
  }
}
