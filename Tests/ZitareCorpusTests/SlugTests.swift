import Testing
import ZitareCorpus

struct SlugTests {
  @Test(
    "a name's slug has only Latin letters, digits and single hyphens",
    arguments: [
      ("Johann Wolfgang von Goethe", "johann-wolfgang-von-goethe"),
      ("Jürgen Großmann-Öztürk", "juergen-grossmann-oeztuerk"),
      ("Søren Kierkegaard", "soren-kierkegaard"),
      ("Stanisław Jerzy Lec", "stanislaw-jerzy-lec"),
      ("Antoine de Saint-Exupéry", "antoine-de-saint-exupery"),
      ("  George  W. Bush, Jr. ", "george-w-bush-jr"),
      ("Eugene O'Neill", "eugene-oneill"),
      ("Eugene O’Neill", "eugene-oneill"),
      ("Œdipus & Ærø", "oedipus-aero"),
      ("ﬁn", "fin"),
      ("#LinuxGER", "linuxger"),
      ("Лев Толстой (Tolstoi)", "tolstoi"),
      ("", ""),
      ("   ", ""),
    ])
  func name(name: String, slug: String) {
    #expect(Slug.name(name) == slug)
  }

  @Test("decomposed umlauts make the same slug as composed ones")
  func decomposed() {
    #expect(Slug.name("Bu\u{308}chner") == "buechner")
  }

  @Test("a name in another script is known by a digest, and two such names differ")
  func otherScripts() {
    let names = ["Достоевский", "孔子"].map { Slug.name($0) }
    #expect(names.allSatisfy { $0.hasPrefix("x-") && $0.utf8.count == 12 })
    #expect(names[0] != names[1])
  }

  @Test("a long name is cut at eighty characters, never behind a hyphen")
  func long() {
    #expect(Slug.name(String(repeating: "a", count: 300)).utf8.count == 80)
    #expect(
      Slug.name(String(repeating: "a", count: 79) + " b") == String(repeating: "a", count: 79))
  }

  @Test("a quotation's slug is its author's and ten digits of the text's SHA-256")
  func quote() {
    // printf hallo | sha256sum
    #expect(Slug.quote("Hallo", by: "ada") == "ada-d3751d33f9")
    #expect(Slug.quote("Hallo", by: nil) == "anonym-d3751d33f9")
  }

  @Test("case, marks and the layout of white space do not change a quotation's slug")
  func folded() {
    let slug = Slug.quote("Die Größe der Welt", by: nil)
    for text in ["die grösse\n  der Welt ", "DIE GROSSE DER WELT", "Die Gro\u{308}ße\tder Welt"] {
      #expect(Slug.quote(text, by: nil) == slug)
    }
    #expect(Slug.quote("Die Größe der Welt!", by: nil) != slug)
  }
}
