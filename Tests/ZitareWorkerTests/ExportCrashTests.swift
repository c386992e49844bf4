import Glibc
import TestSupport
import Testing
import ZitareBase

/// `kill -9` in the middle of exports; `ZITARE_EXPORT_KILLS` says how many must hit each kind.
@Suite("Killed while exporting", .serialized)
struct ExportCrashTests {
  private static let wanted =
    getenv("ZITARE_EXPORT_KILLS").flatMap { Int(String(cString: $0)) } ?? 2
  private static let seed = UInt64(Timestamp.now().milliseconds % 1_000_000)

  @Test(
    "the old export or the new one is there, whole, and the next run leaves nothing behind",
    arguments: ["xapian", "recoll", "omega", "html"])
  func kill(target: String) throws {
    print("ExportCrashTests: seed \(Self.seed)")
    var random = SeededGenerator(seed: Self.seed)
    let texts = (0..<400).map {
      #"{"slug":"s\#($0)","text":"Der \#($0). Gedanke über die Freiheit.","language":"de"}"#
    }
    let home = try Home.withQuotes(texts)
    let start = ContinuousClock.now
    let place = try home.export(target)
    var duration = ContinuousClock.now - start
    let reader = try Reader(of: place, target)
    var kills = 0
    var round = 0
    while kills < Self.wanted && round < 20 * Self.wanted {
      round += 1
      // A small difference and a large one, in turn.
      let kept = round % 2 == 0 ? texts.count : texts.count - (round % 4 == 1 ? 3 : 200)
      try home.publish(
        Array(texts.prefix(kept)),
        generatedAt: Timestamp(seconds: 1_800_000_000 + Int64(round)).iso8601)
      let old = try Manifest(place).count
      let delay = Int.random(in: 0...Int(duration / .microseconds(1)), using: &random)
      let begin = ContinuousClock.now
      let victim = try home.start(["export", target, "--output", place.string])
      usleep(UInt32(delay))
      victim.signal(SIGKILL)
      if try victim.wait().status == 128 + SIGKILL {
        kills += 1
      } else {
        duration = min(duration, ContinuousClock.now - begin)  // the next kill must come earlier
      }
      let note: Comment = "seed \(Self.seed), round \(round), \(delay) µs"
      #expect(try [old, kept].contains(Manifest(place).count), note)
      #expect(try ExportTests.isSound(place), note)
      try home.export(target)
      #expect(try Manifest(place).count == kept && ExportTests.isSound(place), note)
      #expect(try Files.names(in: place.parent) == [target], note)
    }
    let seen = try reader.end()
    print("ExportCrashTests: \(kills) of \(round) exports (\(target)) were killed; \(seen)")
    #expect(kills == Self.wanted)
  }
}

/// A program that opens an export by its path again and again while it is replaced.
private struct Reader {
  private let process: ChildProcess

  init(of place: FilePath, _ target: String) throws {
    process = try ChildProcess(
      "/usr/bin/python3", ["-c", Self.script, place.string, target],
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
    while try process.outputSoFar().isEmpty, !process.hasEnded { usleep(1000) }
  }

  /// Ends it and returns what it has seen; it has ended by itself where that was not whole.
  func end() throws -> String {
    process.signal(SIGTERM)
    let result = try process.wait()
    #expect(result.status == 0, "\(result.errors)")
    return String(result.output.split(separator: "\n").last ?? "")
  }

  /// What it reads while the folders change places may be of both and is read again, as a program
  /// would; all else is one export.
  private static let script = """
    import json, os, signal, sys, xapian
    place, target = sys.argv[1:]
    ends = []
    signal.signal(signal.SIGTERM, lambda *_: ends.append(True))
    whole = between = 0
    print('ready', flush=True)
    while not ends:
        before, fault = os.stat(place).st_ino, None
        try:
            with open(place + '/zitare-export.json') as file:
                count = json.load(file)['count']
            if target == 'html':
                found = sum(n.endswith('.html') for _, _, names in os.walk(place) for n in names)
            else:
                name = 'quotations.xapian' if target == 'xapian' else 'default'
                database = xapian.Database(place + '/' + name)
                found = sum(1 for item in database.postlist(b'')
                            if database.get_document(item.docid).get_data())
            if found != count:
                fault = f'{found} of {count}'
        except (OSError, xapian.Error) as error:
            fault = error
        if os.stat(place).st_ino != before:
            between += 1
        elif fault:
            sys.exit(f'not whole: {fault}')
        else:
            whole += 1
    print(f'{whole} looks were whole, {between} came between')
    """
}
