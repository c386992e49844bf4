import TestSupport
import Testing
import ZitareBase

@Suite("The example configuration")
struct ExampleConfigurationTests {
  /// `config/zitare.toml` of this package.
  private static let file = FilePath(#filePath).parent.parent.parent
    .appending("config/zitare.toml")

  @Test("config/zitare.toml is what `zitare config --example` prints")
  func showsEveryKey() throws {
    let printed = try Home().run("config", "--example")
    #expect(printed.status == 0)
    let kept = try Files.read(Self.file, limit: 1 << 20)
    #expect(kept.map { String(decoding: $0, as: UTF8.self) } == printed.output)
  }

  @Test("config/zitare.toml is read without complaint")
  func decodes() throws {
    let result = try Home().run("--config", Self.file.string, "config")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.contains("\"https://zitare.com/index-full.json\"]  # \(Self.file):"))
  }

  @Test("the values it shows are the defaults")
  func showsDefaults() throws {
    func values(_ arguments: String...) throws -> [Substring] {
      let result = try Home().start(arguments + ["config"]).wait()
      return result.output.split(separator: "\n").map {
        $0[..<($0.firstRange(of: "  # ")?.lowerBound ?? $0.endIndex)]
      }
    }
    #expect(try values("--config", Self.file.string) == values())
  }
}
