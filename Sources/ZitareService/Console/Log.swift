import FoundationEssentials
import Glibc
public import ZitareBase

/// How much a log line matters; the raw values are syslog's (syslog(3)).
public enum LogLevel: Int, Sendable, Comparable, CaseIterable {
  case error = 3
  case warning = 4
  case notice = 5
  case info = 6
  case debug = 7

  /// More important ones are smaller.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

/// Lines for operators and their tools, in English: a message and what it is about.
public struct Log: Sendable {
  public enum Format: Sendable, Equatable {
    /// `<6>message key=value`: the journal adds the time itself (sd-daemon(3)).
    case journal
    /// `2026-03-29T01:00:00Z info message key=value`.
    case text
    /// One object per line.
    case json
  }

  public var format: Format
  /// Lines that matter less are dropped.
  public var threshold: LogLevel
  private let now: @Sendable () -> Timestamp
  private let write: @Sendable (String) -> Void

  public init(
    format: Format, threshold: LogLevel, now: @escaping @Sendable () -> Timestamp,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.format = format
    self.threshold = threshold
    self.now = now
    self.write = write
  }

  public func error(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    line(.error, message, fields)
  }
  public func warning(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    line(.warning, message, fields)
  }
  public func notice(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    line(.notice, message, fields)
  }
  public func info(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    line(.info, message, fields)
  }
  public func debug(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    line(.debug, message, fields)
  }

  /// Writes one line, whatever the texts hold.
  public func line(
    _ level: LogLevel, _ message: String, _ fields: KeyValuePairs<String, String> = [:]
  ) {
    guard level <= threshold else { return }
    switch format {
    case .journal: write("<\(level.rawValue)>\(text(message, fields))\n")
    case .text: write("\(now().iso8601) \(level) \(text(message, fields))\n")
    case .json: write(json(level, message, fields) + "\n")
    }
  }

  private func text(_ message: String, _ fields: KeyValuePairs<String, String>) -> String {
    fields.reduce(message.singleLine) { $0 + " \($1.key)=\(quoted($1.value.singleLine))" }
  }

  /// The value as it is, or in quotation marks where it would not end at a space.
  private func quoted(_ value: String) -> String {
    guard value.isEmpty || value.contains(where: { " \"=\\".contains($0) }) else { return value }
    return "\"" + value.reduce(into: "") { $0 += "\"\\".contains($1) ? "\\\($1)" : "\($1)" } + "\""
  }

  private func json(
    _ level: LogLevel, _ message: String, _ fields: KeyValuePairs<String, String>
  ) -> String {
    var object = ["time": now().iso8601, "level": "\(level)", "message": message.singleLine]
    for (key, value) in fields where object[key] == nil { object[key] = value.printable }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(object) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }

  /// Whether a descriptor is the journal's stream that systemd connected (`$JOURNAL_STREAM`).
  public static func isJournal(_ descriptor: Int32, environment: [String: String]) -> Bool {
    var status = stat()
    guard let stream = environment["JOURNAL_STREAM"], fstat(descriptor, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
