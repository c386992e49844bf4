public import ZitareBase

/// A file as a server sent it, complete and on the disk.
public struct DownloadedFile: Sendable {
  public let headers: HTTPHeaders
  /// Where it came from, after any redirects.
  public let url: HTTPURL
  /// The size and digest of the unpacked bytes.
  public let size: Int64
  public let sha256: [UInt8]
  /// Whether a length, a last chunk or gzip's check sum told that it is whole.
  ///
  /// Otherwise the connection's end is all there was, which a broken one looks like, too.
  public let isProvenComplete: Bool

  public var validators: Validators { Validators(headers) }
}

public enum DownloadResult: Sendable {
  case file(DownloadedFile)
  /// The server has no other version than the one the request's validators name (304).
  case notModified(HTTPHeaders)
}

extension HTTPClient {
  /// Downloads to a file of the caller's choice, to be renamed by the caller once it is content.
  ///
  /// The file is replaced, and is there afterwards only if the result is one: its bytes are then
  /// synced. Only status 200 makes a file; 304 is a result where the request has validators, and
  /// any other status is thrown with the first 64 KiB of its body.
  ///
  /// - Parameters:
  ///   - limit: the size, unpacked, from which the answer is refused.
  ///   - progress: told the unpacked bytes so far and the announced total at most ten times a
  ///     second, on the client's thread, which it must not hold up.
  public func download(
    _ request: HTTPRequest, to part: FilePath, limit: Int64,
    progress: (@Sendable (_ done: Int64, _ total: Int64?) -> Void)? = nil
  ) async throws(HTTPError) -> DownloadResult {
    let sink = FileSink(part, progress: progress)
    do throws(HTTPError) {
      let exchange = try await exchange(
        request, request.timeouts ?? configuration.downloadTimeouts, to: sink, limit: limit)
      let response = exchange.response
      guard let file = sink.finish() else {
        if response.status == 304 && request.isConditional {
          sink.discard()
          return .notModified(response.headers)
        }
        throw HTTPError(.status(response), url: response.url, mayHaveReachedServer: true)
      }
      do throws(FileError) {
        try await blocking { () throws(FileError) in try file.descriptor.sync() }
      } catch {
        throw HTTPError(.file(error), url: response.url, mayHaveReachedServer: true)
      }
      return .file(
        DownloadedFile(
          headers: response.headers, url: response.url, size: file.size, sha256: file.sha256,
          isProvenComplete: exchange.outcome.isDelimited))
    } catch {
      sink.discard()
      throw error
    }
  }
}

extension HTTPRequest {
  fileprivate var isConditional: Bool {
    headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil
  }
}
