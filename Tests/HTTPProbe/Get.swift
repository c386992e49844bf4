import ZitareBase
import ZitareHTTP

/// Asks for an address and prints the answer's status or why there is none.
func get(_ url: String, authorities: FilePath) async throws {
  var configuration = HTTPClient.Configuration()
  configuration.extraAuthorities = authorities
  do {
    print(try await HTTPClient(configuration).send(HTTPRequest(HTTPURL(url))).status)
  } catch let error as HTTPError {
    print(error.reason)
  }
}
