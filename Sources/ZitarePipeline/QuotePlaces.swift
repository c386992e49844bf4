public import ZitareBase
public import ZitareCorpus
public import ZitareSearch

extension CorpusStore {
  /// The corpus in a folder of data.
  public static func quotes(in data: FilePath) -> CorpusStore {
    CorpusStore(data.appending("corpus.sqlite"))
  }
}

extension SearchIndex {
  /// The index of that corpus, in the same folder.
  public static func quotes(in data: FilePath) -> SearchIndex {
    SearchIndex(folder: data.appending("index"), schema: .quotes)
  }
}
