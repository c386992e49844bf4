import CCurl

extension HTTPClient {
  /// The version of the libcurl that is loaded.
  public static var libraryVersion: String {
    String(cString: ccurl_version())
  }
}
