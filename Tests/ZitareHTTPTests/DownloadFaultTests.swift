import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

/// What a download leaves where a server goes wrong: nothing false under the final name, ever.
@Suite struct DownloadFaultTests {
  /// What lies under the final name in the end, and how much is known of it.
  enum Outcome: Sendable {
    case file([UInt8], Download.Proof)
    case nothing
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let fault: String
    /// What an earlier attempt has left, and of which version.
    var before: (bytes: [UInt8], tag: String)?
    var total: Int64? = Int64(FaultServer.size)
    /// With the size and the type known beforehand, and without.
    let informed: Outcome
    let uninformed: Outcome
    var kept: Int64 = 0

    var testDescription: String { fault }
  }

  static let new = FaultServer.file
  static let whole = Outcome.file(new, .complete)
  static let begun = (Array(new[..<FaultServer.cut]), FaultServer.tag)
  static let outdated = (Array(FaultServer.older[..<FaultServer.cut]), "\"old\"")

  static let cases = [
    Case(fault: "missing", informed: .nothing, uninformed: .nothing),
    Case(
      fault: "page", informed: .nothing, uninformed: .file(FaultServer.page, .complete)),
    Case(fault: "cut-length", informed: .nothing, uninformed: .nothing),
    Case(fault: "cut-chunks", informed: .nothing, uninformed: .nothing),
    Case(
      fault: "cut-unannounced", informed: .nothing,
      uninformed: .file(Array(new[..<FaultServer.cut]), .unverified)),
    Case(fault: "empty", informed: .nothing, uninformed: .nothing),
    Case(fault: "resumable", before: begun, informed: whole, uninformed: whole),
    Case(fault: "changed", before: outdated, informed: whole, uninformed: whole),
    Case(fault: "ignores-range", before: begun, informed: whole, uninformed: whole),
    Case(
      fault: "complete", before: (new, FaultServer.tag), total: nil, informed: whole,
      uninformed: whole),
    // A quarter of the size is not the file that was expected.
    Case(
      fault: "shrunk", before: outdated, informed: .nothing,
      uninformed: .file(Array(new[..<(FaultServer.size / 4)]), .complete)),
    Case(fault: "other-range", before: begun, informed: whole, uninformed: whole),
    Case(fault: "bare-range", before: begun, informed: whole, uninformed: whole),
    Case(
      fault: "missing-on-resume", before: begun, informed: .nothing, uninformed: .nothing,
      kept: Int64(FaultServer.cut)),
    Case(fault: "busy", informed: whole, uninformed: whole),
    Case(fault: "redirect", informed: whole, uninformed: whole),
  ]

  @Test(
    "only what is the file gets its name, and a failure says what is kept",
    arguments: cases, [true, false])
  func fault(_ fault: Case, isInformed: Bool) async throws {
    let server = FaultServer()
    let downloading = Downloading()
    if let (bytes, tag) = fault.before {
      try downloading.leave(bytes, of: server.url(fault.fault), tag: tag, total: fault.total)
    }
    var download = try downloading.download(server.url(fault.fault))
    download.headers = ["Authorization": "Bearer secret"]
    if isInformed {
      download.expected.size = Int64(FaultServer.size)
      download.expected.type = "application/octet-stream"
    }
    switch isInformed ? fault.informed : fault.uninformed {
    case .file(let bytes, let proof):
      let file = try await downloading.file(download)
      #expect(try downloading.result == bytes)
      #expect(try downloading.isClean)
      #expect(file.proof == proof)
      #expect(file.sha256 == SHA256.digest(bytes))
    case .nothing:
      let error = try await downloading.failure(download)
      #expect(try downloading.result == nil)
      if fault.fault != "cut-length" {
        #expect(error.kept == fault.kept)
        #expect(try downloading.part?.count == (fault.kept == 0 ? nil : Int(fault.kept)))
      }
    }
    #expect(server.other.requests.allSatisfy { $0["Authorization"] == nil })
  }

  @Test("the file that lay there before stays through every failure", arguments: cases)
  func kept(_ fault: Case) async throws {
    guard case .nothing = fault.informed else { return }
    let server = FaultServer()
    let downloading = Downloading()
    try downloading.folder.write("file.bin", Array("before".utf8))
    var download = try downloading.download(server.url(fault.fault))
    download.expected.size = Int64(FaultServer.size)
    download.expected.type = "application/octet-stream"
    _ = try await downloading.failure(download)
    #expect(try downloading.result == Array("before".utf8))
  }
}
