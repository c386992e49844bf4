import TestSupport
import Testing
import ZitareBase

/// Quotations with pages, themes and dates, as an origin publishes them.
enum DesktopQuotes {
  static let wisdom = #"""
    {"slug":"weisheit","text":"Die Weisheit ist nur in der Wahrheit.","language":"de",
    "authorSlug":"johann-wolfgang-von-goethe","themeSlugs":["weisheit","liebe-und-tod"],
    "updatedAt":"2026-03-04T05:06:07Z","url":"https://zitare.com/zitate/weisheit"}
    """#
  static let truths = #"""
    {"slug":"wahrheiten","text":"Alle Wahrheiten sind Größe & <b>Straße</b>: \"daß\" \\ zählt.\nZweite Zeile.",
    "language":"de","authorSlug":"petrus-abelard","themeSlugs":["weisheit"]}
    """#
  static let english = #"""
    {"slug":"truths","text":"All men by nature desire to know truths.","language":"en",
    "authorSlug":"aristotle","updatedAt":"2025-01-01T00:00:00Z"}
    """#
  /// Text that would steer whoever shows it as it came.
  static let hostile = #"""
    {"slug":"boese","text":"Gefährlich\u0007\u001b[31m ]]> <script>alert(1)</script> \u202ewahrheit","language":"de",
    "authorSlug":"jemand"}
    """#
  static let accented = #"""
    {"slug":"größe","text":"Ein Kürzel mit Umlauten.","language":"de"}
    """#
  /// German, though its record does not say so.
  static let undetermined = #"""
    {"slug":"unbestimmt","text":"Alle Straßen und Gassen sind nicht immer die kürzesten.",
    "language":"und"}
    """#
  static let all = [wisdom, truths, english, hostile]

  static func snapshot(_ quotes: [String], generatedAt: String = "2026-05-01T00:00:00Z") -> String {
    "{\"generatedAt\":\"\(generatedAt)\",\"count\":\(quotes.count),\"quotes\":["
      + quotes.joined(separator: ",\n") + "]}"
  }
}

extension Home {
  /// A user whose only origin is a snapshot on disk, taken in.
  static func withQuotes(_ quotes: [String] = DesktopQuotes.all) throws -> Home {
    var home = try Home()
    home.origins = ["file:\(home.folder.appending("index-full.json"))"]
    try home.publish(quotes)
    return home
  }

  /// Puts another snapshot in the place of the origin's and takes it in.
  func publish(_ quotes: [String], generatedAt: String = "2026-05-01T00:00:00Z") throws {
    let text = DesktopQuotes.snapshot(quotes, generatedAt: generatedAt)
    try folder.write("index-full.json", text.utf8)
    let result = try run("--set", "refresh.allowed_shrink=100", "run")
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Writes an export into a folder of this home.
  @discardableResult
  func export(_ target: String, _ words: String...) throws -> FilePath {
    let place = folder.appending("exports/\(target)")
    let result = try start(["export", target, "--output", place.string] + words).wait()
    #expect(result.status == 0, "\(result.errors)")
    return place
  }
}
