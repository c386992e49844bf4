import ZitareBase

/// A good answer whose body is read as it comes: its chunks, by one task and once.
///
/// At most 256 KiB wait to be read, then the server has to; that does not count as its idle time.
/// The transfer ends when this and its iterators are released, and when the task that reads it is
/// cancelled.
public final class HTTPStream: AsyncSequence, Sendable {
  struct Head {
    let status: Int
    let headers: HTTPHeaders
    let url: HTTPURL
  }

  public let status: Int
  public let headers: HTTPHeaders
  /// Where the answer comes from, after any redirects.
  public let url: HTTPURL
  private let sink: StreamSink
  private let task: Task<Void, Never>
  private let ended = Mutex<StreamSink.End?>(nil)

  init(_ head: Head, _ sink: StreamSink, _ task: Task<Void, Never>) {
    status = head.status
    headers = head.headers
    url = head.url
    self.sink = sink
    self.task = task
  }

  deinit { task.cancel() }

  /// What the call took, known once the last chunk was read.
  public var metrics: HTTPMetrics? { ended.withLock { $0?.metrics } }

  /// Whether a length, a last chunk or gzip's check sum has told that the body is whole; false until
  /// the last chunk was read.
  ///
  /// Otherwise the connection's end was all there was, which a broken one looks like, too.
  public var isProvenComplete: Bool { ended.withLock { $0?.isProven ?? false } }

  public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let stream: HTTPStream

    /// The next bytes, never none; nil once the body was whole.
    public mutating func next() async throws(HTTPError) -> [UInt8]? { try await stream.next() }

    public mutating func next(isolation: isolated (any Actor)?) async throws(HTTPError) -> [UInt8]?
    {
      try await stream.next()
    }
  }

  private func next() async throws(HTTPError) -> [UInt8]? {
    let result: Result<StreamSink.Next, HTTPError> = await withTaskCancellationHandler {
      do throws(HTTPError) { return .success(try await sink.next()) } catch {
        return .failure(error)
      }
    } onCancel: {
      task.cancel()
    }
    switch try result.get() {
    case .chunk(let bytes): return bytes
    case .end(let end):
      ended.withLock { $0 = end }
      return nil
    }
  }
}

extension HTTPClient {
  /// Sends a request and returns the answer when its head has come; the body follows as it is read.
  ///
  /// An answer that is not 2xx is thrown, with the first 64 KiB of its body. Without timeouts of the
  /// request's own those for downloads hold, which have no total.
  ///
  /// - Parameter limit: the size, unpacked, from which the body is refused.
  public func stream(
    _ request: HTTPRequest, limit: Int64
  ) async throws(HTTPError) -> HTTPStream {
    let sink = StreamSink()
    // It outlives this call: the stream owns and cancels it.
    let task = Task {
      do throws(HTTPError) {
        let timeouts = request.timeouts ?? configuration.downloadTimeouts
        let exchange = try await exchange(request, timeouts, to: sink, limit: limit)
        let response = exchange.response
        if response.isSuccess {
          sink.end(
            with: .success(
              StreamSink.End(
                isProven: exchange.outcome.isDelimited, metrics: response.metrics)))
        } else {
          sink.end(
            with: .failure(
              HTTPError(
                .status(response), url: response.url, mayHaveReachedServer: true,
                metrics: response.metrics)))
        }
      } catch {
        sink.end(with: .failure(error))
      }
    }
    let head: Result<HTTPStream.Head, HTTPError> = await withTaskCancellationHandler {
      do throws(HTTPError) { return .success(try await sink.head()) } catch {
        return .failure(error)
      }
    } onCancel: {
      task.cancel()
    }
    return HTTPStream(try head.get(), sink, task)
  }
}
