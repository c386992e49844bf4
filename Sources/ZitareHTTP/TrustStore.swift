import CCurl
import Glibc
import ZitareBase

/// The certificates of the authorities that a client believes.
///
/// Debian installs each in a folder, found by hash, and all of them in one file. The file costs
/// 50 ms of processor time instead of 2, and that for each connection (libcurl keeps it only where
/// no folder is set); no call is answered meanwhile.
struct TrustStore: Sendable {
  private enum Source: Sendable {
    /// The system's folder, beside it perhaps a file of the caller's.
    case folder(extra: FilePath?)
    /// The system's file, as libcurl knows it.
    case file
    /// The system's file and the caller's in one.
    case bytes([UInt8])
  }

  private let source: Source

  /// - Parameter extra: a file in the form PEM; where the system has a folder of certificates, it is
  ///   read anew for each connection.
  init(extra: FilePath?) throws(FileError) {
    let added = try extra.map { extra throws(FileError) in
      guard let bytes = try Files.read(extra) else { throw FileError("read", extra, code: ENOENT) }
      return bytes
    }
    if Self.hasHashedFolder {
      source = .folder(extra: extra)
    } else if let added {
      let easy = EasyHandle()
      let system = zitare_get_text(easy.handle, CURLINFO_CAINFO).map {
        FilePath(String(cString: $0))
      }
      var known: [UInt8] = []
      if let system { known = try Files.read(system) ?? [] }
      source = .bytes(known + [UInt8(ascii: "\n")] + added)
    } else {
      source = .file
    }
  }

  func apply(to easy: EasyHandle) throws(EasyHandle.Failure) {
    switch source {
    case .folder(let extra?): try easy.set(CURLOPT_CAINFO, extra.string)
    case .folder(nil): try easy.clear(CURLOPT_CAINFO)
    case .file: break
    case .bytes(let bytes): try easy.set(CURLOPT_CAINFO_BLOB, copying: bytes)
    }
  }

  private static let hasHashedFolder: Bool = {
    let easy = EasyHandle()
    guard let folder = zitare_get_text(easy.handle, CURLINFO_CAPATH) else { return false }
    do throws(FileError) {
      return try Files.names(in: FilePath(String(cString: folder))).contains {
        $0.utf8.count == 10 && $0.hasSuffix(".0")
      }
    } catch {
      return false  // the file is then what there is
    }
  }()
}
