public import ZitareBase

extension Download {
  /// How a download ends well.
  public enum Result: Sendable {
    case file(File)
    /// The server has no other version than `unless` (304); its headers.
    case notModified(HTTPHeaders)
  }

  /// How much is known about a file's wholeness.
  public enum Proof: String, Sendable, Codable {
    /// Its SHA-256 is what the caller or the server says.
    case verified = "complete-verified"
    /// Its length or a last chunk told the end.
    case complete = "complete"
    /// The connection's end is all there was, which a broken one looks like, too.
    case unverified = "complete-unverified"
  }

  /// A file under its final name, and on the disk.
  public struct File: Sendable {
    public let path: FilePath
    public let size: Int64
    public let sha256: [UInt8]
    public let proof: Proof
    /// What the server calls this version, to be asked later for a newer one.
    public let validators: Validators
    /// The media type as sent.
    public let contentType: String?
    /// The requests sent, in earlier runs, too; 0 where the file was there already.
    public let attempts: Int
    /// How often bytes that had come were fetched again from the start.
    public let restarts: Int
  }
}
