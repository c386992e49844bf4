import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("The time zone of the machine")
struct ZoneTests {
  /// What `payload.json` says, as far as this looks at it.
  private struct Kept: Decodable {
    struct Entry: Decodable { let date: String }
    let timeZone: String
    let timeline: [Entry]
  }

  private static let texts = (1...12).map { "Spruch Nummer \($0) hat ein Ende." }
  /// Two zones in which it is never the same day.
  private static let (first, last) = ("Pacific/Kiritimati", "Pacific/Pago_Pago")

  /// Starts a program with another folder in place of `/etc`, in a mount namespace of its own.
  private static let isolation = ["/usr/bin/unshare", "--map-root-user", "--mount"]
  private static let script = "unset TZ; mount --bind \"$0\" /etc && exec \"$@\""

  private static var canIsolate: Bool {
    (try? run("/usr/bin/unshare", "--map-root-user", "--mount", "mount", "--bind", "/tmp", "/mnt")
      .status) == 0
  }

  private func kept(_ home: Home) throws -> Kept? {
    try Files.read(home.state.appending("payload.json"))
      .map { try decode(Kept.self, String(decoding: $0, as: UTF8.self)) }
  }

  /// A folder to stand for `/etc`.
  private func etc(_ home: Home) throws -> FilePath {
    let folder = home.folder.path.appending("etc")
    try Files.makeFolder(folder)
    for name in ["passwd", "group", "ld.so.cache"] {
      guard let bytes = try Files.read(FilePath("/etc/\(name)")) else { continue }
      try Files.replace(folder.appending(name), with: bytes)
    }
    try set(Self.first, in: folder)
    return folder
  }

  /// Puts a new link in place, as timedatectl(1) does.
  private func set(_ zone: String, in etc: FilePath) throws {
    let temporary = etc.appending("localtime.new")
    try #require(symlink("/usr/share/zoneinfo/\(zone)", temporary.string) == 0)
    try #require(rename(temporary.string, etc.appending("localtime").string) == 0)
  }

  @Test(
    "is understood in the forms that POSIX allows for TZ",
    arguments: [
      (":Asia/Tokyo", "Asia/Tokyo"), ("Pacific/Honolulu", "Pacific/Honolulu"),
      (":/usr/share/zoneinfo/Africa/Cairo", "Africa/Cairo"), ("", "UTC"),
    ])
  func variable(value: String, zone: String) throws {
    var home = try Home.withFortunes(Self.texts)
    home.variables["TZ"] = value
    #expect(try home.run("run").status == 0)
    #expect(try kept(home)?.timeZone == zone)
  }

  @Test("when it changes, a watch prints the line of the new day", .enabled(if: canIsolate))
  func watch() async throws {
    let home = try Home.withFortunes(Self.texts)
    #expect(try home.run("run").status == 0)
    let etc = try etc(home)
    let watch = try home.start(
      under: Self.isolation + ["sh", "-c", Self.script, etc.string], ["watch"])
    defer { watch.signal(SIGKILL) }
    func lines() throws -> Int { try watch.outputSoFar().count { $0 == "\n" } }
    try await eventually("the first line") { try lines() == 1 }
    try set(Self.last, in: etc)
    try await eventually("the line of the other day", within: .seconds(5)) { try lines() == 2 }
  }

  @Test("when it changes, a worker renders the new day at once", .enabled(if: canIsolate))
  func worker() async throws {
    let home = try Home.withFortunes(Self.texts)
    #expect(try home.run("run").status == 0)
    let etc = try etc(home)
    let worker = try home.start(
      under: Self.isolation + ["sh", "-c", Self.script, etc.string], ["worker"])
    defer { worker.end() }
    try await eventually("the first day") { try kept(home)?.timeZone == Self.first }
    let before = try #require(try kept(home)?.timeline.first?.date)
    try set(Self.last, in: etc)
    try await eventually("the other day") { try kept(home)?.timeZone == Self.last }
    #expect(try #require(try kept(home)?.timeline.first?.date) < before)
  }

  @Test("whatever the schedule says, a worker that starts renders what is due")
  func start() async throws {
    let home = try Home.withFortunes(Self.texts)
    #expect(try home.run("run").status == 0)
    let today = try #require(try kept(home)?.timeline.first?.date)
    #expect(unlink(home.state.appending("payload.json").string) == 0)
    try home.configure("[schedule.render]\ncron = \"off\"\n")
    let worker = try home.start("worker")
    defer { worker.end() }
    try await eventually("the payload") { try kept(home)?.timeline.first?.date == today }
  }
}
