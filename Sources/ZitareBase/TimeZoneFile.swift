import Glibc

/// What a TZif file of version 2 or later says (RFC 9636).
struct TimeZoneFile {
  struct Transition: Hashable {
    /// Seconds since the epoch.
    let time: Int64
    /// Seconds east of Greenwich from then on.
    let offset: Int64
  }

  /// The offset before the first transition.
  let initialOffset: Int64
  /// In ascending order.
  let transitions: [Transition]
  /// The rules after the last transition; nil where the file ends with an unknown future.
  let footer: TimeZoneFooter?

  /// Far above the largest file of the time zone database (4 KB).
  private static let sizeLimit = 256 << 10

  init(identifier: String, directory: FilePath) throws(TimeZoneError) {
    guard Self.isName(identifier) else { throw .notAName(identifier) }
    let path = directory.appending(identifier)
    let bytes: [UInt8]?
    do {
      bytes = try Files.read(path, limit: Self.sizeLimit)
    } catch {
      switch error.code {
      case EISDIR: throw .region(identifier)
      case ENOTDIR: bytes = nil
      default: throw .unreadable(error)
      }
    }
    guard let bytes else {
      throw .unknown(
        identifier, directory: directory, nearest: Self.nearest(to: identifier, in: directory))
    }
    do {
      try self.init(bytes)
    } catch {
      throw .malformed(path, reason: error.reason)
    }
  }

  /// Names have parts of letters, digits, `_`, `+` and `-`, so none leads out of its folder.
  static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= 100 else { return false }
    return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { part in
        !part.isEmpty && part.first != UInt8(ascii: "-")
          && part.allSatisfy { $0.isNameCharacter }
      }
  }

  /// The zone most like a misspelt one, looked for in the folder that was named.
  private static func nearest(to name: String, in directory: FilePath) -> String? {
    let region = name.lastIndex(of: "/").map { name[...$0] } ?? ""
    let folder = region.isEmpty ? directory : directory.appending(String(region.dropLast()))
    // A folder that cannot be listed costs the hint, not the error it belongs to.
    guard let names = try? Files.names(in: folder) else { return nil }
    return nearestName(to: name, in: names.filter(isName).map { region + $0 })
  }
}

extension TimeZoneFile {
  struct Malformed: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// Decodes a whole file.
  init(_ bytes: [UInt8]) throws(Malformed) {
    let first = try Header(bytes, at: 0)
    guard first.version >= 2 else {
      throw Malformed("it has version 1, whose times end in 2038")
    }
    // The block for old readers, with 32-bit times, is passed over.
    let start = Header.length + first.bodyLength(timeSize: 4)
    let header = try Header(bytes, at: start)
    guard header.leapSeconds == 0 else {
      throw Malformed("it counts leap seconds; use the zone of that name outside right/")
    }
    let body = start + Header.length
    let end = body + header.bodyLength(timeSize: 8)
    guard end <= bytes.count else { throw Malformed("it is cut short") }

    let offsets = try Self.offsets(bytes, at: body + header.transitions * 9, count: header.types)
    var transitions: [Transition] = []
    for index in 0..<header.transitions {
      let type = Int(bytes[body + header.transitions * 8 + index])
      let time = Int64(bitPattern: bytes.bigEndian(at: body + index * 8, count: 8))
      guard type < offsets.count else { throw Malformed("a transition has no type") }
      guard transitions.last.map({ $0.time < time }) ?? true else {
        throw Malformed("its transitions are out of order")
      }
      transitions.append(Transition(time: time, offset: offsets[type]))
    }
    self.transitions = transitions
    initialOffset = offsets[0]
    footer = try Self.footer(bytes[end...])
  }

  private static func offsets(
    _ bytes: [UInt8], at start: Int, count: Int
  ) throws(Malformed) -> [Int64] {
    var offsets: [Int64] = []
    for index in 0..<count {
      let bits = UInt32(truncatingIfNeeded: bytes.bigEndian(at: start + index * 6, count: 4))
      let offset = Int64(Int32(bitPattern: bits))
      guard abs(offset) < TimeZoneRules.largestOffset else {
        throw Malformed("an offset of \(offset) seconds is out of range")
      }
      offsets.append(offset)
    }
    return offsets
  }

  /// The line between two newlines at the end of the file; an empty one says nothing.
  private static func footer(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> TimeZoneFooter? {
    let newline = UInt8(ascii: "\n")
    let line = bytes.dropFirst().prefix { $0 != newline }
    guard bytes.first == newline, line.endIndex < bytes.endIndex else {
      throw Malformed("it has no footer")
    }
    if line.isEmpty { return nil }
    guard let footer = TimeZoneFooter(line) else {
      throw Malformed("its footer \(String(decoding: line, as: UTF8.self).debugDescription) is odd")
    }
    return footer
  }

  /// The fixed part before each of the two data blocks.
  private struct Header {
    static let length = 44

    /// 1 where the file says none.
    let version: Int
    let transitions: Int
    let types: Int
    let leapSeconds: Int
    private let characters: Int
    private let indicators: Int

    init(_ bytes: [UInt8], at start: Int) throws(Malformed) {
      guard bytes.count >= start + Self.length, bytes[start..<start + 4].elementsEqual("TZif".utf8)
      else { throw Malformed("it does not say TZif where it should") }
      let mark = bytes[start + 4]
      version = mark == 0 ? 1 : Int(mark) - Int(UInt8(ascii: "0"))
      func count(_ index: Int) -> Int {
        Int(bytes.bigEndian(at: start + 20 + index * 4, count: 4))
      }
      indicators = count(0) + count(1)
      leapSeconds = count(2)
      transitions = count(3)
      types = count(4)
      characters = count(5)
      guard (1...256).contains(types) else { throw Malformed("it has \(types) types of time") }
    }

    /// The bytes of the block after this header.
    func bodyLength(timeSize: Int) -> Int {
      transitions * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4)
        + indicators
    }
  }
}

extension UInt8 {
  var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isNameCharacter: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "+")
      || self == UInt8(ascii: "-")
  }
}

extension [UInt8] {
  fileprivate func bigEndian(at start: Int, count: Int) -> UInt64 {
    self[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
