import ZitareBase

// What a full disk asks for.
extension DownloadRun {
  /// Makes sure that the disk holds what is known to be still to come.
  func checkSpace() throws(DownloadFault) {
    guard let total = download.expected.size ?? journal.total else { return }
    if total > download.maxSize {
      spoil()
      throw DownloadFault(.tooLarge(limit: download.maxSize))
    }
    guard total - part.size >= 1 << 20 else { return }  // small files just try
    let missing: Int64?
    do throws(FileError) {
      missing = try part.missingSpace(for: total, leaving: download.reservedSpace)
    } catch {
      throw DownloadFault(error)
    }
    if let missing { throw DownloadFault(.outOfSpace(missing: missing)) }
  }

  /// Waits for somebody to make room; what has come and is safe stays.
  func awaitSpace(_ reason: DownloadError.Reason) async throws(DownloadFault) {
    fruitless = 0
    await keeper.drain()
    _ = keeper.takeFailure()  // the same, told once more
    if keeper.hasLost { try await fallBack() }
    try await client.sleep(Self.spaceInterval, because: reason.text, report: report)
  }

  static let spaceInterval = Duration.seconds(5)

  /// Gives up the bytes that the disk has not taken.
  private func fallBack() async throws(DownloadFault) {
    let (part, keeper, path, size) = (part, keeper, paths.journal, part.size)
    let isSound: Bool
    do throws(FileError) {
      isSound = try await blocking { () throws(FileError) in
        let safe = keeper.exists ? try DownloadJournal(at: path) : nil
        try part.resume(at: safe?.received ?? 0)
        return safe.map { $0.sha256 == part.digest().hexadecimal } ?? true
      }
    } catch {
      throw DownloadFault(error)
    }
    journal.proof = nil
    keeper.forgetLoss()
    if !isSound { return try await restart("they are not the bytes that were written") }
    if part.size == 0, size > 0 {
      report(.restarted(lost: size, count: journal.restarts, reason: "the disk did not take them"))
    }
  }
}
