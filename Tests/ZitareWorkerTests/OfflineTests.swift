import TestSupport
import Testing
import ZitareBase

@Suite("Without a network")
struct OfflineTests {
  /// A network namespace of its own, in which not even the loopback interface is up.
  private static let isolation = ["/usr/bin/unshare", "--map-root-user", "--net"]

  private static var canIsolate: Bool {
    (try? run("/usr/bin/unshare", "--map-root-user", "--net", "true").status) == 0
  }

  @Test("import, index, render, search and the quotation of the day work", .enabled(if: canIsolate))
  func works() throws {
    let home = try Home.withFortunes(Home.texts)
    let commands = [
      ["refresh"], ["index"], ["render"], ["search", "Mensch"], ["today"], ["status"], ["run"], [],
    ]
    for command in commands {
      let result = try home.start(under: Self.isolation, command).wait()
      #expect(result.status == 0, "\(command): \(result.errors)")
      #expect(result.errors == "", "\(command)")
    }
    let search = try home.start(under: Self.isolation, ["search", "--json", "Ketten"]).wait()
    #expect(try lines(Hit.self, search.output).map(\.text) == [Home.texts[0]])
  }

  @Test(
    "refreshing from the web ends with one clear line and 75, and the old corpus stays",
    .enabled(if: canIsolate), arguments: ["127.0.0.1", "zitare.invalid"])
  func refresh(host: String) throws {
    var home = try Home.withFortunes(Home.texts)
    #expect(try home.run("run").status == 0)
    let fortunes = home.origins
    home.origins = ["http://\(host):9/index-full.json"] + fortunes
    let before = try home.hits("Mensch").map(\.slug)
    for command in ["refresh", "run"] {
      let result = try home.start(under: Self.isolation, [command]).wait()
      #expect(result.status == 75, "\(command): \(result.errors)")
      let errors = result.errors.split(separator: "\n")
      #expect(errors.count == 1, "\(command): \(result.errors)")
      #expect(errors.first?.contains("is not reachable, the corpus stays as it is") == true)
      #expect(errors.first?.contains(host) == true)
    }
    #expect(try home.hits("Mensch").map(\.slug) == before)
  }

  @Test("a submission waits for the network", .enabled(if: canIsolate))
  func submission() throws {
    let home = try Home.withFortunes(Home.texts)
    try home.configure("[submit]\napi = \"http://127.0.0.1:9\"\n")
    let result = try home.start(under: Self.isolation, ["submit", "--text", "Hallo"]).wait()
    #expect(result.status == 75)
    #expect(try home.submissions().map(\.state) == ["pending"])
  }
}
