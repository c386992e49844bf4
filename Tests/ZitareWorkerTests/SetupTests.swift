import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareService

@testable import ZitareWorker

@Suite("zitare setup")
struct SetupTests {
  /// What `setup --json` prints.
  private struct Report: Decodable {
    struct Configuration: Decodable {
      let path: String
      let isWritten: Bool
      let text: String?
    }
    struct Timer: Decodable {
      let state: String
      let command: String
    }
    struct Panel: Decodable {
      let name: String
      let foundBy: String
      let file: String?
      let lines: String
    }
    let configuration: Configuration
    let timer: Timer?
    let panels: [Panel]
  }

  /// A user whose programs are those in a folder of the test alone.
  private static func home() throws -> Home {
    var home = try Home()
    home.variables["PATH"] = home.folder.appending("bin").string
    return home
  }

  private static func report(_ home: Home, _ words: String..., status: Int32 = 0) throws -> Report {
    let result = try home.start(["setup", "--json"] + words).wait()
    #expect(result.status == status, "\(result.errors)")
    return try decode(Report.self, result.output)
  }

  /// A program that writes down how it is called and fails at what `fails` is a pattern of.
  private static func program(
    _ name: String, in home: Home, failing fails: String = "''"
  ) throws -> FilePath {
    let log = home.folder.appending("\(name).log")
    let path = try home.folder.write(
      "bin/\(name)",
      "#!/bin/sh\necho \"$*\" >>'\(log)'\ncase \"$*\" in \(fails)) exit 1;; esac\n".utf8)
    #expect(chmod(path.string, 0o755) == 0)
    return log
  }

  private static func calls(_ log: FilePath) throws -> [Substring] {
    String(decoding: try Files.read(log) ?? [], as: UTF8.self).split(separator: "\n")
  }

  // MARK: Panels

  /// A file or folder by which a panel is found, and where its lines go then.
  struct Sign: Sendable, CustomTestStringConvertible {
    let panel: Panel
    let path: String
    let file: String?

    init(_ panel: Panel, _ path: String, file: String?) {
      (self.panel, self.path, self.file) = (panel, path, file)
    }
    var testDescription: String { path }
  }

  private static let signs = [
    Sign(.waybar, "config/waybar/config.jsonc", file: "config/waybar/config.jsonc"),
    Sign(.waybar, "config/waybar/style.css", file: "config/waybar/config"),
    Sign(.waybar, "bin/waybar", file: "config/waybar/config"),
    Sign(.polybar, "config/polybar/config", file: "config/polybar/config"),
    Sign(.polybar, "bin/polybar", file: "config/polybar/config.ini"),
    Sign(.i3blocks, ".i3blocks.conf", file: ".i3blocks.conf"),
    Sign(.i3blocks, "bin/i3blocks", file: "config/i3blocks/config"),
    Sign(.i3status, "config/i3status/config", file: "config/i3status/config"),
    Sign(.i3status, "bin/i3status", file: "config/i3status/config"),
    Sign(.i3statusRust, "bin/i3status-rs", file: "config/i3status-rust/config.toml"),
    Sign(.genmon, "config/xfce4/panel/launcher-1/x.desktop", file: nil),
    Sign(.genmon, "bin/xfce4-panel", file: nil),
    Sign(.argos, "config/argos/other.sh", file: "config/argos/zitare.1h.sh"),
    Sign(.argos, "bin/gnome-shell", file: "config/argos/zitare.1h.sh"),
    Sign(.plasma, "config/plasma-org.kde.plasma.desktop-appletsrc", file: nil),
    Sign(.plasma, "bin/plasmashell", file: nil),
    Sign(.tmux, "config/tmux/tmux.conf", file: "config/tmux/tmux.conf"),
    Sign(.tmux, "bin/tmux", file: ".tmux.conf"),
    Sign(.conky, ".conkyrc", file: ".conkyrc"),
    Sign(.conky, "bin/conky", file: "config/conky/conky.conf"),
    Sign(.eww, "config/eww/eww.scss", file: "config/eww/eww.yuck"),
    Sign(.eww, "bin/eww", file: "config/eww/eww.yuck"),
  ]

  @Test("a panel is found by its configuration or by its program", arguments: signs)
  func panels(sign: Sign) throws {
    let home = try Self.home()
    let path = try home.folder.write(sign.path, [])
    #expect(chmod(path.string, 0o755) == 0)
    let environment = ProcessEnvironment(
      variables: home.environment, userID: getuid(), home: home.folder.path)
    let findings = PanelSearch(environment).findings()
    #expect(findings.map(\.panel) == [sign.panel])
    #expect(path.string.hasPrefix(findings.first?.sign.string ?? "-"))
    #expect(findings.first?.file == sign.file.map(home.folder.appending))
  }

  @Test("every panel is found by something, and where nothing is none is")
  func allPanels() throws {
    #expect(Set(Self.signs.map(\.panel)) == Set(Panel.allCases))
    #expect(try Self.report(Self.home()).panels.isEmpty)
  }

  @Test("the lines for each panel are those that docs/panels.md explains")
  func documented() throws {
    let page = try #require(try Files.read(DesktopSession.package.appending("docs/panels.md")))
    let text = String(decoding: page, as: UTF8.self)
    for panel in Panel.allCases {
      let lines = panel.lines(program: "zitare", state: "/home/me/.local/state/zitare")
      #expect(text.contains(lines), "\(panel)")
    }
  }

  @Test("what is found is printed with the program's whole path")
  func printed() throws {
    var home = try Self.home()
    _ = try Self.program("tmux", in: home)
    let panel = try #require(try Self.report(home).panels.first)
    #expect(panel.name == "tmux" && panel.file == home.folder.appending(".tmux.conf").string)
    #expect(panel.lines.contains("'#(\(Home.program) today "), "\(panel.lines)")
    home.variables["LANG"] = "de_DE.UTF-8"
    let text = try home.run("setup").output
    #expect(text.contains("tmux: in \(home.folder.appending(".tmux.conf"))\n  set -g status-right"))
  }

  // MARK: The configuration

  private func mode(of path: FilePath) -> mode_t? {
    var status = stat()
    return stat(path.string, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test("the configuration says what the session's language is, for its owner alone, and is read")
  func configuration() throws {
    for (locale, languages) in [("de_AT.UTF-8", "de"), ("fr_FR", "fr\", \"de")] {
      var home = try Self.home()
      home.variables["LANG"] = locale
      let report = try Self.report(home)
      #expect(report.configuration.isWritten)
      #expect(report.configuration.path == home.configuration.string)
      let file = try #require(try Files.read(home.configuration))
      #expect(report.configuration.text == String(decoding: file, as: UTF8.self))
      #expect(mode(of: home.configuration) == 0o600)
      #expect(mode(of: home.configuration.parent) == 0o700)
      // Also where the session's language is not known.
      home.variables["LANG"] = "C"
      let values = try home.run("config").output
      #expect(values.contains("daily.languages = [\"\(languages)\"]  # \(home.configuration):3\n"))
    }
  }

  @Test("what the command line sets goes into the configuration, with whole paths")
  func given() throws {
    var home = try Self.home()
    home.origins = ["fortune:mine", "https://user-agent.example.org/a.json?key=1"]
    let report = try Self.report(
      home, "--set", "daily.zone=Asia/Tokyo", "--set", "daily.languages=pl")
    let text = try #require(report.configuration.text)
    #expect(text.contains("daily.zone = \"Asia/Tokyo\"\n"))
    #expect(text.contains("daily.languages = [\"pl\"]\n"))
    #expect(text.contains("origins = [\"fortune:\(FilePath.workingFolder())/mine\", \"https://"))
    #expect(text.contains("example.org/a.json?key=1\"]\n"))
    home.origins = []
    #expect(try home.run("config").output.contains("daily.zone = \"Asia/Tokyo\""))
  }

  @Test("a configuration that is there stays as it is, also a link to nothing")
  func kept() throws {
    let home = try Self.home()
    try home.configure("[daily]\nlanguages = [\"pl\"]\n")
    let before = try FileIdentity.all(below: home.configuration.parent)
    for words in [[], ["--dry-run"]] {
      let result = try home.start(["setup", "--json"] + words).wait()
      let report = try decode(Report.self, result.output)
      #expect(!report.configuration.isWritten && report.configuration.text == nil)
    }
    #expect(try FileIdentity.all(below: home.configuration.parent) == before)

    let linked = try Self.home()
    try Files.makeFolder(linked.configuration.parent)
    #expect(symlink("/nowhere/at/all", linked.configuration.string) == 0)
    #expect(try !Self.report(linked).configuration.isWritten)
    #expect(try Files.names(in: linked.configuration.parent) == ["zitare.toml"])
  }

  // MARK: The timer

  @Test("systemd's timers are enabled where it answers; else it says what else to do")
  func timer() throws {
    let (asks, looks) = ("--user show-environment", "--user cat zitare.timer")
    let enables = "--user enable --now zitare.timer zitare-render.timer"
    let cron = "0 * * * * \(Home.program) run --quiet"
    let cases = [
      ("''", "enabled", [asks, looks, enables], "systemctl \(enables)"),
      ("*enable*", "failed", [asks, looks, enables], "systemctl \(enables)"),
      ("*cat*", "not-installed", [asks, looks], cron),
      ("*show*", "no-manager", [asks], cron),
    ]
    for (fails, state, calls, command) in cases {
      let home = try Self.home()
      let log = try Self.program("systemctl", in: home, failing: fails)
      let timer = try #require(
        try Self.report(home, status: state == "failed" ? 1 : 0).timer)
      #expect(timer.state == state && timer.command == command)
      #expect(try Self.calls(log).map(String.init) == calls)
    }
    #expect(try Self.report(Self.home()).timer?.state == "no-manager")
  }

  @Test("a dry run shows all of it and changes nothing; --no-timer does not ask systemd")
  func dryRun() throws {
    let home = try Self.home()
    let log = try Self.program("systemctl", in: home)
    let before = try FileIdentity.all(below: home.folder.path)
    let result = try home.run("setup", "--dry-run")
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.contains("\n  daily.languages = [\"de\"]\n"), "\(result.output)")
    #expect(result.output.contains("\n  \(UserTimer.command)\n"))
    #expect(try Self.calls(log).count == 2)
    unlink(log.string)
    #expect(try Self.report(home, "--dry-run", "--no-timer").timer == nil)
    #expect(try FileIdentity.all(below: home.folder.path) == before)
  }
}
