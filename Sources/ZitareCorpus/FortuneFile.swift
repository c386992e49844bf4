import Glibc
public import ZitareBase

/// A text file of fortune-mod: records that end with a line `%`.
public struct FortuneFile: Sendable, Equatable {
  /// The largest record; a longer one is skipped, so that memory stays bounded by it.
  public static let recordLimit = 64 << 10

  public let path: FilePath
  /// The language of its records, nil where each must tell by its words.
  public let language: String?

  public init(_ path: FilePath, language: String? = nil) {
    self.path = path
    self.language = language
  }

  /// One record as it stands in the file.
  struct Record {
    /// The number of its first line, from 1.
    let line: Int
    /// Its lines without line ends and control characters; none if it was longer than the limit.
    let lines: [String]
    let isTooLong: Bool
  }

  /// Calls `body` with every record in turn, empty ones left out.
  ///
  /// Lines beginning with `%%` are comments. A record that is not UTF-8 is read as ISO 8859-1.
  func forEachRecord(_ body: (Record) throws -> Void) throws {
    var splitter = FortuneSplitter()
    try forEachChunk { chunk in
      for byte in chunk {
        if let record = splitter.add(byte) { try body(record) }
      }
    }
    if let record = splitter.finish() { try body(record) }
  }

  /// Calls `body` with the file's bytes, piece by piece.
  func forEachChunk(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    // A pipe in place of the file must not stop the reader.
    let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FortuneError.file(FileError("open", path, code: errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FortuneError.notAFile(path)
    }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FortuneError.file(FileError("read", path, code: errno)) }
      guard count > 0 else { return }
      try body(buffer[..<count])
    }
  }
}

/// Cuts a stream of bytes into records.
private struct FortuneSplitter {
  private var record: [UInt8] = []
  private var line: [UInt8] = []
  private var isTooLong = false
  private var number = 1
  private var firstLine = 1

  /// Takes one byte; the record that it ends, if it ends one that is not empty.
  mutating func add(_ byte: UInt8) -> FortuneFile.Record? {
    guard byte == UInt8(ascii: "\n") else {
      if line.count < FortuneFile.recordLimit { line.append(byte) } else { isTooLong = true }
      return nil
    }
    defer {
      number += 1
      line.removeAll(keepingCapacity: true)
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if line == [percent] {
      defer { firstLine = number + 1 }
      return take()
    }
    addLine()
    return nil
  }

  /// The record that the end of the file ends, with or without a line `%`.
  mutating func finish() -> FortuneFile.Record? {
    if line != [percent] { addLine() }
    return take()
  }

  private let percent = UInt8(ascii: "%")

  private mutating func addLine() {
    if line.starts(with: [percent, percent]) { return }
    guard !isTooLong, record.count + line.count < FortuneFile.recordLimit else {
      isTooLong = true
      record = []
      return
    }
    record += line
    record.append(UInt8(ascii: "\n"))
  }

  private mutating func take() -> FortuneFile.Record? {
    defer {
      record.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    if isTooLong { return FortuneFile.Record(line: firstLine, lines: [], isTooLong: true) }
    guard record.contains(where: { $0 > 0x20 }) else { return nil }
    let lines = FortuneLines.decode(record)
    return FortuneFile.Record(line: firstLine, lines: lines, isTooLong: false)
  }
}
