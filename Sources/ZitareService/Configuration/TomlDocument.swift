import CToml

/// A configuration text as a flat list of entries: keys in byte order, elements after their array.
struct TomlDocument {
  enum Kind: Sendable {
    case string, integer, real, boolean, date, array, table
  }

  struct Entry: Sendable {
    /// Names joined by dots; elements of an array are `key[0]` and so on.
    let key: String
    let kind: Kind
    let text: String
    let line: Int
    let column: Int
  }

  struct Fault: Error {
    let reason: String
    let line: Int
    let column: Int
  }

  let entries: [Entry]

  init(_ bytes: [UInt8]) throws(Fault) {
    let handle = bytes.withUnsafeBytes { buffer in
      ct_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    guard let handle else { fatalError("no memory for a configuration file") }
    defer { ct_free(handle) }
    var line: UInt32 = 0
    var column: UInt32 = 0
    if let reason = ct_error(handle, &line, &column) {
      throw Fault(reason: String(cString: reason), line: Int(line), column: Int(column))
    }
    entries = (0..<ct_count(handle)).map { Entry(ct_entry_at(handle, $0)) }
  }
}

extension TomlDocument.Entry {
  fileprivate init(_ entry: ct_entry) {
    func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
      String(
        decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
    key = text(entry.key, entry.key_length)
    kind = TomlDocument.Kind(entry.type)
    self.text = text(entry.text, entry.text_length)
    line = Int(entry.line)
    column = Int(entry.column)
  }
}

extension TomlDocument.Kind {
  fileprivate init(_ type: ct_type) {
    switch type {
    case CT_STRING: self = .string
    case CT_INTEGER: self = .integer
    case CT_REAL: self = .real
    case CT_BOOLEAN: self = .boolean
    case CT_DATE: self = .date
    case CT_ARRAY: self = .array
    case CT_TABLE: self = .table
    default: fatalError("CToml knows an entry type that TomlDocument does not: \(type)")
    }
  }

  /// With an article, as in "takes a text, not a number".
  var noun: String {
    switch self {
    case .string: "a text"
    case .integer, .real: "a number"
    case .boolean: "true or false"
    case .date: "a date"
    case .array: "a list"
    case .table: "a section"
    }
  }
}
