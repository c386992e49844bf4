import CCurl

/// A transfer under way, with its libcurl handle; only the loop's thread touches it.
final class ActiveTransfer {
  let transfer: Transfer
  let easy: EasyHandle
  var deadlines: Deadlines
  var report: ProgressReport
  private let continuation: CheckedContinuation<Transfer.Outcome, Never>
  private var head = ResponseHead()
  /// The sockets made for a body that is a stream; the request goes over the first of those left.
  var sockets: [Int32] = []
  var earlyAnswer: EarlyAnswer?
  private var outcome = Transfer.Outcome()
  /// Why a callback has stopped the transfer; it goes before what libcurl makes of that.
  var refusal: HTTPError.Reason?
  /// Whether the rest of the body of a bad answer is of no interest.
  private var isCutShort = false
  private(set) var reader: BodyReader?
  /// Whether libcurl was told that the next bytes of the request's body come later.
  var isWaitingForBody = false
  private var gunzip: Gunzip?
  /// Where the body goes, nil for memory.
  private var sink: (any BodySink)?
  /// What the transfer waits for before it takes more of its body.
  private(set) var pause: BodyPause?
  /// Has `proceed` called later; for any thread.
  private let proceedLater: @Sendable () -> Void
  private var packedBytes: Int64 = 0
  private var bytes: Int64 = 0

  /// So much of the body of an answer that is not 2xx is kept.
  private static let keptErrorBytes = 64 << 10

  init(
    _ transfer: Transfer, _ easy: EasyHandle,
    _ continuation: CheckedContinuation<Transfer.Outcome, Never>,
    proceedLater: @escaping @Sendable () -> Void
  ) {
    self.transfer = transfer
    self.easy = easy
    self.continuation = continuation
    self.proceedLater = proceedLater
    deadlines = Deadlines(transfer.timeouts, end: transfer.end)
    report = ProgressReport(transfer.request.onProgress)
  }

  /// The next moment at which the loop has to look after this.
  var next: Deadlines.Instant? {
    guard case .until(let instant) = pause else { return deadlines.next }
    return deadlines.next.map { min($0, instant) } ?? instant
  }

  /// Whether the head of the answer has come.
  var hasAnswer: Bool { head.hasEnded }

  /// Whether the server has answered so that the rest of the request's body is of no use.
  var isRefused: Bool { head.hasEnded && !head.isSuccess }

  /// Makes all ready; a reason where libcurl refuses an option or the body cannot be sent.
  func prepare() -> HTTPError.Reason? {
    do throws(Refusal) {
      if let body = transfer.request.body { reader = try BodyReader(body, wake: proceedLater) }
      try reader?.start()
    } catch {
      return error.reason
    }
    transfer.sink?.attach(proceed: proceedLater)
    do throws(EasyHandle.Failure) {
      try setOptions()
      return nil
    } catch {
      return .invalidRequest(easy.explanation(of: error.code))
    }
  }

  /// Goes on after a wait, perhaps into the next one; libcurl's code where that ends the transfer.
  func proceed() -> CURLcode? {
    pause = nil
    isWaitingForBody = false
    deadlines.proceeds(at: .now)
    let code = curl_easy_pause(easy.handle, CURLPAUSE_CONT)
    return code == CURLE_OK ? nil : code
  }

  /// Ends the transfer for its caller, to whom its sink then belongs again.
  func resume(_ failure: HTTPError.Reason?) {
    outcome.failure = failure
    outcome.status = head.status
    outcome.headers = head.headers
    outcome.metrics = metrics
    report.report()
    continuation.resume(returning: outcome)
  }
}

// What libcurl's callbacks tell. Returning false stops the transfer.
extension ActiveTransfer {
  func requestBegins(localPort: Int32) {
    outcome.hasBegunRequest = true
    chooseSocket(localPort: localPort)
    deadlines.requestBegins(at: .now)
  }

  func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
    proceed { () throws(Refusal) in
      if try head.read(line: line) { try answerBegins() }
      if !head.isInterim { deadlines.received(line.count, at: .now) }
    }
  }

  func receive(body piece: UnsafeRawBufferPointer) -> Bool {
    deadlines.received(piece.count, at: .now)
    packedBytes += Int64(piece.count)
    return proceed { () throws(Refusal) in
      switch head.coding {
      case .identity: try take(piece)
      case .gzip: try gunzip?.unpack(piece) { part throws(Refusal) in try take(part) }
      case .unknown: isCutShort = true
      }
    } && !isCutShort
  }

  /// Whether the sink wants the next piece of the body later; libcurl then keeps it.
  func mustWait(before count: Int) -> Bool {
    pause = sink?.pause(before: count, at: .now)
    if pause != nil { deadlines.pauses() }
    return pause != nil
  }

  private func proceed(_ step: () throws(Refusal) -> Void) -> Bool {
    do throws(Refusal) {
      try step()
      return true
    } catch {
      if isRefused {
        isCutShort = true  // the status of a bad answer says more than its damaged body
      } else {
        refusal = error.reason
      }
      return false
    }
  }

  /// Decides by the head what to do with the body.
  private func answerBegins() throws(Refusal) {
    if head.coding == .gzip { gunzip = Gunzip() }
    guard head.isSuccess else {
      if isWaitingForBody { proceedLater() }  // libcurl stops sending, but not while it waits
      return
    }
    if head.coding == .unknown || head.coding == .gzip && !transfer.request.acceptsCompression {
      throw Refusal(.malformed("its encoding was not asked for"))
    }
    if head.coding == .identity, let length = head.contentLength, length > transfer.limit,
      transfer.request.method != .head
    {
      throw Refusal(.tooLarge(limit: transfer.limit))
    }
    if let offered = transfer.sink, try offered.begin(head, from: transfer.request.url) {
      sink = offered
    }
  }

  /// Takes the next piece of the unpacked body.
  private func take(_ piece: UnsafeRawBufferPointer) throws(Refusal) {
    guard head.isSuccess, sink != nil || transfer.sink == nil else {
      outcome.body += piece.prefix(Self.keptErrorBytes - outcome.body.count)
      isCutShort = outcome.body.count == Self.keptErrorBytes
      return
    }
    bytes += Int64(piece.count)
    guard bytes <= transfer.limit else { throw Refusal(.tooLarge(limit: transfer.limit)) }
    if let sink { try sink.take(piece) } else { outcome.body += piece }
    report.update {
      $0.received = bytes
      $0.toReceive = head.coding == .identity ? head.contentLength : nil
    }
  }
}

extension ActiveTransfer {
  /// Why the transfer that libcurl says has ended so is a failure, nil where it is not one.
  func verdict(_ code: CURLcode) -> HTTPError.Reason? {
    if let refusal { return refusal }
    if isCutShort && code == CURLE_WRITE_ERROR { return nil }
    if isRefused, let reader, reader.position != reader.length || code == CURLE_SEND_ERROR {
      return nil
    }
    guard code == CURLE_OK || isWholeDespite(code) else { return reason(of: code) }
    guard head.hasEnded else { return .connectionLost("the connection ended before an answer") }
    if transfer.request.method == .head || !head.isSuccess { return nil }
    if let length = head.contentLength, length != packedBytes {
      return .incomplete(received: packedBytes, expected: length)
    }
    if gunzip?.isComplete == false {
      return .incomplete(received: bytes, expected: nil)
    }
    outcome.isDelimited = head.isDelimited || head.coding == .gzip && packedBytes > 0
    return nil
  }

  /// Whether the answer had ended before its request failed, by our own doing or the server's.
  private func isWholeDespite(_ code: CURLcode) -> Bool {
    switch code {
    case CURLE_ABORTED_BY_CALLBACK: earlyAnswer == .open || isProvenWhole
    case CURLE_SEND_ERROR: isProvenWhole
    default: false
    }
  }

  /// Whether the bytes that have come tell by themselves that they are all.
  var isProvenWhole: Bool {
    head.hasEnded
      && (head.contentLength == packedBytes || head.status == 204 || gunzip?.isComplete == true)
  }

  private func reason(of code: CURLcode) -> HTTPError.Reason {
    let detail = easy.explanation(of: code)
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .unknownHost(detail)
    case CURLE_COULDNT_CONNECT: return .cannotConnect(detail)
    case CURLE_OPERATION_TIMEDOUT: return .timeout(outcome.hasBegunRequest ? .total : .connect)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
      CURLE_SSL_INVALIDCERTSTATUS:
      return .tls(detail)
    case CURLE_PARTIAL_FILE, CURLE_ABORTED_BY_CALLBACK:
      return .incomplete(received: packedBytes, expected: head.contentLength)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: return .malformed(detail)
    case CURLE_URL_MALFORMAT, CURLE_SSL_CACERT_BADFILE: return .invalidRequest(detail)
    case CURLE_HTTP2, CURLE_HTTP2_STREAM:
      outcome.hasFailedInHTTP2 = true
      return .connectionLost(detail)
    default: return .connectionLost(detail)
    }
  }
}
