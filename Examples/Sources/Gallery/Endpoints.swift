import ZitareBase
import ZitareHTTP

struct Photo: Codable, Sendable {
  let id: Int
  let title: String
  let size: Int
}

struct FindPhotos: ResponseEndpoint {
  typealias Response = [Photo]

  let title: String
  var path: String { "photos" }
  var query: HTTPQuery { ["title": title] }
}

struct MakeAlbum: RequestResponseEndpoint {
  struct Request: Encodable, Sendable {
    let title: String
  }
  struct Response: Decodable, Sendable {
    let id: Int
  }

  let request: Request
  var path: String { "albums" }
}

/// Puts one photo under a title; the file is read while it is sent.
struct UploadPhoto: UploadEndpoint, ResponseEndpoint {
  typealias Response = Photo

  let title: String
  let file: FilePath
  var path: String { "photos/\(title)" }
  var method: HTTPMethod { .put }
  var headers: HTTPHeaders { ["Content-Type": "image/jpeg"] }
}

struct FillAlbum: MultipartEndpoint, ResponseEndpoint {
  typealias Response = [Photo]

  let album: Int
  let note: String
  let files: [FilePath]
  var path: String { "albums/\(album)/photos" }
  var parts: [MultipartPart] {
    [MultipartPart(name: "note", value: note)]
      + files.map { MultipartPart(name: "photo", file: $0) }
  }
}

struct PhotoFile: Endpoint {
  let id: Int
  var path: String { "photos/\(id)/file" }
}

struct Login: URLEncodedEndpoint, ResponseEndpoint {
  typealias Response = TokenPair

  let name: String
  let password: String
  var path: String { "login" }
  var body: HTTPQuery { ["name": name, "password": password] }
  var needsAuthorization: Bool { false }
}

struct RenewTokens: RequestResponseEndpoint {
  typealias Response = TokenPair

  let request: [String: String]
  var path: String { "refresh" }

  init(_ tokens: TokenPair) { request = ["refresh": tokens.refresh] }
}
