import Glibc
import ZitareBase

extension DownloadRun {
  /// Holds the whole file against everything that is known of it, and gives it its name; nil where
  /// it was not the one and is fetched again.
  func finish() async throws(DownloadFault) -> Download.File? {
    try checkSize()
    try checkStart()
    let digest = part.digest()
    if let mismatch = mismatch(digest) {
      // One answer with wrong bytes would come again; several may not belong together.
      if answers > 1 || sources.drop() {
        try await restart(mismatch.text)
        return nil
      }
      spoil()
      throw DownloadFault(mismatch)
    }
    if sha256 != nil || journal.serverSHA256 != nil { journal.proof = .verified }
    try await name()
    report(.progress(DownloadProgress(received: part.size, total: part.size, bytesPerSecond: nil)))
    return Download.File(
      path: download.destination, size: part.size, sha256: digest,
      proof: journal.proof ?? .unverified, validators: journal.validators,
      contentType: journal.contentType, attempts: journal.attempts, restarts: journal.restarts)
  }

  /// What an earlier run has left may not be what this one is to bring.
  private func checkSize() throws(DownloadFault) {
    let fault: DownloadError.Reason
    if let size = download.expected.size, part.size != size {
      fault = .size(expected: size, found: part.size)
    } else if part.size > download.maxSize {
      fault = .tooLarge(limit: download.maxSize)
    } else if download.expected.size == nil, part.size < download.expected.minSize {
      fault = .implausible("it has only \(part.size) bytes")
    } else {
      return
    }
    spoil()
    throw DownloadFault(fault)
  }

  private func checkStart() throws(DownloadFault) {
    do throws(DownloadFault) {
      try part.checkPlausibility(download.expected)
    } catch {
      spoil()
      throw error
    }
  }

  /// The bytes are known to be wrong.
  func spoil() {
    journal.proof = nil
    journal.isResumable = false
  }

  private func mismatch(_ digest: [UInt8]) -> DownloadError.Reason? {
    let found = digest.hexadecimal
    for expected in [sha256?.hexadecimal, journal.serverSHA256] {
      if let expected, expected != found { return .digest(expected: expected, found: found) }
    }
    if let md5, answers == 1, md5.promised != md5.found {
      return .digest(expected: md5.promised.hexadecimal, found: md5.found.hexadecimal)
    }
    return nil
  }

  /// Gives the file its name, in the order that a loss of power leaves it whole or absent.
  private func name() async throws(DownloadFault) {
    let (part, paths, keeper) = (part, paths, keeper)
    do throws(FileError) {
      if !isNamed {
        await keeper.drain()
        try await blocking { () throws(FileError) in
          try part.trim()
          try keeper.sync()
        }
        if keeper.exists { try await keeper.settle(journal.claiming(part)) }
        guard rename(paths.part.string, paths.destination.string) == 0 else {
          throw FileError("rename", paths.part, code: errno)
        }
        isNamed = true
      }
      try await client.folders.sync(paths.destination.parent)
      if keeper.exists {
        try Files.remove(paths.journal)
        // Or it would be back after a loss of power, and say that nothing is left to be fetched.
        try await client.folders.sync(paths.destination.parent)
      }
    } catch {
      throw DownloadFault(error)
    }
  }
}

extension Download.Patience {
  /// Anywhere between nothing and the longest wait, which doubles with each failure.
  func delay(afterFailure count: Int, fraction: Double) -> Duration {
    min(base * (1 << min(count - 1, 30)), cap) * fraction
  }
}
