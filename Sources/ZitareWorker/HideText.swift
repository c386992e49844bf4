import ZitareService

/// The texts of `zitare hide`.
enum HideText: MessageTable {
  case summary, undo, undoWhat, unknownKind, noName
  case kindQuote, kindAuthor, kindTheme
  case hidden, alreadyHidden, shownAgain, nothingHidden, entry, unreadable, full
  case unknown, unknownNear, notHidden, notHiddenNear

  var message: Message {
    switch self {
    case .summary:
      Message(
        english: "Keeps a quotation, an author or a theme out of the quotation of the day; alone "
          + "it lists them.",
        german: "Hält ein Zitat, einen Autor oder ein Thema aus dem Zitat des Tages heraus; allein "
          + "listet es sie auf.")
    case .undo: Message(english: "Lets it come again.", german: "Lässt es wieder kommen.")
    case .undoWhat:
      Message(
        english: "--undo needs what is to come again: quote, author or theme and its name",
        german: "--undo braucht, was wieder kommen soll: quote, author oder theme und den Namen")
    case .unknownKind:
      Message(
        english: "hide takes quote, author, theme or list, not {word}",
        german: "hide nimmt quote, author, theme oder list, nicht {word}")
    case .noName:
      Message(
        english: "hide {kind} needs a slug, a name or an address",
        german: "hide {kind} braucht einen Slug, einen Namen oder eine Adresse")
    case .kindQuote: Message(english: "quotation", german: "Zitat")
    case .kindAuthor: Message(english: "author", german: "Autor")
    case .kindTheme: Message(english: "theme", german: "Thema")
    case .hidden:
      Message(
        english: "Hidden: {name}  [{slug}]. zitare hide {kind} {slug} --undo takes that back.",
        german: "Ausgeblendet: {name}  [{slug}]. zitare hide {kind} {slug} --undo nimmt das zurück."
      )
    case .alreadyHidden:
      Message(
        english: "Hidden since {date} already: {name}  [{slug}]",
        german: "Schon seit {date} ausgeblendet: {name}  [{slug}]")
    case .shownAgain:
      Message(english: "Comes again: {name}  [{slug}]", german: "Kommt wieder: {name}  [{slug}]")
    case .nothingHidden:
      Message(
        english: "nothing is hidden; zitare hide quote, author or theme does it",
        german: "nichts ist ausgeblendet; zitare hide quote, author oder theme tut es")
    case .entry:
      Message(
        english: "{date}  {kind}  {name}  [{slug}]", german: "{date}  {kind}  {name}  [{slug}]")
    case .unreadable:
      Message(
        english: "{file} line {line} is no entry and is passed over; mend or remove it",
        german:
          "{file} Zeile {line} ist kein Eintrag und wird übergangen; sie muss verbessert oder "
          + "entfernt werden")
    case .full:
      Message(
        english: "{count} are hidden, which is the limit; zitare hide … --undo makes room",
        german: "{count} sind ausgeblendet, mehr geht nicht; zitare hide … --undo schafft Platz")
    case .unknown:
      Message(
        english: "there is no {kind} {word}", german: "es gibt hier nicht: {kind} {word}")
    case .unknownNear:
      Message(
        english: "there is no {kind} {word}; did you mean {nearest}?",
        german: "es gibt hier nicht: {kind} {word}; war {nearest} gemeint?")
    case .notHidden:
      Message(
        english: "no {kind} {word} is hidden; zitare hide lists what is",
        german: "nicht ausgeblendet: {kind} {word}; zitare hide zeigt, was es ist")
    case .notHiddenNear:
      Message(
        english: "no {kind} {word} is hidden; did you mean {nearest}?",
        german: "nicht ausgeblendet: {kind} {word}; war {nearest} gemeint?")
    }
  }
}
