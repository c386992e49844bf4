import CXapian
public import ZitareBase

/// Searches several databases as if they were one, here and on other machines.
///
/// A stub file in Xapian's form lists them, one on each line: `auto PATH` or `remote HOST:PORT` for
/// one that `xapian-tcpsrv` serves. What does not answer is left out, and the results say so. Xapian's
/// remote protocol neither encrypts nor asks who is there: it belongs on loopback or in a tunnel.
public struct SearchFleet: Sendable {
  private let stub: FilePath
  private let members: [FleetMember]
  private let schema: SearchSchema
  private let timeout: Duration

  /// Reads the stub file; nothing is opened yet.
  ///
  /// - Parameter timeout: how long one exchange with a remote database may take.
  public init(
    stub: FilePath, schema: SearchSchema, timeout: Duration = .seconds(2)
  ) throws(SearchError) {
    self.stub = stub
    self.schema = schema
    self.timeout = timeout
    members = try FleetMember.read(stub)
  }

  /// Opens the databases and searches those that answer; throws where none does.
  ///
  /// All else is as with `IndexReader.search`. Scores are as if there were one index.
  public func search(_ query: SearchQuery) throws(SearchError) -> SearchResults {
    var missing: [SearchNote] = []
    var failure = SearchError.unusable(stub, reason: "it lists no database")
    var shards: [FleetShard] = []
    for member in members {
      do throws(SearchError) {
        shards.append(try FleetShard(member, schema: schema, timeout: timeout))
      } catch {
        failure = error
        missing.append(.missing(database: member.name, reason: "\(error)"))
      }
    }
    var attempt = 1
    while !shards.isEmpty {
      do throws(SearchError) {
        return try search(query, in: shards).adding(missing)
      } catch {
        failure = error
        var alive: [FleetShard] = []
        for shard in shards {
          do throws(SearchError) {
            try shard.refresh()
            alive.append(shard)
          } catch {
            missing.append(.missing(database: shard.member.name, reason: "\(error)"))
          }
        }
        // Either one of them is gone since it was opened, or a commit came in between.
        guard alive.count < shards.count || error.isTransient, attempt < 20 else { throw error }
        attempt += 1
        shards = alive
      }
    }
    throw failure
  }

  private func search(
    _ query: SearchQuery, in shards: [FleetShard]
  ) throws(SearchError) -> SearchResults {
    let run = QueryRun(
      schema: schema,
      ask: { reading throws(SearchError) in
        try joined(shards) { reader throws(Xapian.Failure) in
          try reader.answer(to: reading, schema: schema)
        }
      },
      correct: { word throws(SearchError) in
        try joined(shards) { reader throws(Xapian.Failure) in try reader.correction(of: word) }
      })
    return try run.results(of: query)
  }

  private func joined<Result>(
    _ shards: [FleetShard],
    _ body: (borrowing XapianReader) throws(Xapian.Failure) -> Result
  ) throws(SearchError) -> Result {
    do throws(Xapian.Failure) {
      return try body(try XapianReader(joining: shards))
    } catch {
      throw error.error(in: stub)
    }
  }
}

extension SearchResults {
  fileprivate func adding(_ more: [SearchNote]) -> SearchResults {
    SearchResults(
      hits: hits, total: total, isExact: isExact, facets: facets, notes: notes + more,
      readings: readings, highlighter: highlighter)
  }
}

/// A database that a stub file names.
struct FleetMember {
  enum Place {
    case path(FilePath)
    case remote(host: String, port: Int)
  }
  /// As the file has it.
  let name: String
  let place: Place

  private static let sizeLimit = 64 << 10

  static func read(_ stub: FilePath) throws(SearchError) -> [FleetMember] {
    let bytes = try files { () throws(FileError) in try Files.read(stub, limit: sizeLimit) }
    guard let bytes else { throw .missing(stub) }
    var members: [FleetMember] = []
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      guard let member = FleetMember(line, relativeTo: stub.parent) else {
        throw .unusable(
          stub, reason: "line \(number + 1) is neither auto PATH nor remote HOST:PORT")
      }
      members.append(member)
    }
    return members
  }

  private init?(_ line: Substring, relativeTo folder: FilePath) {
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return nil }
    name = String(words[1])
    switch words[0] {
    case "auto", "glass":
      place = .path(name.hasPrefix("/") ? FilePath(name) : folder.appending(name))
    case "remote":
      guard let colon = name.lastIndex(of: ":"), colon > name.startIndex,
        let port = Int(name[name.index(after: colon)...]), (1...65535).contains(port)
      else { return nil }
      place = .remote(host: String(name[..<colon]), port: port)
    default: return nil
    }
  }
}

/// A database of a fleet, open for reading.
final class FleetShard {
  let member: FleetMember
  let reader: XapianReader

  init(_ member: FleetMember, schema: SearchSchema, timeout: Duration) throws(SearchError) {
    self.member = member
    let name = FilePath(member.name)
    let state: String
    do throws(Xapian.Failure) {
      reader =
        switch member.place {
        case .path(let path): try XapianReader(path)
        case .remote(let host, let port):
          try XapianReader(host: host, port: port, timeout: timeout)
        }
      state = try reader.metadata(IndexState.metadataKey)
    } catch {
      throw error.error(in: name)
    }
    guard IndexState(encoded: state)?.formatVersion == schema.format else {
      throw .unusable(name, reason: "it is no index of this program's format")
    }
  }

  /// Moves on to the newest commit; throws where the database does not answer.
  func refresh() throws(SearchError) {
    do throws(Xapian.Failure) {
      try reader.refresh()
      _ = try reader.metadata(IndexState.metadataKey)
    } catch {
      throw error.error(in: FilePath(member.name))
    }
  }
}
