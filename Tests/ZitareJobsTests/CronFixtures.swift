import FoundationEssentials
import TestSupport
import Testing
import ZitareBase
import ZitareJobs

/// A file of cases, whose key names the list in it.
func cases<Case: Decodable>(_ file: String, _ key: String) throws -> [Case] {
  let bytes = try fixtureBytes(file)
  let lists = try JSONDecoder().decode([String: CaseList<Case>].self, from: Data(bytes))
  return try #require(lists[key]).cases
}

/// A list of cases; empty for the texts that say where they are from.
private struct CaseList<Case: Decodable>: Decodable {
  let cases: [Case]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    cases = (try? container.decode(String.self)) == nil ? try container.decode([Case].self) : []
  }
}

func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(iso8601: text)) }
