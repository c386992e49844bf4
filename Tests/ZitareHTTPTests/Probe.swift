import Glibc
import ZitareBase

/// `http-probe`, which was built beside the tests.
let probe: FilePath = {
  var path = [CChar](repeating: 0, count: 4096)
  let count = readlink("/proc/self/exe", &path, path.count - 1)
  let test = FilePath(
    String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self))
  return test.parent.appending("http-probe")
}()
