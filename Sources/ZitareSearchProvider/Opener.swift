import Glibc
import ZitareBase

/// Opens pages with the program that the desktop has for them.
struct Opener {
  /// Where pages are written that have no address.
  let pages: FilePath

  /// More are not kept.
  private static let mostPages = 50

  /// Starts `xdg-open`, which goes on without this process.
  func open(_ address: String) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGCHLD)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var words = [strdup("xdg-open"), strdup(address), nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawnp(&process, "xdg-open", nil, &attributes, &words, environ)
    if code != 0 { Provider.note("cannot start xdg-open: \(String(cString: strerror(code)))") }
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
      open("file://" + path.string.addressEncoded)
    } catch {
      Provider.note("\(error)")
    }
  }
}

extension String {
  /// The path as it stands in an address.
  fileprivate var addressEncoded: String {
    var result = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + [byte].hexadecimal.uppercased()
      }
    }
    return result
  }
}
