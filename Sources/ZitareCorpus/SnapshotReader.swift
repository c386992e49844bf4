import ZitareBase

/// Reads a snapshot's file piece by piece and turns what is wrong with it as a whole into refusals.
struct SnapshotReader: ~Copyable {
  /// What a snapshot says of itself.
  struct Header {
    var generatedAt: Timestamp?
    var count: Int?
    var schedule: [CivilDate: String] = [:]
    var hasQuotes = false
    var hasTombstones = false
    /// A digest that `SnapshotBuilder` puts into its snapshots.
    var contentDigest: String?
  }

  enum Element {
    case quote, tombstone
  }

  private let path: FilePath
  private(set) var header = Header()

  init(_ path: FilePath) { self.path = path }

  /// Hands over each element and where in the file it begins; the header is complete afterwards.
  mutating func read(
    _ body: (Element, JSONElementScanner.Content, Int64) throws -> Void
  ) throws {
    var header = Header()
    try Self.scan(path, arrays: [WireFormat.quotes, WireFormat.tombstones]) { piece, offset in
      switch piece {
      case .element(let array, let content):
        guard !array.isEmpty else { throw RefreshRefusal.notSnapshot("it is an array") }
        try body(array == WireFormat.quotes ? .quote : .tombstone, content, offset)
      case .arrayStarts(let name): try header.note(arrayNamed: name)
      case .member(let name, let content): try header.take(name, content)
      }
    }
    guard header.hasQuotes else { throw RefreshRefusal.notSnapshot("it has no list of quotes") }
    self.header = header
  }

  /// Scans any JSON file; syntax errors become refusals, which name the file if it is `named`.
  static func scan(
    _ path: FilePath, arrays: Set<String>, named name: String? = nil,
    _ body: (JSONElementScanner.Piece, Int64) throws -> Void
  ) throws {
    let prefix = name.map { "\($0): " } ?? ""
    do {
      var scanner = try JSONElementScanner(path, arrays: arrays)
      try scanner.scan(body)
    } catch let error as JSONError {
      switch try firstByte(of: path) {
      case nil: throw RefreshRefusal.empty
      case UInt8(ascii: "<"): throw RefreshRefusal.html
      default: throw RefreshRefusal.notJSON(prefix + error.description)
      }
    }
  }

  /// The first byte that is neither space nor byte order mark.
  private static func firstByte(of path: FilePath) throws -> UInt8? {
    var reader = try ByteReader(path, chunk: 4096)
    while let byte = try reader.peek() {
      let isSpace = byte <= 0x20 || byte == 0xef || byte == 0xbb || byte == 0xbf
      guard isSpace else { return byte }
      reader.skip()
    }
    return nil
  }
}

extension SnapshotReader.Header {
  fileprivate mutating func note(arrayNamed name: String) throws {
    switch name {
    case WireFormat.quotes:
      guard !hasQuotes else { throw RefreshRefusal.notSnapshot("it has two lists of quotes") }
      hasQuotes = true
    case WireFormat.tombstones: hasTombstones = true
    default: break
    }
  }

  fileprivate mutating func take(
    _ name: String, _ content: JSONElementScanner.Content
  ) throws {
    let known = [
      WireFormat.generatedAt, WireFormat.count, WireFormat.daily, WireFormat.contentDigest,
    ]
    guard known.contains(name) else { return }
    guard case .bytes(let bytes) = content else {
      throw RefreshRefusal.notSnapshot("its field \(name) is too long")
    }
    let value = try JSONParser.parse(bytes)
    switch name {
    case WireFormat.generatedAt where value != .null:
      guard let instant = value.string.flatMap(WireFormat.instant) else {
        throw RefreshRefusal.notSnapshot("its field generatedAt is no instant")
      }
      generatedAt = instant
    case WireFormat.count where value != .null:
      guard let count = value.integer, count >= 0 else {
        throw RefreshRefusal.notSnapshot("its field count is no count")
      }
      self.count = count
    case WireFormat.daily: schedule = WireFormat.schedule(from: value)
    case WireFormat.contentDigest: contentDigest = value.string
    default: break
    }
  }
}
