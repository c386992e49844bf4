import FoundationEssentials
import Testing
import ZitareBase
import ZitareCorpus
import ZitareJobs
import ZitarePipeline

/// Jobs outlive the program that added them: what any release has written must be read for good.
@Suite("Parameters of jobs")
struct JobParametersTests {
  /// Forms are added here with the release that first writes them, and never removed.
  @Test("every form that a release has written is read")
  func read() throws {
    try expect(#"{"origin":"zitare.com"}"#, is: RefreshCorpus("zitare.com")) { $0.accepting }
    try expect(
      #"{"accepting":true,"origin":"zitare.com"}"#, is: RefreshCorpus("zitare.com", accepting: true)
    ) { $0.accepting }
    try expect("{}", is: UpdateIndex()) { [$0.rebuilding, $0.repairing] }
    try expect(#"{"rebuilding":true}"#, is: UpdateIndex(rebuilding: true)) {
      [$0.rebuilding, $0.repairing]
    }
    try expect(#"{"rebuilding":false,"repairing":true}"#, is: UpdateIndex(repairing: true)) {
      [$0.rebuilding, $0.repairing]
    }
    try expect("{}", is: RenderPayload()) { _ in true }
    try expect("{}", is: ForgetOrigins()) { _ in true }
    try expect("{}", is: SweepSubmissions()) { _ in true }
    let id = try #require(SubmissionID("0190f3a4-7b1c-7c3e-8a52-3f0d5b6c7d8e"))
    try expect(#"{"submission":"\#(id.text)"}"#, is: DeliverSubmission(id)) { $0.submission }
    try expect(
      #"{"folder":"/srv/quotes","target":"recoll"}"#, is: ExportCorpus(.recoll, to: "/srv/quotes")
    ) { [$0.target.rawValue, $0.folder] }
  }

  /// Reads the parameters, and what today's release writes in their place.
  private func expect<J: Job>(
    _ text: String, is job: J, by part: (J) -> some Equatable
  ) throws {
    let read = try JSONDecoder().decode(J.self, from: Data(text.utf8))
    #expect(part(read) == part(job), "\(text)")
    #expect(read.uniqueness == job.uniqueness, "\(text)")
    let again = try JSONDecoder().decode(J.self, from: try JSONEncoder().encode(job))
    #expect(part(again) == part(job))
  }
}
