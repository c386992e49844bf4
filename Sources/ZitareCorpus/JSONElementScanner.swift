import Glibc
import ZitareBase

/// Takes a big JSON file apart into the members of its object and the elements of its big arrays.
///
/// Only brackets and strings are looked at: what is inside an element is checked by whoever parses it.
/// Memory is bounded by one chunk of the file and one element.
struct JSONElementScanner: ~Copyable {
  struct Limits {
    /// Bytes of one element of a streamed array.
    var element = 1 << 20
    /// Bytes of any other member of the file's object.
    var member = 4 << 20
    var members = 1000
  }

  enum Piece {
    /// One element of a streamed array; a file that is an array streams under the name "".
    case element(of: String, content: Content)
    case member(name: String, content: Content)
    /// A streamed array begins; it may turn out to be empty.
    case arrayStarts(String)
  }

  enum Content {
    /// They are valid until the piece has been dealt with.
    case bytes(UnsafeRawBufferPointer)
    /// It is longer than its limit and was passed over; the number is its length.
    case oversized(Int64)
  }

  private var reader: ByteReader
  private let arrays: Set<String>
  private let limits: Limits

  /// `arrays` names the members whose arrays are delivered element by element.
  init(_ path: FilePath, arrays: Set<String>, limits: Limits = Limits()) throws(FileError) {
    reader = try ByteReader(path)
    self.arrays = arrays
    self.limits = limits
  }

  /// Reads the file to its end; the second argument of `body` is where in the file the piece begins.
  mutating func scan(_ body: (Piece, Int64) throws -> Void) throws {
    try skipByteOrderMark()
    switch try next() {
    case UInt8(ascii: "{"): try scanObject(body)
    case UInt8(ascii: "["): try scanArray(named: "", body)
    default: throw error(.unexpected)
    }
    try skipSpace()
    guard try reader.peek() == nil else { throw error(.trailing) }
  }

  private mutating func scanObject(_ body: (Piece, Int64) throws -> Void) throws {
    reader.skip()
    if try next() == UInt8(ascii: "}") { return reader.skip() }
    var count = 0
    repeat {
      count += 1
      guard count <= limits.members, try next() == UInt8(ascii: "\"") else {
        throw error(.unexpected)
      }
      let name = try memberName()
      guard try next() == UInt8(ascii: ":") else { throw error(.unexpected) }
      reader.skip()
      if try next() == UInt8(ascii: "["), arrays.contains(name) {
        try scanArray(named: name, body)
      } else {
        try capture(limit: limits.member) { content, offset in
          try body(.member(name: name, content: content), offset)
        }
      }
    } while try hasNext(before: UInt8(ascii: "}"))
  }

  private mutating func scanArray(
    named name: String, _ body: (Piece, Int64) throws -> Void
  ) throws {
    try body(.arrayStarts(name), reader.offset)
    reader.skip()
    if try next() == UInt8(ascii: "]") { return reader.skip() }
    repeat {
      _ = try next()
      try capture(limit: limits.element) { content, offset in
        try body(.element(of: name, content: content), offset)
      }
    } while try hasNext(before: UInt8(ascii: "]"))
  }

  private mutating func memberName() throws -> String {
    var name: String?
    try capture(limit: 1024) { content, offset in
      if case .bytes(let bytes) = content { name = try JSONParser.parse(bytes).string }
      if name == nil { throw JSONError(offset: Int(offset), reason: .unexpected) }
    }
    return name ?? ""
  }

  /// Lends the bytes of the value that begins at the next byte, and passes them.
  private mutating func capture(
    limit: Int, _ body: (Content, Int64) throws -> Void
  ) throws {
    let start = reader.offset
    var boundary = ValueBoundary()
    var held = 0
    repeat {
      let chunk = try reader.bytes(behind: held)
      guard !chunk.isEmpty else { throw error(.truncated, behind: held) }
      held += boundary.advance(over: chunk)
      if let reason = boundary.failure { throw error(reason, behind: held) }
      if held > limit {
        reader.skip(held)
        held = 0
      }
    } while !boundary.isPassed
    let length = reader.offset - start + Int64(held)
    guard length > 0 else { throw error(.unexpected) }
    // What was passed already is too long to be lent.
    try body(length > Int64(held) ? .oversized(length) : .bytes(reader.bytes(held)), start)
    reader.skip(held)
  }

  private mutating func hasNext(before close: UInt8) throws -> Bool {
    let byte = try next()
    guard byte == UInt8(ascii: ",") || byte == close else { throw error(.unexpected) }
    reader.skip()
    return byte != close
  }

  /// The next byte that is no space; it stays.
  private mutating func next() throws -> UInt8 {
    try skipSpace()
    guard let byte = try reader.peek() else { throw error(.truncated) }
    return byte
  }

  private mutating func skipSpace() throws {
    while let byte = try reader.peek(), byte == 0x20 || (0x09...0x0d).contains(byte) {
      reader.skip()
    }
  }

  private mutating func skipByteOrderMark() throws {
    for byte: UInt8 in [0xef, 0xbb, 0xbf] {
      guard try reader.peek() == byte else { return }
      reader.skip()
    }
  }

  private func error(_ reason: JSONError.Reason, behind held: Int = 0) -> JSONError {
    JSONError(offset: Int(reader.offset) + held, reason: reason)
  }
}

/// Finds the end of one JSON value in bytes that arrive in chunks, by brackets and strings alone.
private struct ValueBoundary {
  private(set) var isPassed = false
  private(set) var failure: JSONError.Reason?
  private var depth = 0
  /// Whether each open bracket is a square one, the innermost in the lowest bit.
  private var squares: UInt64 = 0
  private var isInString = false
  private var isEscaped = false
  private var isScalar = false

  /// Looks at the bytes up to the value's end and returns how many belong to it.
  mutating func advance(over chunk: UnsafeRawBufferPointer) -> Int {
    var index = 0
    while index < chunk.count {
      if isInString {
        index = skipString(chunk, from: index)
        if !isInString && depth == 0 { return end(after: index) }
        continue
      }
      let byte = chunk[index]
      switch byte {
      case UInt8(ascii: "\""):
        guard !isScalar else { return fail(.unexpected, at: index) }
        isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard !isScalar else { return fail(.unexpected, at: index) }
        guard depth < JSONParser.depthLimit else { return fail(.depth, at: index) }
        squares = squares << 1 | (byte == UInt8(ascii: "[") ? 1 : 0)
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return end(after: index) }
        guard squares & 1 == (byte == UInt8(ascii: "]") ? 1 : 0) else {
          return fail(.unexpected, at: index)
        }
        squares >>= 1
        depth -= 1
        if depth == 0 { return end(after: index + 1) }
      case UInt8(ascii: ","), 0x20, 0x09...0x0d:
        if depth == 0 { return end(after: index) }
      default:
        if depth == 0 { isScalar = true }
      }
      index += 1
    }
    return index
  }

  /// The index after the string's end, or the end of the chunk.
  private mutating func skipString(_ chunk: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = isEscaped ? start + 1 : start
    isEscaped = false
    var quote = endOfString(chunk, from: index)
    while let escape = chunk.first(UInt8(ascii: "\\"), in: index..<quote) {
      index = escape + 2  // what follows a backslash ends no string
      if index > chunk.count {
        isEscaped = true
        return chunk.count
      }
      if index > quote { quote = endOfString(chunk, from: index) }
    }
    guard quote < chunk.count else { return chunk.count }
    isInString = false
    return quote + 1
  }

  /// The next quotation mark, or the end of the chunk.
  private func endOfString(_ chunk: UnsafeRawBufferPointer, from index: Int) -> Int {
    chunk.first(UInt8(ascii: "\""), in: index..<chunk.count) ?? chunk.count
  }

  private mutating func end(after index: Int) -> Int {
    isPassed = true
    return index
  }

  private mutating func fail(_ reason: JSONError.Reason, at index: Int) -> Int {
    failure = reason
    isPassed = true
    return index
  }
}

extension UnsafeRawBufferPointer {
  /// Where a byte first stands in a range; the C library looks at 32 at a time.
  fileprivate func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard let baseAddress,
      let found = memchr(baseAddress + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - baseAddress
  }
}
