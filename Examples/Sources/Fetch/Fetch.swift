@preconcurrency import Dispatch
import Glibc
import Synchronization
import ZitareBase
import ZitareHTTP

/// Fetches a file and goes on where it was interrupted: `docs/http.md` explains the library by it.
@main struct Fetch {
  let arguments: Arguments
  let output: FilePath

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words == ["--help"] { return print(Arguments.usage) }
    do throws(Arguments.Fault) {
      let arguments = try Arguments(words)
      let client = HTTPClient(arguments.configuration)
      if let file = arguments.upload { exit(await Upload(arguments, of: file).run(client)) }
      guard let output = arguments.output, output != "-" else {
        exit(await Pipe(arguments).run(client))
      }
      exit(await Fetch(arguments: arguments, output: output).run(client))
    } catch {
      print(error: "fetch: \(error.text)\n\(Arguments.usage)\n")
      exit(ExitCode.usage)
    }
  }

  /// The file's description, as the library wants it.
  private var download: Download {
    var download = Download(from: arguments.urls, to: output)
    download.expected = arguments.expected
    download.headers = arguments.headers
    download.rateLimit = arguments.rate.map { RateLimit(bytesPerSecond: $0) }
    download.waitsForSpace = isatty(2) == 1  // a person may make some
    return download
  }

  private func run(_ client: HTTPClient) async -> Int32 {
    let display = Display()
    let isJSON = arguments.isJSON
    let task = Task { [download] () -> Result<Download.Result, DownloadError> in
      do throws(DownloadError) {
        return .success(
          try await client.download(download) { event in
            if isJSON { print(error: Record(event).line) } else { display.show(event) }
          })
      } catch {
        return .failure(error)
      }
    }
    // A signal pauses the download: what has come is synced and kept.
    let signals = Signals([SIGINT, SIGTERM]) { task.cancel() }
    do throws(DownloadError) {
      switch try await task.value.get() {
      case .file(let file):
        if isJSON {
          print(Record(file).line, terminator: "")
        } else {
          display.line("\(file.path): \(Display.bytes(file.size)), \(file.proof.rawValue)")
        }
        return ExitCode.of(file)
      case .notModified: preconditionFailure("only asked for with a version in hand")
      }
    } catch {
      if isJSON {
        print(Record(error).line, terminator: "")
      } else {
        display.line("fetch: \(error)")
      }
      return signals.first.map { 128 + $0 } ?? ExitCode.of(error)
    }
  }
}

/// Takes signals in place of being ended by them.
final class Signals: Sendable {
  private let sources: [any DispatchSourceSignal]
  private let received = Atomic<Int32>(0)

  init(_ numbers: [Int32], handle: @escaping @Sendable () -> Void) {
    sources = numbers.map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number)
    }
    for (number, source) in zip(numbers, sources) {
      source.setEventHandler { [weak self] in
        _ = self?.received.compareExchange(expected: 0, desired: number, ordering: .relaxed)
        handle()
      }
      source.activate()
    }
  }

  /// The signal that came first.
  var first: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
