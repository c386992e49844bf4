import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareSearch
import ZitareService

/// What `status` asks besides the jobs: origins, index, payload and submissions.
enum Checks {
  static let all: [Check<Services>] = [
    Check("corpus", title: Text.checkNameCorpus.message, run: corpus),
    Check("index", title: Text.checkNameIndex.message, run: index),
    Check("payload", title: Text.checkNamePayload.message, run: payload),
    Check("account", title: AccountText.checkName.message, run: account),
    Check("submissions", title: Text.checkNameSubmissions.message, run: submissions),
  ]

  private static func corpus(_ app: App<Services>) async throws -> Finding {
    guard let reader = try app.corpus.reader() else {
      return Finding(.warning, app.text(Text.noCorpus), facts: ["quotes": .number(0)])
    }
    let state = try reader.state()
    let origins = try reader.statuses()
    var facts: [String: Finding.Fact] = [
      "quotes": .number(state.count), "revision": .number(Int(state.revision)),
    ]
    var refusals: [String] = []
    for origin in origins {
      facts["\(origin.id).quotes"] = .number(origin.count)
      facts["\(origin.id).skipped"] = .number(origin.skippedCount)
      for (index, name) in origin.skippedNames.enumerated() {
        facts["\(origin.id).skipped.\(index)"] = .text(name)
      }
      if let synced = origin.syncedAt { facts["\(origin.id).syncedAt"] = .text(synced.iso8601) }
      if let refusal = origin.refusal {
        facts["\(origin.id).refusal"] = .text(refusal.reason)
        refusals.append("\(origin.id): \(refusal.reason)")
      }
    }
    let text = app.text(
      Text.checkCorpus, ["count": "\(state.count)", "origins": "\(origins.count)"])
    return Finding(
      refusals.isEmpty ? .fine : .warning, ([text] + refusals).joined(separator: "; "),
      facts: facts)
  }

  private static func index(_ app: App<Services>) async throws -> Finding {
    let state = try app.corpus.reader()?.state()
    switch try app.index.status() {
    case .missing: return Finding(.warning, app.text(Text.checkIndexMissing))
    case .unusable(let reason):
      return Finding(.warning, app.text(Text.checkIndexUnusable, ["reason": reason]))
    case .usable(let index):
      let isCurrent = index.revision == state?.revision && index.digest == state?.digest
      return Finding(
        isCurrent ? .fine : .warning,
        app.text(
          isCurrent ? Text.checkIndexCurrent : Text.checkIndexBehind, ["count": "\(index.count)"]),
        facts: [
          "documents": .number(index.count), "revision": .number(Int(index.revision)),
          "isCurrent": .flag(isCurrent),
        ])
    }
  }

  private static func payload(_ app: App<Services>) async throws -> Finding {
    let date = try app.pipelineConfiguration().zone.date(at: app.now())
    guard let payload = try Payload.read(app.places.payload), let last = payload.timeline.last
    else { return Finding(.warning, app.text(Text.checkPayloadMissing)) }
    let coversToday = payload.entry(on: date) != nil
    var texts = [
      app.text(coversToday ? Text.checkPayload : Text.checkPayloadStale, ["date": "\(last.date)"])
    ]
    let cards = CardProgram.own
    let lacksCards =
      try app.pipelineConfiguration().formats.contains(.card) && cards.path == nil
    if lacksCards { texts.append(app.text(CardWords.notInstalled, cards.places)) }
    return Finding(
      coversToday && !lacksCards ? .fine : .warning, texts.joined(separator: "; "),
      facts: ["lastDay": .text("\(last.date)"), "coversToday": .flag(coversToday)])
  }

  private static func submissions(_ app: App<Services>) async throws -> Finding {
    guard let store = try app.jobStoreIfPresent() else {
      return Finding(.fine, app.text(Text.checkNoSubmissions))
    }
    let all = try await SubmissionStore(store).allIfPresent()
    guard !all.isEmpty else { return Finding(.fine, app.text(Text.checkNoSubmissions)) }
    let counts = SubmissionState.allCases.compactMap { state -> (SubmissionState, Int)? in
      let count = all.count { $0.state == state }
      return count > 0 ? (state, count) : nil
    }
    let needsPerson = all.contains { $0.state == .maybeSent || $0.state == .refused }
    let waits = try await SubmissionWaits(
      hasServer: app.pipelineConfiguration().api != nil, SubmissionStore(store), now: app.now())
    let held = all.compactMap(waits.of)
    let reasons = Set(held.map { $0.text(in: app) }).sorted()
    let isHeld = held.contains { $0 == .server || $0 == .login }
    var facts = Dictionary(
      uniqueKeysWithValues: counts.map { ($0.0.name, Finding.Fact.number($0.1)) })
    for wait in Set(held.map(\.name)) {
      facts["waitsFor.\(wait)"] = .number(held.count { $0.name == wait })
    }
    let states = counts.map { "\($0.1) \(app.text($0.0))" }.joined(separator: ", ")
    return Finding(
      needsPerson || isHeld ? .warning : .fine, ([states] + reasons).joined(separator: "; "),
      facts: facts)
  }

  private static func account(_ app: App<Services>) async throws -> Finding {
    let name = try app.pipelineConfiguration().account.name
    let standing = try app.account(name).standing()
    return Finding(
      standing.state == .expired ? .warning : .fine, AccountLine.text(standing, name, in: app),
      facts: ["account": .text(name.text), "state": .text(standing.state.rawValue)])
  }
}
