import Glibc
import Testing
import ZitareCorpus

@testable import ZitareCard

@Suite("The colours of a card")
struct CardPaletteTests {
  /// The contrast of two colours (WCAG 2.1, "contrast ratio" and "relative luminance").
  private static func contrast(_ one: CardPalette.Colour, _ other: CardPalette.Colour) -> Double {
    func luminance(_ colour: CardPalette.Colour) -> Double {
      func linear(_ value: Int) -> Double {
        let value = Double(value) / 255
        return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
        + 0.0722 * linear(colour.blue)
    }
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  @Test(
    "text has a contrast of 4.5 at least, and the quotation of 7",
    arguments: CardTheme.allCases, [false, true])
  func contrast(theme: CardTheme, isGrey: Bool) {
    let palette = CardPalette(theme, isGrey: isGrey)
    #expect(Self.contrast(palette.ink, palette.ground) >= 7)
    #expect(Self.contrast(palette.dim, palette.ground) >= 4.5)
  }

  @Test("black on white is as far apart as can be")
  func extremes() {
    let palette = CardPalette(.light, isGrey: true)
    #expect(abs(Self.contrast(palette.ink, palette.ground) - 21) < 0.01)
  }
}
