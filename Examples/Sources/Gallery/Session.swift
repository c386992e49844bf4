import FoundationEssentials
import ZitareBase
import ZitareHTTP

struct TokenPair: Codable, Sendable, Equatable {
  let access: String
  let refresh: String
}

/// How the gallery's calls are authorized; the tokens outlive the process in a file.
struct Session: HTTPAuthenticator {
  let gallery: Gallery
  let file: FilePath

  func apply(_ token: TokenPair, to request: inout HTTPRequest) {
    request.headers["Authorization"] = "Bearer \(token.access)"
  }

  /// The gallery gives up the old pair with its answer, so the new one is stored before it is used.
  func refresh(_ token: TokenPair) async throws -> TokenPair? {
    do {
      let renewed = try await gallery.call(response: RenewTokens(token))
      try store(renewed)
      return renewed
    } catch GalleryError.refused(_, status: 401) {
      return nil
    }
  }

  func store(_ tokens: TokenPair) throws {
    try Files.replace(file, with: try JSONEncoder().encode(tokens), mode: 0o600)
  }

  /// Nil where nobody has logged in.
  func stored() throws -> TokenPair? {
    try Files.read(file).map { try JSONDecoder().decode(TokenPair.self, from: Data($0)) }
  }
}
