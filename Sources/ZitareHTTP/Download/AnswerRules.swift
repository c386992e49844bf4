/// What to do with the body of a good answer to a download's request.
enum AnswerPlace: Equatable {
  /// It goes behind the bytes that are there.
  case goOn
  /// It is the whole file.
  case beginning
  /// It is the whole file, of which the bytes that are there need not be written again.
  case skipping(Int64)
  /// It is the whole file, and of what came before nothing holds.
  case restart(String)
}

/// The rules by which an answer is taken (RFC 9110 14.2 to 14.4, 13.1.5).
struct AnswerRules {
  let offset: Int64
  /// What is known of the bytes before `offset`.
  let journal: DownloadJournal
  /// Whether the file's digest is known, so that a wrong piece is found out in the end.
  let hasDigest: Bool
  /// Whether the address asked is the one that those bytes came from.
  let isSameAddress: Bool
  /// False once the server has answered a range with something else.
  let mayResume: Bool
  let expected: Download.Expectation

  /// - Parameter url: where the answer comes from, as it may be shown.
  func place(_ head: ResponseHead, from url: String) throws(DownloadFault) -> AnswerPlace {
    let type = head.headers["Content-Type"]
    if let fault = Plausibility(type: expected.type ?? knownType).fault(contentType: type) {
      throw DownloadFault(.implausible(fault))
    }
    if head.status == 206 {
      try checkRange(head, from: url)
      return .goOn
    }
    try checkSize(head)
    guard offset > 0 else { return .beginning }
    if case .etag(let tag)? = journal.validator, head.headers["ETag"] == tag,
      head.coding == .identity, let total = journal.total, head.contentLength == total
    {
      return .skipping(offset)
    }
    return .restart(
      journal.validator.map { $0.isContradicted(by: head.headers) } ?? false
        ? "the file has changed on the server" : "the server sent the whole file")
  }

  /// The first answer's type holds for the later ones.
  private var knownType: String? { offset > 0 ? journal.contentType : nil }

  private func checkSize(_ head: ResponseHead) throws(DownloadFault) {
    guard head.coding == .identity, let length = head.contentLength else { return }
    if let size = expected.size, size != length {
      throw DownloadFault(.size(expected: size, found: length))
    }
    if expected.size == nil, length < expected.minSize {
      throw DownloadFault(.implausible("it has only \(length) bytes"))
    }
  }

  private func checkRange(_ head: ResponseHead, from url: String) throws(DownloadFault) {
    guard offset > 0 else { throw DownloadFault(.answer("206 for a request without a range")) }
    guard let range = head.headers["Content-Range"].flatMap({ ContentRange($0) }),
      let bytes = range.bytes
    else { throw DownloadFault(.answer("206 that does not say which range it has")) }
    guard bytes.lowerBound == offset else {
      throw DownloadFault(.answer("206 from byte \(bytes.lowerBound) in place of \(offset)"))
    }
    guard head.coding == .identity,
      head.contentLength.map({ $0 == Int64(bytes.count) }) ?? true
    else { throw DownloadFault(.answer("206 with another length than its range")) }
    if let total = range.total, let known = journal.total ?? expected.size, total != known {
      throw DownloadFault(.answer("206 of a file with \(total) bytes in place of \(known)"))
    }
    let isSame = isSameAddress && url == journal.finalURL
    if hasDigest, !isSame { return }
    if let validator = journal.validator, validator.isContradicted(by: head.headers) {
      throw DownloadFault(.answer("206 of another version of the file"))
    }
    if hasDigest || isSame { return }
    // From elsewhere only an equal strong tag and length make it the same file.
    guard case .etag(let tag) = journal.validator, head.headers["ETag"] == tag,
      range.total != nil, range.total == journal.total
    else { throw DownloadFault(.answer("206 from elsewhere without proof of the same file")) }
  }
}
