internal import CSystem
internal import ZitareBase

/// A file system of other machines: it does not keep the memory and the locks that processes share,
/// which SQLite's log needs (https://sqlite.org/wal.html).
enum NetworkFileSystem {
  /// The name of the one that a file or folder lies on; nil for local ones and where that can't be
  /// told.
  static func name(of path: FilePath) -> String? { name(file_system_number(path.string)) }

  /// Their numbers are those of statfs(2), `linux/magic.h` and their projects; FUSE is left out, whose
  /// file systems are shared well by the processes of one machine.
  static func name(_ number: UInt32) -> String? {
    switch number {
    case 0x6969: "NFS"
    case 0x517b, 0xff53_4d42, 0xfe53_4d42: "SMB"
    case 0x0102_1997: "9p"
    case 0x00c3_6400: "Ceph"
    case 0x5346_414f, 0x6b41_4653: "AFS"
    case 0x7375_7245: "Coda"
    case 0x564c: "NCP"
    case 0x786f_4256: "a shared folder of VirtualBox"
    case 0x0bd0_0bd0: "Lustre"
    case 0x4750_4653: "GPFS"
    default: nil
    }
  }
}
