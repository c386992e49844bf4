import ZitareBase

/// Takes the answers to one request of a download into its part.
///
/// The loop's thread has it while the transfer runs, its caller before and after.
final class DownloadSink: BodySink {
  let bufferSize: Int
  private let download: Download
  private let url: HTTPURL
  private let rules: AnswerRules
  private let part: PartFile
  private let keeper: JournalKeeper
  private let report: @Sendable (DownloadEvent) -> Void
  nonisolated(unsafe) private(set) var journal: DownloadJournal
  /// Why the transfer was stopped from here.
  nonisolated(unsafe) private(set) var fault: DownloadError.Reason?
  /// Whether the answer was a piece, without a word on how much there is.
  nonisolated(unsafe) private(set) var isOpenEnded = false
  /// Whether an answer's body has come, or begun to.
  nonisolated(unsafe) private(set) var hasTaken = false
  /// Whether nothing of earlier answers is left.
  nonisolated(unsafe) private(set) var beganAnew = false
  /// The digests that the answer promises, and what is computed to hold against them.
  nonisolated(unsafe) private(set) var promised: ServerDigest?
  nonisolated(unsafe) private var md5: MD5?
  nonisolated(unsafe) private var skipped: Int64 = 0
  nonisolated(unsafe) private var toSkip: Int64 = 0
  nonisolated(unsafe) private var hasCheckedStart = false
  nonisolated(unsafe) private var checkpoint: (bytes: Int64, instant: SuspendingClock.Instant)
  nonisolated(unsafe) private var meter = RateMeter()

  init(
    _ download: Download, _ url: HTTPURL, _ rules: AnswerRules, _ part: PartFile,
    _ keeper: JournalKeeper,
    report: @escaping @Sendable (DownloadEvent) -> Void
  ) {
    self.download = download
    self.rules = rules
    self.part = part
    self.keeper = keeper
    self.report = report
    self.url = url
    journal = rules.journal
    bufferSize = download.rateLimit?.pieceSize ?? 512 << 10
    checkpoint = (part.size, .now)
  }

  func begin(_ head: ResponseHead, from url: HTTPURL) throws(Refusal) -> Bool {
    guard head.status == 200 || head.status == 206 else { return false }
    try refusing { () throws(DownloadFault) in
      let place = try rules.place(head, from: url.description)
      switch place {
      case .goOn: break
      case .beginning:
        beganAnew = true
      case .skipping(let count):
        try countRestart("the server sent the whole file, of which \(count) bytes were here")
        toSkip = count
      case .restart(let reason):
        try countRestart(reason)
        beganAnew = true
        try restart()
      }
      if place == .goOn {
        // A first answer may have had no length.
        journal.total =
          journal.total ?? head.headers["Content-Range"].flatMap { ContentRange($0)?.total }
      } else {
        note(head, url)
      }
      isOpenEnded = place == .goOn && journal.total == nil
      promised = ServerDigest(head.headers, isWhole: place == .beginning)
      if promised?.md5 != nil { md5 = MD5() }
      if head.coding != .identity { promised = nil }
      if let digest = promised?.sha256 { journal.serverSHA256 = digest.hexadecimal }
      try reserve()
      hasTaken = true
    }
    return true
  }

  func pause(before count: Int, at now: SuspendingClock.Instant) -> BodyPause? {
    download.rateLimit?.take(count, at: now).map { .until($0) }
  }

  func take(_ piece: UnsafeRawBufferPointer) throws(Refusal) {
    try refusing { () throws(DownloadFault) in
      let left = toSkip - skipped
      let skipping = Int(min(left, Int64(piece.count)))
      skipped += Int64(skipping)
      let fresh = UnsafeRawBufferPointer(rebasing: piece[skipping...])
      guard !fresh.isEmpty else { return }
      guard part.size + Int64(fresh.count) <= download.maxSize else {
        throw DownloadFault(.tooLarge(limit: download.maxSize))
      }
      do throws(FileError) { try part.write(fresh) } catch { throw DownloadFault(error) }
      md5?.update(fresh)
      try checkStart()
      try keep()
      let total = download.expected.size ?? journal.total
      if let progress = meter.note(part.size, total: total, at: .now) {
        report(.progress(progress))
      }
    }
  }

  /// The MD5 of the body, where the answer promises one; asked once, at the end.
  func bodyMD5() -> [UInt8]? { md5.take()?.finish() }

  /// Keeps why a step was refused; the loop is told that it was.
  private func refusing(_ step: () throws(DownloadFault) -> Void) throws(Refusal) {
    do throws(DownloadFault) {
      try step()
    } catch {
      fault = error.reason
      throw Refusal(.malformed(error.reason.text))
    }
  }

  private func restart() throws(DownloadFault) {
    do throws(FileError) {
      // First the journal: it must never claim more than there is.
      journal.received = 0
      try keeper.overtake(journal)
      try part.restart()
    } catch {
      throw DownloadFault(error)
    }
    keeper.forgetLoss()
    checkpoint = (0, .now)
  }

  private func countRestart(_ reason: String) throws(DownloadFault) {
    try journal.countRestart(
      of: part.size, reason, limit: download.patience.restarts, report: report)
  }

  /// What the answer says of the file.
  private func note(_ head: ResponseHead, _ url: HTTPURL) {
    let isPlain = head.coding == .identity
    journal.url = self.url.description
    journal.finalURL = url.description
    journal.fingerprint = self.url.fingerprint
    journal.validators = Validators(head.headers)
    journal.validator = isPlain ? ResumeValidator(head.headers) : nil
    journal.contentType = head.headers["Content-Type"].flatMap { $0.utf8.count > 1024 ? nil : $0 }
    journal.total = isPlain ? head.contentLength : nil
    journal.serverSHA256 = nil
    journal.isResumable =
      isPlain && rules.mayResume && head.headers["Accept-Ranges"]?.lowercased() != "none"
      && (journal.validator != nil || rules.hasDigest)
  }

  /// Makes sure that the disk holds what is still to come; small files just try.
  private func reserve() throws(DownloadFault) {
    guard let total = journal.total else { return }
    guard total <= download.maxSize else { throw DownloadFault(.tooLarge(limit: download.maxSize)) }
    guard total - part.size >= 1 << 20 else { return }
    let missing: Int64?
    do throws(FileError) {
      missing = try part.missingSpace(for: total, leaving: download.reservedSpace)
    } catch {
      throw DownloadFault(error)
    }
    if missing != nil || !part.reserve(total) {
      throw DownloadFault(.outOfSpace(missing: missing))
    }
  }

  /// Looks at the file's first bytes as soon as there are enough of them.
  private func checkStart() throws(DownloadFault) {
    guard !hasCheckedStart, part.size >= Plausibility.headBytes else { return }
    hasCheckedStart = true
    do throws(DownloadFault) {
      try part.checkPlausibility(download.expected)
    } catch {
      try restart()  // nothing of it is of any use
      throw error
    }
  }

  /// Has what came so far written down from time to time.
  private func keep() throws(DownloadFault) {
    if let error = keeper.takeFailure() { throw DownloadFault(error) }
    guard journal.isResumable else { return }
    let bytes = part.size - checkpoint.bytes
    let now = SuspendingClock.now
    guard bytes >= download.checkpointBytes || now - checkpoint.instant >= .seconds(5) else {
      return
    }
    checkpoint = (part.size, now)
    keeper.keep(journal.claiming(part))
  }
}
