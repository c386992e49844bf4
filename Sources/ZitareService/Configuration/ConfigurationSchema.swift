import Glibc
public import ZitareBase

/// All keys that a program's configuration may have.
public struct ConfigurationSchema: Sendable {
  /// Beyond this a file is no configuration.
  public static let fileLimit = 256 << 10

  public let fields: [ConfigurationField]
  private let byPath: [String: ConfigurationField]
  private let sections: Set<String>
  private let isPartial: Bool

  /// - Parameter isPartial: whether the file has keys for other programs, too, which are skipped.
  public init(_ fields: [ConfigurationField], isPartial: Bool = false) {
    self.fields = fields
    self.isPartial = isPartial
    byPath = Dictionary(fields.map { ($0.path, $0) }) { first, _ in
      preconditionFailure("the key \(first.path) is twice in the schema")
    }
    sections = Set(fields.flatMap { Self.sections(above: $0.path) })
  }

  /// The configuration without a file.
  public func standard() -> Configuration {
    Configuration(
      schema: self,
      settings: byPath.mapValues { .init(value: $0.standard, source: .standard) })
  }

  /// Reads a file; where there is none it holds the defaults, unless it is `required`.
  public func read(_ path: FilePath, required: Bool = false) throws(ConfigurationError)
    -> Configuration
  {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try Files.read(path, limit: Self.fileLimit)
    } catch {
      let fault: ConfigurationError.Fault =
        error.code == EFBIG ? .tooLarge(limit: Self.fileLimit) : .unreadable(reason: "\(error)")
      throw ConfigurationError(source: .file(path, line: 1), fault: fault)
    }
    if let bytes { return try decode(bytes, file: path) }
    guard !required else {
      throw ConfigurationError(
        source: .file(path, line: 1), fault: .unreadable(reason: "there is no such file"))
    }
    return standard()
  }

  /// Reads the text of a file, whose name is for errors.
  public func decode(_ bytes: [UInt8], file: FilePath) throws(ConfigurationError) -> Configuration {
    let entries: [TomlDocument.Entry]
    do throws(TomlDocument.Fault) {
      entries = try TomlDocument(bytes).entries
    } catch {
      throw ConfigurationError(
        source: .file(file, line: error.line),
        fault: .syntax(column: error.column, reason: error.reason))
    }
    var configuration = standard()
    var index = 0
    while index < entries.count {
      let entry = entries[index]
      index += 1
      let source = ConfigurationSource.file(file, line: entry.line)
      guard let field = byPath[entry.key] else {
        if isPartial || entry.kind == .table && sections.contains(entry.key) { continue }
        throw unknown(entry.key, source)
      }
      var elements: [TomlDocument.Entry] = []
      while index < entries.count, entries[index].key.hasPrefix(entry.key + "[") {
        elements.append(entries[index])
        index += 1
      }
      let value = try value(of: field, entry, elements, file)
      configuration.settings[field.path] = .init(value: value, source: source)
    }
    return configuration
  }

  func unknown(_ key: String, _ source: ConfigurationSource) -> ConfigurationError {
    let name = key.split(separator: ".").last.map(String.init) ?? key
    let nearest =
      nearestName(to: key, in: fields.map(\.path)) ?? nearestName(to: key, in: sections)
      ?? fields.first { $0.name == name }?.path
    return ConfigurationError(source: source, fault: .unknownKey(key, nearest: nearest))
  }

  func field(_ path: String) -> ConfigurationField? { byPath[path] }

  private func value(
    of field: ConfigurationField, _ entry: TomlDocument.Entry, _ elements: [TomlDocument.Entry],
    _ file: FilePath
  ) throws(ConfigurationError) -> ConfigurationValue {
    let source = ConfigurationSource.file(file, line: entry.line)
    switch (field.form, entry.kind) {
    case (.text, .string), (.duration, .string): return try field.value(of: entry.text, source)
    case (.boolean, .boolean), (.integer, .integer): return try field.value(of: entry.text, source)
    case (.list, .array):
      for element in elements {
        let source = ConfigurationSource.file(file, line: element.line)
        guard element.kind == .string else {
          throw field.wrongType("\(element.kind.noun) in it", source)
        }
        try field.check(element.text, source)
      }
      return .list(elements.map(\.text))
    default: throw field.wrongType(entry.kind.noun, source)
    }
  }

  /// `a` and `a.b` for `a.b.c`.
  private static func sections(above path: String) -> [String] {
    path.indices.filter { path[$0] == "." }.map { String(path[..<$0]) }
  }
}
