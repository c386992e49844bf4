internal import Glibc
internal import ZitareBase

/// A datagram socket by which other processes tell a worker that something has changed.
///
/// A ring is only a hint: it may be lost or come for nothing, and whoever hears it looks again.
final class Doorbell: Sendable {
  private let path: FilePath
  private let watch: ReadWatch

  /// Nil where no socket can be had; the worker then looks less often.
  init?(at path: FilePath, onRing: @escaping @Sendable () -> Void) {
    let folder = openFolder(path.parent)
    defer { close(folder) }
    guard folder >= 0, var address = sockaddr_un(path.lastComponent, in: folder) else { return nil }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    unlink(path.string)
    guard address.withSocketAddress({ bind(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return nil
    }
    self.path = path
    watch = ReadWatch(descriptor) {
      var byte: UInt8 = 0
      while recv(descriptor, &byte, 1, 0) >= 0 {}
      onRing()
    }
  }

  func remove() {
    watch.cancel()
    unlink(path.string)
  }
}

/// Rings the doorbells of other workers in a folder.
final class BellRinger {
  private let folder: FilePath
  private let descriptor: Int32
  private var openedFolder: Int32 = -1
  private var bells: [FilePath] = []
  private var listed: timespec?

  init(folder: FilePath) {
    self.folder = folder
    descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }
  deinit {
    close(descriptor)
    close(openedFolder)
  }

  /// Rings each bell but those of `own`; those that nobody hears are skipped.
  func ring(except own: Set<FilePath>) {
    list()
    for path in bells where !own.contains(path) {
      guard var address = sockaddr_un(path.lastComponent, in: openedFolder) else { continue }
      var byte: UInt8 = 1
      _ = address.withSocketAddress { sendto(descriptor, &byte, 1, 0, $0, $1) }
    }
  }

  /// Lists the folder anew only when it has changed.
  private func list() {
    var status = stat()
    guard stat(folder.string, &status) == 0 else {
      bells = []
      return
    }
    let changed = status.st_mtim
    if let listed, listed.tv_sec == changed.tv_sec, listed.tv_nsec == changed.tv_nsec { return }
    close(openedFolder)
    openedFolder = openFolder(folder)
    // A folder that can't be listed has no bells for us; workers look by themselves within a minute.
    let names = (try? Files.names(in: folder)) ?? []
    bells = names.filter { $0.hasSuffix(".bell") }.map { folder.appending($0) }
    listed = changed
  }
}

private func openFolder(_ path: FilePath) -> Int32 {
  open(path.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
}

extension sockaddr_un {
  /// A socket in an open folder: 108 bytes of address hold its name, whatever the folder's path.
  ///
  /// Nil for a name that does not fit even so.
  fileprivate init?(_ name: String, in folder: Int32) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = Array("/proc/self/fd/\(folder)/\(name)".utf8CString)
    let fits = withUnsafeMutableBytes(of: &sun_path) { target in
      bytes.withUnsafeBytes { source in
        guard source.count <= target.count else { return false }
        target.copyMemory(from: source)
        return true
      }
    }
    guard fits else { return nil }
  }

  fileprivate mutating func withSocketAddress<R>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
  ) -> R {
    withUnsafePointer(to: &self) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
