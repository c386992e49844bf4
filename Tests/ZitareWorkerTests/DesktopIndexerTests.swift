import Glibc
import TestSupport
import Testing
import ZitareBase

/// The indexers of GNOME and KDE on the exported pages: `make desktop-check`, since they bring half a
/// desktop with them.
@Suite(
  "Exported pages in a desktop's index", .serialized, .enabled(if: getenv("ZITARE_DESKTOP") != nil))
struct DesktopIndexerTests {
  @Test("LocalSearch (Tracker) finds a page by its words, author and title")
  func tracker() throws {
    let home = try Home.withQuotes()
    // It passes over everything below the folder of temporary files.
    let place = FilePath("/var/tmp/zitare-desktop-check-\(getpid())")
    defer { Files.removeAll(place) }
    let exported = try home.run("export", "html", "--output", place.string)
    #expect(exported.status == 0, "\(exported.errors)")
    let session = try DesktopSession(home)
    let outputs = try session.run([
      "gsettings set org.freedesktop.Tracker3.Miner.Files index-recursive-directories \"['\(place)']\"",
      "/usr/libexec/tracker-miner-fs-3 --no-daemon --initial-sleep=0 2>&1 | tail -3; sleep 1",
      "tracker3 search Klarheit Weisheit", "tracker3 search Weisheit", "tracker3 search Goethe",
    ])
    #expect(!outputs[2].contains(".html"), "\(outputs)")
    #expect(outputs[3].contains(".html") && outputs[4].contains(".html"), "\(outputs)")
  }

  @Test("Baloo finds a page by its words and by its tag")
  func baloo() throws {
    let home = try Home.withQuotes()
    let place = FilePath("/var/tmp/zitare-desktop-check-\(getpid())")
    defer { Files.removeAll(place) }
    let exported = try home.run("export", "html", "--output", place.string)
    #expect(exported.status == 0, "\(exported.errors)")
    let session = try DesktopSession(home)
    try home.folder.write("config/baloofilerc", "[General]\nfolders[$e]=\(place)\n".utf8)
    let pages = try FileIdentity.all(below: place).keys.filter { $0.hasSuffix(".html") }
    let outputs = try session.run(
      ["balooctl enable", "balooctl index " + pages.joined(separator: " ")]
        + ["baloosearch Weisheit", "baloosearch tag:Weisheit", "balooctl disable"])
    #expect(outputs[2].contains(".html") && outputs[3].contains(".html"), "\(outputs)")
  }
}
