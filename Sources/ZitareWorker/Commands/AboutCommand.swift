import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Prints versions, the licence, the legal pages and whom this program talks to.
struct AboutCommand: Command {
  static let name = "about"
  static let summary = Text.aboutSummary.message

  /// What `--json` prints: all of `--version --json`, and more.
  private struct Line: Encodable {
    let build: ProgramVersion
    let licence = "GPL-2.0-or-later"
    let legal: LegalPages
    let peers: [String]

    enum CodingKeys: CodingKey {
      case licence, legal, peers
    }

    func encode(to encoder: any Encoder) throws {
      try build.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(licence, forKey: .licence)
      try container.encode(legal, forKey: .legal)
      try container.encode(peers, forKey: .peers)
    }
  }

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    var peers = try Origins.read(app.configuration).map { "\($0)" }
    let configuration = try app.pipelineConfiguration()
    if let api = configuration.api { peers += [api.base, configuration.account.server] }
    let legal = try LegalPages(app.configuration)
    if app.wantsJSON {
      return try app.console.json(Line(build: app.service.version, legal: legal, peers: peers))
    }
    for line in app.service.version.text(in: app.language).split(separator: "\n") {
      app.console.line(String(line))
    }
    app.console.line(app.text(Text.aboutLicence))
    app.console.line(app.text(Text.aboutImprint, ["page": legal.imprint]))
    app.console.line(app.text(Text.aboutPrivacy, ["page": legal.privacy]))
    app.console.line(app.text(Text.aboutTerms, ["page": legal.terms]))
    app.console.line(app.text(Text.aboutPeers))
    for peer in peers { app.console.line("  \(peer)") }
  }
}
