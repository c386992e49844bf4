import ZitareService

/// The texts of the search provider that people read.
enum ProviderText: MessageTable {
  case help, gone, category, copy, results, noResults

  var message: Message {
    switch self {
    case .help:
      Message(
        english: "zitare-search-provider [--idle TIME]: answers the searches of GNOME Shell and "
          + "KRunner. The session bus starts it; it ends when nobody has asked for TIME, 1m by "
          + "default.",
        german: "zitare-search-provider [--idle ZEIT]: beantwortet die Suchen von GNOME Shell und "
          + "KRunner. Der Sitzungsbus startet es; es endet, wenn ZEIT lang niemand gefragt hat, "
          + "sonst 1m.")
    case .gone:
      Message(
        english: "This quotation is not there any more", german: "Dieses Zitat gibt es nicht mehr")
    case .category: Message(english: "Quotations", german: "Zitate")
    case .copy: Message(english: "Copy", german: "Kopieren")
    case .results: Message(english: "Quotations: {words}", german: "Zitate: {words}")
    case .noResults: Message(english: "Nothing found.", german: "Nichts gefunden.")
    }
  }
}
