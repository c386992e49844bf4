import Glibc
import ZitareBase

/// Finds out what an earlier download to the same destination has left; for a thread that may block.
struct DownloadOpening: Sendable {
  let download: Download
  let sha256: [UInt8]?
  let report: @Sendable (DownloadEvent) -> Void

  /// What there is to begin with.
  enum Found: Sendable {
    /// The file itself, whole, and the locked part beside it, which is of no use.
    case file(Download.File, PartFile, hasJournal: Bool)
    /// The locked part, holding the bytes that the journal claims.
    case part(PartFile, DownloadJournal, hasJournal: Bool)
    /// Another download has the part.
    case busy
  }

  private var paths: DownloadPaths { DownloadPaths(destination: download.destination) }

  func open() throws(FileError) -> Found {
    try checkDestination()
    guard let part = try PartFile.locked(paths.part) else { return .busy }
    try Files.remove(paths.journalToBe)  // a killed process may have left it
    let stored = try part.storedSize()
    let journal = try DownloadJournal(at: paths.journal)
    if let file = try existingFile(journal, hasPart: stored > 0) {
      return .file(file, part, hasJournal: journal != nil)
    }
    guard let journal else {
      try Files.remove(paths.journal)  // where one is, it is of no use
      if stored > 0 {
        report(.restarted(lost: stored, count: 0, reason: "nothing was written down about them"))
        try part.restart()
      }
      return .part(part, DownloadJournal(), hasJournal: false)
    }
    return try resumed(part, journal, stored)
  }

  /// Whether a file may be put there, and others beside it.
  private func checkDestination() throws(FileError) {
    var status = stat()
    if lstat(paths.journalToBe.string, &status) != 0, errno == ENAMETOOLONG {
      throw FileError("create", paths.journalToBe, code: ENAMETOOLONG)
    }
    guard stat(download.destination.string, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw FileError("replace", download.destination, code: kind == S_IFDIR ? EISDIR : EINVAL)
    }
  }

  /// The file at the destination, where its digest says that nothing is left to be done: it is the
  /// expected one, or the one whose journal a crash has kept from being removed.
  private func existingFile(
    _ journal: DownloadJournal?, hasPart: Bool
  ) throws(FileError) -> Download.File? {
    let named = hasPart ? nil : journal.flatMap { $0.proof == nil ? nil : $0 }
    guard sha256 != nil || named != nil else { return nil }
    // One of another size need not be read.
    if let size = download.expected.size, try Files.size(of: download.destination) != size {
      return nil
    }
    guard let file = try FoundFile(download.destination) else { return nil }
    let isExpected = sha256 == file.sha256
    guard isExpected || sha256 == nil && named.map({ isNamed(file, by: $0) }) == true else {
      return nil
    }
    return Download.File(
      path: download.destination, size: file.size, sha256: file.sha256,
      proof: isExpected ? .verified : named?.proof ?? .unverified,
      validators: named?.validators ?? Validators(), contentType: named?.contentType,
      attempts: named?.attempts ?? 0, restarts: named?.restarts ?? 0)
  }

  /// Whether a file is the one that a journal tells of, and what this download would bring.
  private func isNamed(_ file: FoundFile, by journal: DownloadJournal) -> Bool {
    journal.sha256 == file.sha256.hexadecimal && !isFromElsewhere(journal)
      && file.size <= download.maxSize
      && (download.expected.size != nil || file.size >= download.expected.minSize)
      && Plausibility(type: download.expected.type).fault(firstBytes: file.firstBytes) == nil
  }

  /// Keeps the bytes that can be trusted, and the counts in any case.
  private func resumed(
    _ part: PartFile, _ journal: DownloadJournal, _ stored: Int64
  ) throws(FileError) -> Found {
    var reason = mistrust(journal, stored)
    if reason == nil, journal.received > 0 {
      report(.checking(journal.received))
      try part.resume(at: journal.received)
      if part.digest().hexadecimal == journal.sha256 {
        return .part(part, journal, hasJournal: true)
      }
      reason = "they are not the bytes that were written"
    }
    var fresh = DownloadJournal()
    fresh.attempts = journal.attempts
    fresh.restarts = journal.restarts
    if journal.received > 0, let reason {
      fresh.restarts += 1
      report(.restarted(lost: journal.received, count: fresh.restarts, reason: reason))
    }
    let hasJournal = try fresh.supersede(at: paths.journal)
    try part.restart()
    return .part(part, fresh, hasJournal: hasJournal)
  }

  /// Why the part's bytes are of no use, nil where they may be.
  private func mistrust(_ journal: DownloadJournal, _ stored: Int64) -> String? {
    if stored < journal.received { return "some of them are missing" }
    let total = journal.proof == nil ? journal.total : journal.received
    if let size = download.expected.size, let total, size != total {
      return "a file of another size is expected now"
    }
    if sha256 == nil, isFromElsewhere(journal) { return "they come from another address" }
    if journal.proof != nil { return nil }
    if !journal.isResumable { return "the server gives the file only as a whole" }
    if let sha256, let promised = journal.serverSHA256, promised != sha256.hexadecimal {
      return "a file with another digest is expected now"
    }
    return sha256 == nil && journal.validator == nil ? "nothing tells their version" : nil
  }

  /// Whether a journal tells of an address that is none of this download's.
  ///
  /// While bytes are missing the server can still be asked whether an address that only has other
  /// values in its query, such as a renewed token, leads to the same file. What a provider will name is
  /// not known yet; it speaks of one file.
  private func isFromElsewhere(_ journal: DownloadJournal) -> Bool {
    guard case .mirrors(let urls) = download.source else { return false }
    let isWhole = journal.proof != nil || journal.received == journal.total
    return !urls.contains {
      isWhole ? $0.fingerprint == journal.fingerprint : $0.description == journal.url
    }
  }
}

extension HTTPURL {
  /// Tells this address from others that are shown alike, as a digest; user and password do not count.
  var fingerprint: String {
    SHA256.digest("\(description.prefix { $0 != "?" })?\(query)".utf8).hexadecimal
  }
}
