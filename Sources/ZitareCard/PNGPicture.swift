import CZlib

/// A PNG file of opaque pixels, in colours or in shades of grey (PNG specification, third edition).
///
/// Cairo's own writer takes ten times as long for a card: it tries every filter on every row, and a
/// card is all but empty.
struct PNGPicture {
  let width: Int
  let height: Int
  let isGrey: Bool

  /// Beyond it a card is a fifth smaller and takes twice as long.
  private static let compression: Int32 = 3

  /// - Parameter pixels: rows of 32-bit numbers `xRGB`, as Cairo has them.
  /// - Returns: nil where there is no memory.
  func encoded(_ pixels: UnsafeRawBufferPointer, stride: Int) -> [UInt8]? {
    guard let data = deflated(rows(of: pixels, stride: stride)) else { return nil }
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    // Eight bits for each colour; no interlacing.
    let header = bigEndian(width) + bigEndian(height) + [8, isGrey ? 0 : 2, 0, 0, 0]
    for (name, content) in [("IHDR", header), ("IDAT", data), ("IEND", [])] {
      let chunk = Array(name.utf8) + content
      file += bigEndian(content.count)
      file += chunk
      file += bigEndian(Int(crc32(0, chunk, UInt32(chunk.count))))
    }
    return file
  }

  /// The rows, each behind the number of its filter: none.
  private func rows(of pixels: UnsafeRawBufferPointer, stride: Int) -> [UInt8] {
    let size = 1 + width * (isGrey ? 1 : 3)
    return [UInt8](unsafeUninitializedCapacity: size * height) { bytes, count in
      count = size * height
      var place = 0
      for row in 0..<height {
        bytes[place] = 0
        place += 1
        for column in 0..<width {
          let pixel = pixels.load(fromByteOffset: row * stride + column * 4, as: UInt32.self)
          let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
          if isGrey {
            // Luma of ITU-R BT.709.
            bytes[place] = UInt8((red * 2126 + green * 7152 + blue * 722 + 5000) / 10000)
            place += 1
          } else {
            bytes[place] = UInt8(red)
            bytes[place + 1] = UInt8(green)
            bytes[place + 2] = UInt8(blue)
            place += 3
          }
        }
      }
    }
  }

  private func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard deflate_begin(&stream, Self.compression) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let limit = Int(deflateBound(&stream, UInt(bytes.count)))
    var isComplete = false
    var bytes = bytes
    let result = [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      bytes.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(limit)
        isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = Int(stream.total_out)
      }
    }
    return isComplete ? result : nil
  }

  private func bigEndian(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
  }
}
