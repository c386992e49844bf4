import Glibc
import ZitareBase
import ZitareCorpus
import ZitareService

/// Opens pages with the program that the desktop has for them.
struct Opener {
  /// Where pages are written that have no address.
  let pages: FilePath

  /// More are not kept.
  private static let mostPages = 50

  /// Starts `xdg-open`, which goes on without this process.
  func open(_ address: String) {
    if !DesktopTool("xdg-open", address).start() { Provider.note("xdg-open cannot be started") }
  }

  /// Writes a page and opens it.
  func open(page: String, named name: String) {
    do throws(FileError) {
      try Files.makeFolder(pages, mode: 0o700)
      let kept = try Files.names(in: pages)
      if kept.count >= Self.mostPages {
        for page in kept { unlink(pages.appending(page).string) }
      }
      let digest = SHA256.digest(name.utf8).prefix(8).hexadecimal
      let path = pages.appending("\(digest).html")
      try Files.replace(path, with: Array(page.utf8), mode: 0o600)
      let parts = path.string.split(separator: "/", omittingEmptySubsequences: false)
      open("file://" + parts.map { String($0).percentEncoded }.joined(separator: "/"))
    } catch {
      Provider.note("\(error)")
    }
  }
}
