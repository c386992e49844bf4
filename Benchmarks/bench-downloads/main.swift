import ZitareBase
import ZitareHTTP

// bench-downloads FOLDER PARALLEL file|discard < addresses
// Fetches every address into a file of its name in the folder, or fetches it and keeps nothing.

let words = CommandLine.arguments
guard words.count == 4, let parallel = Int(words[2]) else { fatalError("see the source for usage") }
let folder = FilePath(words[1])

var configuration = HTTPClient.Configuration()
configuration.downloadsPerHost = parallel
let client = HTTPClient(configuration)

func fetch(_ address: String) async throws {
  let url = try HTTPURL(address)
  if words[3] == "discard" {
    guard try await client.send(HTTPRequest(url)).status == 200 else { fatalError(address) }
  } else {
    let name = FilePath(address).lastComponent
    _ = try await client.download(Download(from: [url], to: folder.appending(name)))
  }
}

try await withThrowingTaskGroup(of: Void.self) { group in
  for _ in 0..<parallel {
    group.addTask {
      while let address = readLine() { try await fetch(address) }
    }
  }
  try await group.waitForAll()
}
