import ZitareCorpus

/// Invented quotations in scripts that a card has to set.
enum CardSample: String, CaseIterable {
  case german, french, arabic, hebrew, japanese, emoji

  var language: String {
    switch self {
    case .german, .emoji: "de"
    case .french: "fr"
    case .arabic: "ar"
    case .hebrew: "he"
    case .japanese: "ja"
    }
  }

  private var sentence: String {
    switch self {
    case .german:
      "Wer immer nur auf das Meer schaut, vergißt leicht, daß auch der Hafen gebaut werden mußte. "
    case .french:
      "Celui qui n’écoute que le vent finit par croire que la mer lui parle ; elle se tait. "
    case .arabic: "من نظر إلى البحر طويلا نسي أن الميناء بناه الناس حجرا على حجر، ومن سار وصل. "
    case .hebrew: "מי שמביט בים זמן רב מדי שוכח שגם הנמל נבנה בידי אדם, אבן על אבן. "
    case .japanese: "海ばかり眺める者は、港もまた人の手で築かれたことを忘れてしまう。"
    case .emoji: "Ein Lächeln 😀 kostet nichts, eine Familie 👨‍👩‍👧‍👦 braucht 2 Stühle mehr ❤️. "
    }
  }

  private var author: String {
    switch self {
    case .german, .emoji: "Erika Beispiel"
    case .french: "Élodie Exemple"
    case .arabic: "مثال بن مثال"
    case .hebrew: "פלונית אלמונית"
    case .japanese: "例 花子"
    }
  }

  /// A text of so many characters.
  func text(_ length: Int) -> String {
    let count = length / sentence.count + 1
    return String(String(repeating: sentence, count: count).prefix(length))
  }

  func request(_ length: Int) -> CardRequest {
    CardRequest(
      quote: CardRequest.Quote(
        text: text(length), language: language, author: CardRequest.Author(name: author),
        source: CardRequest.Source(title: "Das Buch der Häfen", year: 1808)))
  }
}
