import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("zitare index")
struct IndexTests {
  private struct Status: Decodable {
    let generation: Int
    let documents: Int
    let revision: Int
    let changesSinceCompaction: Int
    let bytes: Int
    let verifiedAt: String?
    let isInterrupted: Bool
  }

  private struct Verification: Decodable {
    let isSound: Bool
    let damage: [String]
    let isInterrupted: Bool
  }

  private func status(_ home: Home) throws -> Status {
    let result = try home.run("index", "--status", "--json")
    #expect(result.status == 0, "\(result.errors)")
    return try decode(Status.self, result.output)
  }

  @Test("before there is an index, status and verify say how to get one")
  func missing() throws {
    let home = try Home.withFortunes(Home.texts)
    for task in ["--status", "--verify"] {
      let result = try home.run("index", task)
      #expect(result.status == 75, "\(task)")
      #expect(result.errors.contains("zitare index"), "\(result.errors)")
    }
  }

  @Test("only one task can be given")
  func oneTask() throws {
    let result = try Home().run("index", "--verify", "--rebuild")
    #expect(result.status == 64)
    #expect(result.errors.contains("--repair"))
  }

  @Test("damage is named by verify, and repair builds the index anew; a rebuild always does")
  func damage() throws {
    let home = try Home.withFortunes(Home.texts)
    #expect(try home.run("run").status == 0)
    let first = try status(home)
    #expect(first.documents == 3)
    #expect(first.verifiedAt != nil)
    #expect(first.bytes > 0)
    #expect(!first.isInterrupted)
    let sound = try home.run("index", "--verify")
    #expect(sound.status == 0)
    #expect(sound.output.contains("all as they were written"))

    let generation = home.data.appending("index/generation-\(first.generation)")
    let descriptor = open(generation.appending("position.glass").string, O_WRONLY)
    var byte: UInt8 = 0xaa
    #expect(pwrite(descriptor, &byte, 1, 5000) == 1)
    close(descriptor)
    let damaged = try home.run("index", "--verify")
    #expect(damaged.status == 65)
    #expect(damaged.output.hasPrefix("position.glass: 1 of "))
    #expect(damaged.errors.contains("zitare index --repair"))
    let object = try home.run("index", "--verify", "--json")
    #expect(object.status == 65)
    let found = try decode(Verification.self, object.output)
    #expect(!found.isSound)
    #expect(found.damage.count == 1)

    #expect(try home.run("index", "--repair").status == 0)
    let repaired = try status(home)
    #expect(repaired.generation > first.generation)
    #expect(repaired.documents == 3)
    #expect(try home.run("index", "--verify").status == 0)
    #expect(try home.run("index", "--repair").status == 0)
    #expect(try status(home).generation == repaired.generation)
    #expect(try home.run("index", "--rebuild").status == 0)
    #expect(try status(home).generation > repaired.generation)
    #expect(try home.hits("Mensch").count == 3)
  }

  @Test("what people read is in the locale's language")
  func languages() throws {
    var home = try Home.withFortunes(Home.texts)
    #expect(try home.run("run").status == 0)
    home.variables["LANG"] = "de_DE.UTF-8"
    let result = try home.run("index", "--status")
    #expect(result.output.hasPrefix("3 Dokumente, Stand 1"), "\(result.output)")
    #expect(result.output.contains("zuletzt geprüft"))
  }
}
