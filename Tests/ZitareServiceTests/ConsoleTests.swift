import Glibc
import Testing
import ZitareBase

@testable import ZitareService

@Suite("Console")
struct ConsoleTests {
  @Test("lines for people lose what steers a terminal, results for programs do not")
  func printable() throws {
    let recorder = Recorder()
    let console = recorder.console()
    console.line("a\u{1B}[2Jb")
    console.raw("a\u{1B}b\n")
    console.note("n\u{07}")
    #expect(recorder.output == "a[2Jb\na\u{1B}b\n")
    #expect(recorder.errors == "n\n")
  }

  @Test("JSON is one line with sorted keys, slashes as they are")
  func json() throws {
    let recorder = Recorder()
    try recorder.console().json(["b": "https://x/\n", "a": "ü"])
    #expect(recorder.output == #"{"a":"ü","b":"https://x/\n"}"# + "\n")
  }

  @Test("other lines go above the progress line, which is then drawn again")
  func progressLine() {
    let recorder = Recorder()
    let console = recorder.console(terminal: true)
    console.progress("50 %")
    console.note("word")
    console.line("result")
    console.progress("")
    let clear = "\r\u{1B}[K"
    #expect(recorder.errors == clear + "50 %" + clear + "word\n50 %" + clear + "50 %" + clear)
    #expect(recorder.output == "result\n")
  }

  @Test(
    "progress and colours need a terminal that can do them",
    arguments: [
      (true, ["TERM": "xterm"], true, true), (false, ["TERM": "xterm"], false, false),
      (true, ["TERM": "dumb"], false, false), (true, [:], false, false),
      (true, ["TERM": "xterm", "NO_COLOR": "1"], true, false),
      (true, ["TERM": "xterm", "NO_COLOR": ""], true, true),
    ])
  func terminal(
    isTerminal: Bool, variables: [String: String], isCapable: Bool, showsColor: Bool
  ) {
    let terminal = Terminal(isTerminal: isTerminal, environment: variables)
    #expect(terminal.isCapable == isCapable)
    #expect(terminal.showsColor == showsColor)
  }

  @Test("where there is no terminal no progress is written")
  func noTerminal() {
    let recorder = Recorder()
    let bar = ProgressBar(console: recorder.console(), language: .english)
    bar.update(stage: "index", done: 1, total: 2)
    bar.finish()
    #expect(recorder.errors.isEmpty)
  }
}

@Suite("Progress bar")
struct ProgressBarTests {
  @Test(
    "a line shows stage, share, count, rate and time left as far as they are known",
    arguments: [
      (
        ProgressStep(stage: "index", done: 12_000, total: 24_000, elapsed: .seconds(3)),
        "index  [##########          ] 50 %  12000/24000  4000/s  3s left"
      ),
      (
        ProgressStep(stage: "index", done: 10, total: 20, elapsed: .milliseconds(100)),
        "index  [##########          ] 50 %  10/20"
      ),
      (ProgressStep(stage: "fetch", done: 7, total: nil, elapsed: .seconds(7)), "fetch  7  1/s"),
      (
        ProgressStep(stage: "index", done: 30, total: 20, elapsed: .seconds(1)),
        "index  [####################] 100 %  30/20  30/s"
      ),
      (ProgressStep(stage: "a\u{1B}\nb", done: 0, total: 0, elapsed: .zero), "a b  0"),
    ])
  func line(step: ProgressStep, expected: String) {
    #expect(step.line(width: 80, language: .english) == expected)
  }

  @Test("a line leaves the last column free and speaks the person's language")
  func width() {
    let step = ProgressStep(stage: "index", done: 1, total: 4, elapsed: .seconds(1))
    #expect(step.line(width: 10, language: .english) == "index  [#")
    #expect(step.line(width: 0, language: .english) == "")
    #expect(step.line(width: 99, language: .german).hasSuffix("noch 3s"))
  }

  @Test("it is drawn ten times a second at most, but always at a new stage and at the end")
  func rate() {
    let recorder = Recorder()
    let time = Mutex(ContinuousClock.now)
    let bar = ProgressBar(
      console: recorder.console(terminal: true), language: .english,
      now: { time.withLock { $0 } })
    func draws() -> Int { recorder.errors.split(separator: "\r").count }
    for done in 0..<10 { bar.update(stage: "a", done: Int64(done), total: 10) }
    #expect(draws() == 1)
    time.withLock { $0 += .milliseconds(100) }
    bar.update(stage: "a", done: 9, total: 10)
    #expect(draws() == 2)
    bar.update(stage: "a", done: 10, total: 10)
    #expect(draws() == 3)
    bar.update(stage: "b", done: 0, total: nil)
    #expect(draws() == 4)
    bar.finish()
    #expect(recorder.errors.hasSuffix("\r\u{1B}[K"))
  }
}

@Suite("Log")
struct LogTests {
  private func lines(_ format: Log.Format, _ body: (Log) -> Void) -> [String] {
    let recorder = Recorder()
    let console = recorder.console()
    body(
      Log(
        format: format, threshold: .info,
        now: { Timestamp(seconds: 1_774_746_000) }, write: { console.error($0) }))
    return recorder.errors.split(separator: "\n").map(String.init)
  }

  @Test("each format has level, message and fields on one line")
  func formats() {
    let write: (Log) -> Void = { $0.warning("shrunk", [("origin", "a:b"), ("note", "x \"y\"")]) }
    #expect(lines(.journal, write) == [#"<4>shrunk origin=a:b note="x \"y\"""#])
    #expect(
      lines(.text, write) == [#"2026-03-29T01:00:00Z warning shrunk origin=a:b note="x \"y\"""#])
    #expect(
      lines(.json, write) == [
        #"{"level":"warning","message":"shrunk","note":"x \"y\"","origin":"a:b","time":"2026-03-29T01:00:00Z"}"#
      ])
  }

  @Test(
    "no text breaks out of its line or steers a terminal",
    arguments: [Log.Format.journal, .text, .json])
  func hostile(format: Log.Format) {
    let lines = lines(format) { $0.error("a\n<0>b\u{1B}[2J", [("k", "\r\nv\u{202E}")]) }
    #expect(lines.count == 1)
    #expect(!lines[0].unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
  }

  @Test("lines below the threshold are dropped")
  func threshold() {
    let lines = lines(.text) {
      $0.debug("no")
      $0.info("yes")
    }
    #expect(lines.count == 1)
  }

  @Test("the journal is known by device and inode of the stream")
  func journal() throws {
    var status = stat()
    try #require(fstat(STDERR_FILENO, &status) == 0)
    let stream = "\(status.st_dev):\(status.st_ino)"
    #expect(Log.isJournal(STDERR_FILENO, environment: ["JOURNAL_STREAM": stream]))
    #expect(!Log.isJournal(STDERR_FILENO, environment: ["JOURNAL_STREAM": "1:1"]))
    #expect(!Log.isJournal(STDERR_FILENO, environment: [:]))
  }
}
