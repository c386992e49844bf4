import ZitareBase

/// Tells the language of a text by its frequent words and by letters that few languages have.
///
/// It knows a handful of languages and answers only where one of them is clearly ahead: a text
/// stemmed by no language is found by its words, one stemmed by the wrong language by none.
public struct LanguageDetector: Sendable {
  public init() {}

  /// The primary tag of the text's language, nil where that is not certain.
  public func language(of text: String) -> String? {
    var scores: [String: Int] = [:]
    let words = text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }
    for profile in Profile.all {
      scores[profile.language] =
        words.count { profile.words.contains(String($0)) } * 2
        + text.lowercased().unicodeScalars.count { profile.letters.contains($0) }
    }
    let ranking = scores.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    guard let best = ranking.first, best.value >= Self.leastScore else { return nil }
    let next = ranking.dropFirst().first?.value ?? 0
    return best.value >= 2 * next ? best.key : nil
  }

  /// Two frequent words, or one and two telling letters.
  private static let leastScore = 4
}

extension LanguageDetector {
  private struct Profile {
    let language: String
    let words: Set<String>
    let letters: Set<Unicode.Scalar>

    init(_ language: String, letters: String = "", words: String) {
      self.language = language
      self.letters = Set(letters.unicodeScalars)
      self.words = Set(words.split(separator: " ").map(String.init))
    }

    static let all = [
      Profile(
        "de", letters: "äöüß",
        words:
          "der die das den dem des ein eine einen einem einer und oder nicht kein keine ist sind "
          + "war wird hat haben zu von mit für auf wenn daß dass als auch man ich du er sie es wir "
          + "sich nur aber wer wie im am zum zur nach bei aus noch nie immer sein ihr mehr"),
      Profile(
        "en",
        words:
          "the a an and or not no is are be been was were has have had to of with for on if that "
          + "this as too you he she it we they his her your only but who what how at by from it's "
          + "don't i in there their will would can when which than"),
      Profile(
        "fr", letters: "éèêëçœîû",
        words:
          "le la les un une des du et ou ne pas est sont était à de dans que qui ce cette il elle "
          + "on nous vous ils pour sur avec par plus mais comme tout c'est l' n'est qu'il se son sa ses"
      ),
      Profile(
        "it", letters: "òìù",
        words:
          "il lo la i gli le un una di del della dei e o non è sono era che chi per con su da in "
          + "come più ma si questo quella nel alla al ha hanno"),
      Profile(
        "es", letters: "ñ¿¡",
        words:
          "el la los las un una de del y o no es son era que quien por con para en como más pero "
          + "se su sus este esta al lo hay yo"),
      Profile(
        "nl", letters: "ĳ",
        words:
          "de het een en of niet geen is zijn was wordt heeft hebben te van met voor op als dat "
          + "die ook men ik hij zij wij maar wie hoe naar bij uit nog meer"),
      Profile(
        "la",
        words:
          "et in est non ad ut cum sed si quod qui quae nec sunt esse ab ex per quam aut hoc enim "
          + "etiam nihil omnia semper"),
      Profile("ru", letters: "ыэёъщ", words: "и в не на что я он она как но это по из его все так"),
    ]
  }
}
