import TestSupport
import Testing
import ZitareBase

@testable import ZitareHTTP

@Suite struct GunzipTests {
  private let text = Array(repeating: Array("Hefte raus! ".utf8), count: 9000).flatMap { $0 }

  /// What comes out of the pieces, and whether the end was seen.
  private func unpack(_ packed: [UInt8], piece: Int) throws -> (bytes: [UInt8], isComplete: Bool) {
    var gunzip = Gunzip()
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: packed.count, by: piece) {
      try packed[start..<min(start + piece, packed.count)].withUnsafeBytes { piece in
        try gunzip.unpack(piece) { bytes += $0 }
      }
    }
    return (bytes, gunzip.isComplete)
  }

  @Test("the pieces' size does not matter", arguments: [1, 7, 4096, 1 << 20])
  func pieces(size: Int) throws {
    let result = try unpack(gzip(text), piece: size)
    #expect(result.bytes == text)
    #expect(result.isComplete)
  }

  @Test("several members one after the other are one text")
  func members() throws {
    let result = try unpack(gzip(text) + gzip([]) + gzip([1, 2]), piece: 100)
    #expect(result.bytes == text + [1, 2])
    #expect(result.isComplete)
  }

  @Test("a stream that ends early is not complete, wherever it ends", arguments: [1, 5, 12, 5000])
  func truncated(missing: Int) throws {
    #expect(try !unpack(gzip(text).dropLast(missing), piece: 333).isComplete)
  }

  @Test("a wrong check sum and bytes behind the end are refused")
  func damage() {
    var packed = gzip(text)
    packed[packed.count - 6] ^= 1
    #expect(throws: Refusal.self) { try unpack(packed, piece: 500) }
    #expect(throws: Refusal.self) { try unpack(gzip(text) + Array("<html>".utf8), piece: 500) }
    #expect(throws: Refusal.self) { try unpack(text, piece: 500) }
  }

  @Test("nothing at all is complete")
  func empty() throws {
    #expect(try unpack([], piece: 1).isComplete)
  }

  @Test("what comes out comes in parts of at most 64 KiB, so that a limit can stop it")
  func bomb() throws {
    var gunzip = Gunzip()
    var total = 0
    var largest = 0
    try fixtureBytes("zeros-32-mib.gz").withUnsafeBytes { bytes in
      try gunzip.unpack(bytes) {
        total += $0.count
        largest = max(largest, $0.count)
      }
    }
    #expect(total == 32 << 20)
    #expect(largest <= 64 << 10)
    let isComplete = gunzip.isComplete
    #expect(isComplete)
  }
}
