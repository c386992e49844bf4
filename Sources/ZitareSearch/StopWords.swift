/// Words that say little: a query does not insist on them, yet they count where they are.
enum StopWords {
  /// Those of a query's words, folded, that it can do without; none where it has no others.
  ///
  /// What is a stop word of one language may be the matter itself in another (`war`, `die`, `not`):
  /// such a word counts as one only beside another stop word of the same language.
  static func weak(in words: [String]) -> Set<String> {
    var weak: Set<String> = []
    for list in lists {
      let found = words.filter { list.contains($0) }
      if Set(found).count > 1 {
        weak.formUnion(found)
      } else {
        weak.formUnion(found.filter { !ambiguous.contains($0) })
      }
    }
    return words.allSatisfy(weak.contains) ? [] : weak
  }

  private static let ambiguous: Set<String> = [
    "war", "die", "not", "man", "was", "also", "in", "an", "am", "hat", "will", "so", "her", "wer",
    "den", "son", "all", "alle", "has", "bin", "come", "sein", "ihr", "no", "i", "che",
    "si", "ad", "per", "can", "sei", "would", "do", "did", "say", "about", "habe", "ex",
  ]

  private static let lists: [Set<String>] = [
    list(
      """
      aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da dann das \
      dass dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch du durch ein \
      eine einem einen einer eines er es etwas fur hab habe haben hat hatte ich ihm ihn ihr ihre im in \
      ist ja kann kein keine man mein mich mir mit nach nicht noch nun nur ob oder ohne sei sein seine \
      seinen sich sie sind so uber um und uns unter vom von vor war waren warum was wenn wer werden wie \
      wieder wir wird wo zu zum zur soll sollte sagte gesagt heisst hiess
      """),
    list(
      """
      a about all am an and any are as at be been but by can could did do does for from get had has \
      have he her him his how i if in into is it its just me more my no not of on one or our out said \
      say says she should so some than that the their them then there these they this to up us was we \
      were what when where which who why will with would you your
      """),
    list(
      """
      a au aux avec ce ces cette comme dans de des du elle en est et il ils je la le les leur lui ma \
      mais me mon ne nous on ou par pas pour qu que qui sa se ses son sont sur te tu un une vous y
      """),
    list(
      "ad atque aut cum de ego est et ex hoc in nec non per pro que qui quod sed si sunt ut vel"),
    list(
      """
      al alla che chi come con da dei del della di e gli ha i il in io la le lo ma mi ne nel non o per \
      piu se si sono su un una
      """),
    list(
      """
      al con de del el en es esta la las lo los mas me mi no o para pero por que se si sin su un una y \
      yo
      """),
  ]

  private static func list(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}
