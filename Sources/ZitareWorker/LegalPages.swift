import ZitareBase
import ZitareCorpus
import ZitareService

/// The pages that say who answers for the quotations, what becomes of data and what holds for use.
struct LegalPages: Encodable {
  let imprint: String
  let privacy: String
  let terms: String

  /// Those that are configured, else those of the site that submissions go to, the first one that
  /// serves quotations or, where all come from files, of zitare.com.
  init(_ configuration: Configuration) throws {
    let submitting = try configuration[Keys.submitOrigin].map { try Origin($0, relativeTo: "/") }
    let origins = try Origins.read(configuration)
    let site = submitting?.site ?? origins.lazy.compactMap(\.site).first ?? CorpusAddress.site
    imprint = configuration[Keys.imprint] ?? site + "/impressum"
    privacy = configuration[Keys.privacy] ?? site + "/datenschutz"
    terms = configuration[Keys.terms] ?? site + "/nutzungsbedingungen"
  }
}
