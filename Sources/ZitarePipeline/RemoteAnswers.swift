import FoundationEssentials
import Glibc
import ZitareBase

/// The server's answers to searches, kept for an hour: a search that is repeated asks nobody.
///
/// What somebody searches for is nobody else's business: names are digests, and only the user may read
/// them. A cache that cannot be read or written costs a request and nothing else.
struct RemoteAnswers {
  private static let lifetime: Duration = .seconds(3600)
  private static let fileLimit = 200

  private struct Answer: Codable {
    let at: Timestamp
    let hits: [FoundQuote]
  }

  private let folder: FilePath
  private let server: String

  init(in cache: FilePath, from server: String) {
    folder = cache.appending("searches")
    self.server = server
  }

  func hits(for query: String, at now: Timestamp) -> [FoundQuote]? {
    guard let bytes = try? Files.read(path(of: query), limit: 16 << 20),
      let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)),
      // One from the future was kept before the clock was set.
      answer.at <= now, now - answer.at < Self.lifetime
    else { return nil }
    return answer.hits
  }

  func keep(_ hits: [FoundQuote], for query: String, at now: Timestamp) {
    guard let bytes = try? JSONEncoder().encode(Answer(at: now, hits: hits)),
      (try? Files.makeFolder(folder, mode: 0o700)) != nil
    else { return }
    try? Files.replace(path(of: query), with: bytes, mode: 0o600)
    prune()
  }

  private func path(of query: String) -> FilePath {
    let digest = SHA256.digest("\(server)\n\(query)".utf8).prefix(16).hexadecimal
    return folder.appending("\(digest).json")
  }

  /// Removes the older half of too many answers.
  private func prune() {
    guard let names = try? Files.names(in: folder), names.count > Self.fileLimit else { return }
    let files = names.map { name -> (path: FilePath, time: Int) in
      let path = folder.appending(name)
      var status = stat()
      return (path, stat(path.string, &status) == 0 ? status.st_mtim.tv_sec : 0)
    }
    for file in files.sorted(by: { $0.time < $1.time }).prefix(files.count - Self.fileLimit / 2) {
      unlink(file.path.string)
    }
  }
}
