/// Where the next attempt of a download goes to.
struct DownloadSources {
  private let provider: (@Sendable (HTTPResponse?) async throws -> Download.Target)?
  private var mirrors: [HTTPURL]
  private var index = 0
  private var provided: Download.Target?
  private var refusal: HTTPResponse?
  /// Whether the provider was asked anew since the last byte came.
  private var wasRenewed = false

  init(_ source: Download.Source) {
    switch source {
    case .mirrors(let urls): (mirrors, provider) = (urls, nil)
    case .provider(let provider): (mirrors, self.provider) = ([], provider)
    }
  }

  /// The address to ask next.
  mutating func target() async throws(DownloadFault) -> Download.Target {
    guard let provider else {
      guard !mirrors.isEmpty else { throw DownloadFault(.source("it has no address")) }
      return Download.Target(mirrors[index])
    }
    if let provided { return provided }
    do {
      let target = try await provider(refusal)
      provided = target
      return target
    } catch {
      if error is CancellationError { throw DownloadFault(.cancelled) }
      throw DownloadFault(.source("no address was given: \(error)"))
    }
  }

  /// Goes on to the next mirror.
  mutating func turn() {
    if mirrors.count > 1 { index = (index + 1) % mirrors.count }
  }

  /// Takes the present mirror out for good; false where it was the last.
  mutating func drop() -> Bool {
    guard mirrors.count > 1 else { return false }
    mirrors.remove(at: index)
    index %= mirrors.count
    return true
  }

  /// Has the provider asked anew after a refusal; false where that was in vain already.
  mutating func renew(after response: HTTPResponse) -> Bool {
    guard provider != nil, !wasRenewed, [401, 403, 410].contains(response.status) else {
      return false
    }
    wasRenewed = true
    refusal = response
    provided = nil
    return true
  }

  mutating func noteProgress() { wasRenewed = false }
}
