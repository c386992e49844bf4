import ZitareBase
import ZitareHTTP

/// Somebody who has, or has not yet, logged in to a gallery.
struct User {
  private let session: Session
  private let gallery: Gallery

  init(_ session: Session, token: TokenPair?) {
    self.session = session
    gallery = Gallery(
      baseURL: session.gallery.baseURL, session: HTTPAuthorization(session, token: token))
  }

  /// Carries out a command; false for one that there is not.
  func run(_ command: String, _ words: [String]) async throws -> Bool {
    switch (command, words.count) {
    case ("login", 2): try await logIn(name: words[0], password: words[1])
    case ("find", 1...): try await find(words)
    case ("upload", 2): try await upload(FilePath(words[1]), title: words[0])
    case ("album", 2...): try await makeAlbum(words[0], words.dropFirst().map { FilePath($0) })
    case ("save", 2):
      guard let id = Int(words[0]) else { return false }
      try await save(id, to: FilePath(words[1]))
    case ("check", 0): try await check()
    default: return false
    }
    return true
  }

  private func logIn(name: String, password: String) async throws {
    let tokens = try await gallery.call(response: Login(name: name, password: password))
    try session.store(tokens)
  }

  private func find(_ titles: [String]) async throws {
    for title in titles {
      for photo in try await gallery.call(response: FindPhotos(title: title)) {
        print("\(photo.id) \(photo.title), \(photo.size) bytes")
      }
    }
  }

  private func upload(_ file: FilePath, title: String) async throws {
    let unhurried: RequestConfiguring = { $0.timeouts = HTTPTimeouts(firstByte: .seconds(120)) }
    let once: RequestConfiguring = { $0.headers["If-None-Match"] = "*" }
    let photo = try await gallery.call(
      response: UploadPhoto(title: title, file: file), configuring: [unhurried, once].combined)
    print("\(photo.id) \(photo.title), \(photo.size) bytes")
  }

  private func makeAlbum(_ title: String, _ files: [FilePath]) async throws {
    let album = try await gallery.call(response: MakeAlbum(request: .init(title: title)))
    let photos = try await gallery.call(
      response: FillAlbum(album: album.id, note: "from the command line", files: files))
    for photo in photos { print("\(photo.id) \(photo.title), \(photo.size) bytes") }
  }

  private func save(_ id: Int, to file: FilePath) async throws {
    let saved = try await gallery.download(
      endpoint: PhotoFile(id: id), to: file, limit: 100 << 20)
    print("\(file): \(saved.size) bytes, SHA-256 \(saved.sha256.hex)")
  }

  /// However many downloads find out that the token has expired, it is refreshed once.
  private func check() async throws {
    let photos = try await gallery.call(response: FindPhotos(title: ""))
    try await withThrowingTaskGroup(of: String.self) { group in
      for photo in photos {
        group.addTask { [gallery] in
          try await gallery.withDownload(of: PhotoFile(id: photo.id)) { path, file in
            let size = try Files.size(of: path) ?? 0
            return "\(photo.id) \(file.sha256.hex) \(size == photo.size ? "whole" : "damaged")"
          }
        }
      }
      for try await line in group { print(line) }
    }
  }
}

extension [UInt8] {
  fileprivate var hex: String {
    map { (Int($0) < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
