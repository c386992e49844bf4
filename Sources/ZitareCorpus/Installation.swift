public import ZitareBase

/// What a server says about a file so that it need not be sent again (RFC 9110 section 8.8).
public struct Validators: Sendable, Equatable {
  public var etag: String?
  public var lastModified: String?
  /// Names the address that they were given for, nil for files; at any other one they say nothing.
  public var address: String?

  public init(etag: String? = nil, lastModified: String? = nil, address: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
    self.address = address
  }
}

/// A file in the wire format.
public struct WireFile: Sendable {
  public let path: FilePath
  public let validators: Validators
  /// The SHA-256 of its bytes; nil where nobody has computed it yet.
  public let sha256: [UInt8]?

  public init(_ path: FilePath, validators: Validators = Validators(), sha256: [UInt8]? = nil) {
    self.path = path
    self.validators = validators
    self.sha256 = sha256
  }
}

/// What an origin offers to be taken in.
public enum Snapshot {
  case wire(WireSnapshot)
  /// Records that are read by other means. The digest stands for all of them: where it is known,
  /// nothing is read. `read` hands over batch after batch to the closure it is given.
  case records(
    digest: String, validators: Validators = Validators(),
    read: (_ take: ([QuoteRecord]) throws -> Void) throws -> Void)
}

/// The files of a snapshot that are newer than those taken in last.
public struct WireSnapshot: Sendable {
  /// Nil where the quotations are as they were.
  public var quotes: WireFile?
  public var names: [NameKind: WireFile]
  /// Master data that is as it was; any other that did not come is no longer offered, and the names
  /// that it brought stay.
  public var unchangedNames: Set<NameKind>

  public init(
    quotes: WireFile?, names: [NameKind: WireFile] = [:], unchangedNames: Set<NameKind> = []
  ) {
    self.quotes = quotes
    self.names = names
    self.unchangedNames = unchangedNames
  }
}

public struct InstallOptions: Sendable {
  public var now: Timestamp
  /// Takes in a snapshot that is older, much smaller or miscounted.
  public var accepting: Bool
  /// The share of an origin's quotations that may vanish at once.
  public var maximumLoss: Double

  public init(now: Timestamp, accepting: Bool = false, maximumLoss: Double = 0.2) {
    self.now = now
    self.accepting = accepting
    self.maximumLoss = maximumLoss
  }
}

/// What became of a snapshot.
public struct InstallReport: Sendable, Equatable {
  /// The corpus's revision after it.
  public var revision: Int64 = 0
  /// Whether readers see another corpus than before.
  public var isChanged = false
  public var added = 0
  public var changed = 0
  public var removed = 0
  public var unchanged = 0
  /// Records without text whose quotation is not known here.
  public var textless = 0
  public var skipped = SkippedRecords()

  /// How many of the origin's quotations the corpus now holds.
  public var count: Int { added + changed + unchanged }
}

/// What a kind of master data names; the raw values are stored.
public enum NameKind: Int, Sendable, CaseIterable {
  case author = 1
  case source, theme, place, role, epoch, language

  /// The file's name without `.json`, which is also the name of the array in it.
  public var plural: String {
    switch self {
    case .author: "authors"
    case .source: "sources"
    case .theme: "themes"
    case .place: "places"
    case .role: "roles"
    case .epoch: "epochs"
    case .language: "languages"
    }
  }

  public var fileName: String { plural + ".json" }
}
