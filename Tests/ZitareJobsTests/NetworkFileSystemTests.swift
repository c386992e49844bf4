import TestSupport
import Testing
import ZitareBase

@testable import ZitareJobs

@Suite("File systems of other machines")
struct NetworkFileSystemTests {
  @Test(
    "they are known by their numbers, and local ones are none of them",
    arguments: [
      (0x6969, "NFS"), (0xff53_4d42, "SMB"), (0xfe53_4d42, "SMB"), (0x517b, "SMB"),
      (0x0102_1997, "9p"), (0x00c3_6400, "Ceph"), (0x5346_414f, "AFS"), (0x6b41_4653, "AFS"),
      (0x7375_7245, "Coda"), (0x564c, "NCP"), (0x786f_4256, "a shared folder of VirtualBox"),
      (0x0bd0_0bd0, "Lustre"), (0x4750_4653, "GPFS"),
      (0xef53, nil),  // ext4
      (0x0102_1994, nil),  // tmpfs
      (0x794c_7630, nil),  // overlayfs
      (0x9123_683e, nil),  // btrfs
      (0x5846_5342, nil),  // XFS
      (0x2fc1_2fc1, nil),  // ZFS
      (0xf2f5_2010, nil),  // F2FS
      (0x6573_5546, nil),  // FUSE
      (0, nil),
    ] as [(UInt32, String?)])
  func numbers(number: UInt32, name: String?) {
    #expect(NetworkFileSystem.name(number) == name)
  }

  @Test("the folders of this machine are local, and nothing is said of one that is not there")
  func here() {
    let folder = TemporaryFolder()
    for path in [folder.path, "/dev/shm", "/proc", "/nowhere"] as [FilePath] {
      #expect(NetworkFileSystem.name(of: path) == nil, "\(path)")
    }
  }
}
