import Dispatch
import Glibc
import ZitareBase
import ZitareHTTP

/// Puts a file, or standard input as it comes, and prints what the server says of it.
struct Upload {
  private let arguments: Arguments
  private let file: FilePath

  init(_ arguments: Arguments, of file: FilePath) {
    self.arguments = arguments
    self.file = file
  }

  func run(_ client: HTTPClient) async -> Int32 {
    var request = HTTPRequest(arguments.urls[0], method: .put, headers: arguments.headers)
    request.body = file == "-" ? .stream(StandardInput()) : .file(file)
    request.timeouts = HTTPTimeouts()  // it may take as long as it takes
    do throws(HTTPError) {
      let response = try await client.send(request)
      print(response.text)
      guard !response.isSuccess else { return 0 }
      throw HTTPError(.status(response), url: response.url, mayHaveReachedServer: true)
    } catch {
      print(error: "fetch: \(error)\n")
      return ExitCode.of(error)
    }
  }
}

/// What is written to this program, read when the network has room for it.
struct StandardInput: AsyncSequence, AsyncIteratorProtocol, Sendable {
  func makeAsyncIterator() -> StandardInput { self }

  func next() async throws(FileError) -> [UInt8]? {
    // It may be long in coming, and no task may hold its thread so long.
    let read: Result<[UInt8], FileError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Self.read()) }
    }
    let bytes = try read.get()
    return bytes.isEmpty ? nil : bytes
  }

  private static func read() -> Result<[UInt8], FileError> {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
      if count >= 0 { return .success(Array(bytes.prefix(count))) }
      if errno != EINTR { return .failure(FileError("read", "standard input", code: errno)) }
    }
  }
}
