import Glibc
import TestSupport
import Testing
import ZitareBase

@testable import ZitareHTTP

/// What a download makes of calls to the disk that fail, each once in every thread, by the hand of
/// strace(1).
@Suite(.enabled(if: Trace.isAllowed)) struct DownloadStorageTests {
  private let downloading = Downloading()
  private let file = FaultServer.file
  private let server = FaultServer.sound()

  private func run(_ fault: Trace.Fault?, waits: Bool = false) async throws -> Trace.Run {
    try await Trace.run(
      fault, probe,
      ["download", server.url(), downloading.paths.destination.string, waits ? "wait" : "end"])
  }

  @Test("a journal that a full disk has refused once is written later, and the download goes on")
  func refusedJournal() async throws {
    let run = try await run(.init(call: "fdatasync", error: "ENOSPC", count: 2), waits: true)
    #expect(run.lines.last == "file \(file.count)")
    #expect(run.attempts == [0] || run.attempts.count == 2 && run.attempts[1] > 0)
    #expect(try downloading.result == file)
  }

  @Test(
    "bytes whose sync has failed are not taken for stored, whatever a later sync says",
    arguments: [1, 3], ["ENOSPC", "EIO"])
  func lostBytes(count: Int, error: String) async throws {
    // The third sync is the second one of the part: what lay there at the first is safe.
    let run = try await run(.init(call: "fdatasync", error: error, count: count))
    let safe = count == 1 ? 0 : run.bytesBeforeFirstSync
    #expect(run.kept == safe)
    #expect(try downloading.journal?.received ?? 0 == safe)
    #expect(try downloading.result == nil)
    let next = try await self.run(nil)
    #expect(next.attempts == [safe])
    #expect(try downloading.result == file)
  }

  @Test("where a full disk is waited for, they are fetched again")
  func waiting() async throws {
    // The first sync of each thread would fail, and the last sync has a thread of its own.
    let run = try await run(.init(call: "fdatasync", error: "ENOSPC", count: 3), waits: true)
    #expect(run.attempts == [0, run.bytesBeforeFirstSync])
    #expect(try downloading.result == file)
  }

  @Test("a disk that stays full is waited for, and what the download has is safe")
  func full() async throws {
    // The first sync of every thread: the last one, of the whole file, never ends well.
    let run = try await run(.init(call: "fdatasync", error: "ENOSPC", count: 1), waits: true)
    #expect(run.waits == 21)
    #expect(try downloading.result == nil)
    let kept = Int(try downloading.journal?.received ?? 0)
    let next = try await self.run(nil)
    #expect(next.attempts == [kept])
    #expect(try downloading.result == file)
  }

  @Test(
    "whichever call fails, the file is right or absent, and the next download ends well",
    arguments: ["fdatasync", "fsync", "/^rename", "pwrite64", "ftruncate", "unlink"],
    ["ENOSPC", "EIO"])
  func anyCall(call: String, error: String) async throws {
    var hasFailed = false
    for count in 1...Self.most {
      for (isBegun, waits) in [(false, false), (false, true), (true, false), (true, true)] {
        let place = "\(call) \(error) \(count), begun \(isBegun), waits \(waits)"
        if isBegun { try downloading.leave(file[..<100_000], of: server.url()) }
        let run = try await run(.init(call: call, error: error, count: count), waits: waits)
        hasFailed = hasFailed || run.calls.contains { $0.contains("(INJECTED)") }
        let found = try downloading.result
        #expect(found == nil || found == file, "\(place)")
        if run.lines.last != "file \(file.count)" {
          // A disk that is full for each thread anew is waited for until the program has enough.
          #expect(!waits || error == "EIO" || run.waits == 21, "\(place): \(run.lines)")
          let kept = Int(try downloading.journal?.received ?? 0)
          #expect(found != nil || run.kept == kept || run.attempts.isEmpty, "\(place)")
          let next = try await self.run(nil)
          #expect(next.lines.last == "file \(file.count)", "\(place)")
          if found == nil, kept < file.count { #expect(next.attempts == [kept], "\(place)") }
        }
        #expect(try downloading.result == file && downloading.isClean, "\(place)")
        unlink(downloading.paths.destination.string)
      }
    }
    #expect(hasFailed)
  }

  /// Up to which call of a kind each fails in turn.
  private static let most = getenv("ZITARE_LONG_FAULTS") == nil ? 1 : 12
}

/// A program whose calls are watched, and of which one may fail.
enum Trace {
  static let isAllowed =
    (try? ChildProcess("/usr/bin/strace", ["-f", "true"], environment: ["PATH": "/usr/bin:/bin"])
      .wait().status) == 0

  /// A call that fails, counted from 1 among those of its kind.
  struct Fault {
    let call: String
    let error: String
    let count: Int
  }

  struct Run {
    let lines: [Substring]
    let calls: [Substring]

    var attempts: [Int] { numbers("attempt ") }
    var kept: Int { numbers("kept ").last ?? 0 }
    /// How often it has waited, the time included at which the probe gave up.
    var waits: Int { lines.count { $0 == "waiting" } }

    /// What was written to the part before it was synced for the first time.
    var bytesBeforeFirstSync: Int {
      calls.prefix { !$0.contains("fdatasync(") }.filter { $0.contains("pwrite64") }
        .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
    }

    private func numbers(_ word: String) -> [Int] {
      lines.filter { $0.hasPrefix(word) }.compactMap { Int($0.dropFirst(word.count)) }
    }
  }

  static func run(
    _ fault: Fault?, _ program: FilePath, _ arguments: [String]
  ) async throws -> Run {
    let trace = try Files.makeTemporaryFolder("zitare-trace")
    defer { Files.removeAll(trace) }
    let output = trace.appending("calls")
    var words = ["-f", "-qq", "-o", output.string, "--seccomp-bpf"]
    words += ["-e", "trace=pwrite64,fdatasync" + (fault.map { ",\($0.call)" } ?? "")]
    if let fault {
      words += ["-e", "inject=\(fault.call):error=\(fault.error):when=\(fault.count)"]
    }
    let result = try await finished(
      ChildProcess("/usr/bin/strace", words + [program.string] + arguments))
    guard result.status == 0 else { throw Failure(text: result.output + result.errors) }
    let calls = try Files.read(output).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Run(
      lines: result.output.split(separator: "\n"), calls: calls.split(separator: "\n"))
  }

  struct Failure: Error {
    let text: String
  }
}
