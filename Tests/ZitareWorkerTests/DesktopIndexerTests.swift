import Glibc
import TestSupport
import Testing
import ZitareBase

/// GNOME's indexer on the exported pages: `make desktop-check`, since it brings part of a desktop along.
@Suite("Exported pages in a desktop's index", .enabled(if: getenv("ZITARE_DESKTOP") != nil))
struct DesktopIndexerTests {
  @Test("LocalSearch (Tracker) finds pages by words, author and theme, and shows nothing else")
  func tracker() throws {
    let home = try Home.withQuotes()
    // It passes over everything below the folder of temporary files.
    let place = try Files.makeTemporaryFolder("zitare-desktop-check", in: "/var/tmp")
    defer { Files.removeAll(place) }
    let exported = try home.run("export", "html", "--output", place.string)
    #expect(exported.status == 0, "\(exported.errors)")
    let session = try DesktopSession(home)
    let settings = "gsettings set org.freedesktop.Tracker3.Miner.Files"
    let outputs = try session.run([
      "mkdir -p \"$XDG_CONFIG_HOME/glib-2.0/settings\"; export GSETTINGS_BACKEND=keyfile\n"
        + "\(settings) index-recursive-directories \"['\(place)']\"\n"
        + "\(settings) index-single-directories '[]'\n"
        + "/usr/libexec/tracker-miner-fs-3 --initial-sleep=0 >/dev/null 2>&1 &\n"
        + "for look in $(seq 1000); do tracker3 search truths | grep -q html && break; done",
      "tracker3 search Wahrheiten", "tracker3 search Goethe", "tracker3 search Liebe",
      "tracker3 search Nirgendwo",
    ])
    let pages = outputs.map { output in
      output.split(separator: "\n").count { $0.contains(".html") }
    }
    #expect(pages.dropFirst() == [1, 1, 1, 0], "\(outputs)")
  }
}
