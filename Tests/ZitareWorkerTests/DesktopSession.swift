import Glibc
import TestSupport
import Testing
import ZitareBase

/// A session bus of its own, on which the installed provider can be started.
struct DesktopSession {
  let home: Home
  let prefix: FilePath
  /// Where `xdg-open` of this session writes what it was to open.
  let opened: FilePath

  /// Installs what was built with the tests.
  init(_ home: Home) throws {
    self.home = home
    prefix = home.folder.appending("prefix&more")
    opened = home.folder.appending("opened")
    let installed = try ZitareWorkerTests.run(
      Self.package.appending("scripts/install").string, Home.program.parent.string,
      environment: ["PREFIX": prefix.string])
    #expect(installed.status == 0, "\(installed.errors)")
    let opener = try home.folder.write(
      "bin/xdg-open", "#!/bin/sh\nprintf '%s\\n' \"$1\" >>'\(opened)'\n".utf8)
    chmod(opener.string, 0o755)
  }

  static let package = FilePath(#filePath).parent.parent.parent

  var provider: String { prefix.appending("libexec/zitare-search-provider").string }

  private var environment: [String: String] {
    home.environment.merging([
      "XDG_DATA_DIRS": "\(prefix.appending("share")):/usr/share",
      "PATH": "\(home.folder.appending("bin")):/usr/bin:/bin",
    ]) { $1 }
  }

  /// Runs shell commands on one bus and returns what each of them printed, errors included.
  ///
  /// - Parameter words: a program that the bus is started by.
  func run(under words: [String] = [], _ commands: [String]) throws -> [String] {
    let marker = "=-=-="
    let script = commands.map { "{ \($0)\n} 2>&1\nprintf '\(marker)'\n" }.joined()
    let call = words + ["/usr/bin/dbus-run-session", "--", "/bin/bash", "-c", script]
    let result = try ChildProcess(
      FilePath(call[0]), Array(call.dropFirst()), environment: environment
    ).wait()
    #expect(result.status == 0, "\(result.errors)")
    let outputs = result.output.split(separator: marker, omittingEmptySubsequences: false)
      .dropLast()
    #expect(outputs.count == commands.count, "\(result.output)\(result.errors)")
    return outputs.map { $0.last == "\n" ? String($0.dropLast()) : String($0) }
  }

  /// The addresses that were opened so far.
  func openings() throws -> [String] {
    String(decoding: try Files.read(opened) ?? [], as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// A call of the Shell's interface, answered as JSON.
  static func provider(_ method: String, _ signature: String, _ arguments: String...) -> String {
    call(
      "/ev/mana/zitare/SearchProvider org.gnome.Shell.SearchProvider2", method, signature,
      arguments)
  }

  /// A call of KRunner's interface, answered as JSON.
  static func runner(_ method: String, _ signature: String = "", _ arguments: String...) -> String {
    call("/ev/mana/zitare/Runner org.kde.krunner1", method, signature, arguments)
  }

  /// A list of texts as arguments of a call.
  static func texts(_ texts: String...) -> String {
    ([String(texts.count)] + texts.map(quoted)).joined(separator: " ")
  }

  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  private static func call(
    _ object: String, _ method: String, _ signature: String, _ arguments: [String]
  ) -> String {
    let words = ["busctl --user --json=short -- call ev.mana.zitare.Search", object, method]
    return (words + (signature.isEmpty ? [] : [signature]) + arguments).joined(separator: " ")
  }
}

/// What `busctl --json=short call` prints.
struct BusAnswer<Value: Decodable>: Decodable {
  let type: String
  let data: [Value]

  init(_ text: String) throws { self = try decode(BusAnswer.self, text) }
}

/// A value of a dictionary on the bus, as far as tests look at it.
struct BusVariant: Decodable, Equatable {
  let type: String
  let text: String?
  let texts: [String]?
  let number: Int?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    type = try container.decode(String.self, forKey: .type)
    text = try? container.decode(String.self, forKey: .data)
    texts = try? container.decode([String].self, forKey: .data)
    number = try? container.decode(Int.self, forKey: .data)
  }

  private enum Key: String, CodingKey { case type, data }
}
