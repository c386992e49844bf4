import Glibc
public import ZitareBase

extension HTTPServer {
  /// Told the unpacked bytes so far and the announced total, on the client's thread, which it must
  /// not hold up.
  public typealias DownloadProgress = @Sendable (_ done: Int64, _ total: Int64?) -> Void

  /// Calls an endpoint and puts the body of its answer in the place of a file.
  ///
  /// A reader and a crash see the old file or the new one, whole and on the disk; any failure leaves
  /// the old one. Only an answer with status 200 makes a file. Interceptors and observers see it
  /// without its body. The bytes come in as `.<name>.<random>.part` beside the file; only a killed
  /// process leaves that behind.
  ///
  /// - Parameter limit: the size, unpacked, from which the answer is refused.
  public func download(
    endpoint: some Endpoint, to destination: FilePath, limit: Int64 = 1 << 30,
    configuring: RequestConfiguring? = nil, progress: DownloadProgress? = nil
  ) async throws -> DownloadedFile {
    let request = try await request(for: endpoint, configuring)
    let name = ".\(destination.lastComponent).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let part = destination.parent.appending(name + ".part")
    let transport = DownloadTransport(client, to: part, limit: limit, progress)
    let call = HTTPCall(request, to: endpoint, of: self, transport)
    return try await failing {
      defer { unlink(part.string) }
      let (response, file) = try await call.downloaded(by: transport)
      do throws(FileError) {
        try await blocking { () throws(FileError) in
          guard rename(part.string, destination.string) == 0 else {
            throw FileError("replace", destination, code: errno)
          }
          try Files.sync(folder: destination.parent)
        }
      } catch {
        throw call.failed(.file(error), after: response)
      }
      return file
    }
  }

  /// Calls an endpoint and hands the body of its answer over as a file that exists until `body`
  /// returns.
  ///
  /// It lies in a folder of its own that only this user can enter, and may be moved away.
  public func withDownload<Value>(
    of endpoint: some Endpoint, limit: Int64 = 1 << 30, configuring: RequestConfiguring? = nil,
    progress: DownloadProgress? = nil,
    _ body: (_ path: FilePath, _ file: DownloadedFile) async throws -> Value
  ) async throws -> Value {
    let request = try await request(for: endpoint, configuring)
    let folder = try Files.makeTemporaryFolder("zitare-http")
    let path = folder.appending("download")
    defer {
      unlink(path.string)
      rmdir(folder.string)
    }
    let transport = DownloadTransport(client, to: path, limit: limit, progress)
    let call = HTTPCall(request, to: endpoint, of: self, transport)
    let file = try await failing { try await call.downloaded(by: transport).file }
    return try await body(path, file)
  }
}

/// Sends requests whose answers go to a file.
private final class DownloadTransport: Sendable {
  let client: HTTPClient
  let part: FilePath
  let limit: Int64
  let progress: (@Sendable (Int64, Int64?) -> Void)?
  /// Of the last answer that made one.
  let file = Mutex<DownloadedFile?>(nil)

  init(
    _ client: HTTPClient, to part: FilePath, limit: Int64,
    _ progress: (@Sendable (Int64, Int64?) -> Void)?
  ) {
    self.client = client
    self.part = part
    self.limit = limit
    self.progress = progress
  }

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    file.withLock { $0 = nil }  // the one of an earlier answer is gone
    do throws(HTTPError) {
      let result = try await client.download(request, to: part, limit: limit, progress: progress)
      switch result {
      case .file(let downloaded):
        file.withLock { $0 = downloaded }
        return response(200, downloaded.headers, from: downloaded.url)
      case .notModified(let headers):
        return response(304, headers, from: request.url)
      }
    } catch {
      // Interceptors decide what an answer means; what is not good then becomes an error again.
      if case .status(let response) = error.reason { return response }
      throw error
    }
  }

  private func response(
    _ status: Int, _ headers: HTTPHeaders, from url: HTTPURL
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: headers, url: url, receivedAt: client.configuration.now())
  }
}

extension HTTPCall {
  fileprivate convenience init(
    _ request: HTTPRequest, to endpoint: some Endpoint, of server: some HTTPServer,
    _ transport: DownloadTransport
  ) {
    self.init(
      request, to: endpoint, of: server, accepts: { $0 == 200 },
      transport: { request throws(HTTPError) in try await transport.send(request) })
  }

  /// The answer that is accepted, and the file it made.
  fileprivate func downloaded(
    by transport: DownloadTransport
  ) async throws -> (response: HTTPResponse, file: DownloadedFile) {
    let response = try await run()
    guard let file = transport.file.withLock({ $0 }) else {
      throw failed(.status(response), after: response)  // an interceptor's own answer
    }
    return (response, file)
  }
}
