/// A form in which the corpus is handed to other programs.
public enum ExportTarget: String, Sendable, Codable, CaseIterable {
  /// The search index as one compact file, for `quest`, `xapian-delve` and Xapian's bindings.
  case xapian
  /// An external index for Recoll.
  case recoll
  /// A database, a configuration and templates for the Omega CGI.
  case omega
  /// One file for each quotation, for indexers of files such as Baloo and LocalSearch.
  case html

  /// Raised with every change of what is written, so that exports of earlier releases are made anew.
  var format: Int { 2 }
}
