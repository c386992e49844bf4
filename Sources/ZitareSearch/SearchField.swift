import ZitareBase

/// A part of a document besides its body, declared once in the schema and then known by its name.
public struct SearchField: Sendable, Hashable {
  enum Kind: Hashable {
    case text(prefix: String, inBody: Bool)
    case keyword(prefix: String)
    case number(slot: UInt32)
  }

  /// What documents call the field, and what a query puts before a colon; lower-case letters.
  public let name: String
  let kind: Kind

  /// A text that is searched by its words, such as a title.
  ///
  /// `prefix` stands before its terms in the index: `A` for an author, `S` for a title, or `X` and
  /// more capital letters (Xapian's conventional prefixes). With `inBody` its words are also found
  /// by queries that name no field.
  public static func text(_ name: String, prefix: String, inBody: Bool = false) -> SearchField {
    SearchField(name: name, kind: .text(prefix: checked(prefix), inBody: inBody))
  }

  /// A value that is matched as a whole and filters, such as a slug; compared in its folded form.
  public static func keyword(_ name: String, prefix: String) -> SearchField {
    SearchField(name: name, kind: .keyword(prefix: checked(prefix)))
  }

  /// A number to sort by, such as a date.
  ///
  /// `slot` is its place in the index; those from 1,000,000 on are the index's own.
  public static func number(_ name: String, slot: UInt32) -> SearchField {
    precondition(slot < SearchDocument.expirySlot, "\(slot) is taken by the index itself")
    return SearchField(name: name, kind: .number(slot: slot))
  }

  var prefix: String? {
    switch kind {
    case .text(let prefix, _), .keyword(let prefix): prefix
    case .number: nil
    }
  }

  private static func checked(_ prefix: String) -> String {
    precondition(
      !prefix.isEmpty && prefix.utf8.allSatisfy { (0x41...0x5a).contains($0) },
      "the prefix of a field is made of capital letters")
    precondition(
      ![Term.uniquePrefix, Term.stemPrefix, Term.stemmerPrefix, Term.domainPrefix].contains(prefix),
      "\(prefix) is taken by the index itself")
    return prefix
  }
}

/// What the documents of an index consist of.
public struct SearchSchema: Sendable {
  public let fields: [SearchField]
  /// To be raised when documents are made differently although the fields stay the same.
  public let version: Int

  private let byName: [String: SearchField]

  public init(fields: [SearchField], version: Int) {
    self.fields = fields
    self.version = version
    byName = Dictionary(fields.map { ($0.name, $0) }) { first, _ in
      preconditionFailure("two fields are called \(first.name)")
    }
    precondition(
      Set(fields.compactMap(\.prefix)).count == fields.compactMap(\.prefix).count,
      "two fields share a prefix")
  }

  /// Asking for a field that was not declared is a programmer's mistake.
  subscript(name: String) -> SearchField {
    guard let field = byName[name] else {
      preconditionFailure("the schema has no field \(name)")
    }
    return field
  }

  func queryField(_ name: String) -> SearchField? {
    guard let field = byName[name], field.prefix != nil else { return nil }
    return field
  }

  /// Names everything that decides about an index's terms; another value means a rebuild.
  var format: String {
    let fields = fields.map { "\($0.name)=\($0.kind)" }.joined(separator: ",")
    let shape = SHA256.digest(fields.utf8).prefix(4).hexadecimal
    return "layout 2, analysis \(TextAnalysis.version), schema \(version) \(shape), "
      + "Xapian \(Xapian.series)"
  }
}
