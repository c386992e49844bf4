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
    case bytes([UInt8])
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
        let offset = reader.offset
        try body(.member(name: name, content: try capture(limit: limits.member)), offset)
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
      let offset = reader.offset
      try body(.element(of: name, content: try capture(limit: limits.element)), offset)
    } while try hasNext(before: UInt8(ascii: "]"))
  }

  private mutating func memberName() throws -> String {
    let offset = Int(reader.offset)
    guard case .bytes(let bytes) = try capture(limit: 1024),
      let name = try JSONParser.parse(bytes).string
    else { throw JSONError(offset: offset, reason: .unexpected) }
    return name
  }

  /// The bytes of the value that begins at the next byte.
  private mutating func capture(limit: Int) throws -> Content {
    var boundary = ValueBoundary()
    var captured: [UInt8] = []
    var length: Int64 = 0
    while !boundary.isPassed {
      let isMore = try reader.consume { chunk in
        let count = boundary.advance(over: chunk)
        length += Int64(count)
        if length <= Int64(limit) { captured.append(contentsOf: chunk[..<count]) }
        return count
      }
      if let reason = boundary.failure { throw error(reason) }
      guard isMore else { throw error(.truncated) }
    }
    guard length > 0 else { throw error(.unexpected) }
    return length <= Int64(limit) ? .bytes(captured) : .oversized(length)
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

  private func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(offset: Int(reader.offset), reason: reason)
  }
}

/// Finds the end of one JSON value in bytes that arrive in chunks, by brackets and strings alone.
private struct ValueBoundary {
  private(set) var isPassed = false
  private(set) var failure: JSONError.Reason?
  private var closers: [UInt8] = []
  private var isInString = false
  private var isEscaped = false
  private var isScalar = false

  /// Looks at the bytes up to the value's end and returns how many belong to it.
  mutating func advance(over chunk: UnsafeRawBufferPointer) -> Int {
    var index = 0
    while index < chunk.count {
      if isInString {
        index = skipString(chunk, from: index)
        if !isInString && closers.isEmpty { return end(after: index) }
        continue
      }
      let byte = chunk[index]
      switch byte {
      case UInt8(ascii: "\""):
        guard !isScalar else { return fail(.unexpected, at: index) }
        isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard !isScalar else { return fail(.unexpected, at: index) }
        guard closers.count < JSONParser.depthLimit else { return fail(.depth, at: index) }
        closers.append(byte + 2)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if closers.isEmpty { return end(after: index) }
        guard closers.popLast() == byte else { return fail(.unexpected, at: index) }
        if closers.isEmpty { return end(after: index + 1) }
      case UInt8(ascii: ","), 0x20, 0x09...0x0d:
        if closers.isEmpty { return end(after: index) }
      default:
        if closers.isEmpty { isScalar = true }
      }
      index += 1
    }
    return index
  }

  /// The index after the string's end, or the end of the chunk.
  private mutating func skipString(_ chunk: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index < chunk.count {
      let byte = chunk[index]
      index += 1
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        return index
      }
    }
    return index
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
