import ZitareCorpus

/// The families that a card is set in, by language; fontconfig finds others for what they lack.
///
/// No family of emoji is among them: it would be asked first for digits, too, which it has.
enum CardFonts {
  static func families(for text: CardText) -> String {
    ([script(of: text.language)].compactMap { $0 } + ["Noto Serif", "DejaVu Serif", "serif"])
      .joined(separator: ",")
  }

  /// The family of a script that the common ones lack, or have in a form that suits another language.
  private static func script(of tag: String) -> String? {
    let tag = tag.lowercased()
    switch tag.prefix(while: { $0 != "-" }) {
    case "ar", "fa", "ps", "ckb", "sd", "ug", "ur": return "Noto Naskh Arabic"
    case "he", "iw", "yi", "ji": return "Noto Serif Hebrew"
    case "ja": return "Noto Serif CJK JP"
    case "ko": return "Noto Serif CJK KR"
    case "zh":
      let isTraditional = ["hant", "tw", "hk", "mo"].contains {
        tag.split(separator: "-").contains($0)
      }
      return isTraditional ? "Noto Serif CJK TC" : "Noto Serif CJK SC"
    default: return nil
    }
  }
}
