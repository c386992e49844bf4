import Glibc
public import ZitareBase

/// Hears when a file of a folder is put there, changed or removed (inotify(7)), for as long as it
/// lives.
public final class FolderWatch: Sendable {
  private let watch: ReadWatch

  /// Nil where the folder is not there or the system has no watch left.
  ///
  /// Only files of these names count. `onChange` may be called more than once for one change.
  public init?(
    _ folder: FilePath, names: Set<String>, onChange: @escaping @Sendable () -> Void
  ) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    // A link comes by its creation alone.
    let changes = UInt32(IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM)
    guard inotify_add_watch(descriptor, folder.string, changes) >= 0 else {
      close(descriptor)
      return nil
    }
    watch = ReadWatch(descriptor) { if Self.reads(names, from: descriptor) { onChange() } }
  }

  /// Hears when the machine may have got another time zone.
  public static func systemZone(onChange: @escaping @Sendable () -> Void) -> FolderWatch? {
    FolderWatch("/etc", names: ["localtime", "timezone"], onChange: onChange)
  }

  /// Reads all events that are there; lost ones may have been about any file.
  private static func reads(_ names: Set<String>, from descriptor: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      var isNamed = false
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return isNamed }
        var offset = 0
        while offset < count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          offset = start + Int(event.len)
          let name = buffer[start..<offset].prefix { $0 != 0 }
          isNamed =
            isNamed || event.mask & UInt32(IN_Q_OVERFLOW) != 0
            || names.contains(String(decoding: name, as: UTF8.self))
        }
      }
    }
  }
}
