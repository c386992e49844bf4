/// Who said it and where, as the last lines of a fortune tell.
///
/// The forms of Debian's files are `Author (note)`, `Author, Source[, Nr. n]` and
/// `Author (Source[, year])`. Life dates, professions, real names, letters and speeches are notes.
struct FortuneAttribution: Equatable {
  /// The author's canonical name; nil for proverbs, unknown authors and channels.
  var author: String?
  /// The work's title without quotation marks.
  var source: String?
  /// The year of the source or the utterance, never of a life.
  var year: Int?
  var note: String?

  init(author: String? = nil, source: String? = nil, year: Int? = nil, note: String? = nil) {
    self.author = author
    self.source = source
    self.year = year
    self.note = note
  }

  init(parsing tail: FortuneTail) {
    self = FortuneAttribution(parsing: tail.attribution, remarks: tail.remarks)
  }

  /// Reads an attribution that stands on one line, without its dash.
  init(parsing text: String, remarks: [String] = []) {
    var parser = FortuneAttributionParser()
    parser.read(text, remarks: remarks)
    self = parser.result
  }
}
