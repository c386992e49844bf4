/// Wraps bytes in the gzip format (RFC 1952) without making them smaller.
public func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var file: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
  let blocks = max(1, (bytes.count + 65534) / 65535)
  for block in 0..<blocks {
    let stored = bytes[(block * 65535)..<min(bytes.count, (block + 1) * 65535)]
    let length = UInt16(stored.count)
    file.append(block == blocks - 1 ? 1 : 0)
    for value in [length, ~length] { file += [UInt8(value & 255), UInt8(value >> 8)] }
    file += stored
  }
  for value in [crc32(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      file.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
  return file
}

/// The check sum of RFC 1952, bit by bit: test data is small.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  var sum = ~UInt32(0)
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? 0xedb8_8320 ^ (sum >> 1) : sum >> 1 }
  }
  return ~sum
}
