import Glibc
public import ZitareBase

/// A certificate authority of a test's own and what it has signed, made by openssl(1).
public final class TestAuthority: Sendable {
  private let folder = TemporaryFolder()

  /// Its certificate, for whoever is to believe it.
  public var certificate: FilePath { folder.appending("ca.pem") }
  /// A certificate for `localhost` and 127.0.0.1, and its key.
  public var serverCertificate: FilePath { folder.appending("server.pem") }
  public var serverKey: FilePath { folder.appending("server.key") }

  public init() throws {
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
      "2", "-subj", "/CN=Test", "-keyout", folder.appending("ca.key").string, "-out",
      certificate.string)
    try openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
      "/CN=localhost", "-keyout", serverKey.string, "-out", folder.appending("server.csr").string)
    let names = try folder.write("names", "subjectAltName=DNS:localhost,IP:127.0.0.1".utf8)
    try openssl(
      "x509", "-req", "-in", folder.appending("server.csr").string, "-CA", certificate.string,
      "-CAkey", folder.appending("ca.key").string, "-CAcreateserial", "-days", "2", "-extfile",
      names.string, "-out", serverCertificate.string)
  }

  /// The digest of the server's public key as `sha256//…`.
  public func pin() throws -> String {
    let key = folder.appending("key.der")
    try openssl(
      "pkey", "-in", serverKey.string, "-pubout", "-outform", "der", "-out", key.string)
    guard let bytes = try Files.read(key) else { throw FileError("read", key, code: ENOENT) }
    let digest = try folder.write("digest", SHA256.digest(bytes))
    return "sha256//" + (try openssl("base64", "-in", digest.string)).split(separator: "\n")[0]
  }

  @discardableResult
  private func openssl(_ arguments: String...) throws -> String {
    let result = try ChildProcess("openssl", arguments, environment: searchPath).wait()
    guard result.status == 0 else { fatalError("openssl \(arguments): \(result.errors)") }
    return result.output
  }
}

/// The environment's search path alone.
let searchPath = ["PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/sbin:/usr/bin:/bin"]
