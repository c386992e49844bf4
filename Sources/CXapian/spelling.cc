#include "words.h"

#include <set>
#include <vector>

namespace {

/// Changes to the table of spellings that are committed together.
constexpr size_t slice = 20000;

/// Whether spelling may be corrected to a term of the body: a word of letters that is neither so
/// short that every other word is near it, nor longer than anybody types.
bool is_word(const std::string &term) {
  size_t letters = 0;
  for (Xapian::Utf8Iterator letter(term); letter != Xapian::Utf8Iterator(); ++letter, ++letters)
    if (is_unspaced(*letter) || !Xapian::Unicode::is_wordchar(*letter) || (*letter < 0x80 && *letter < 'a'))
      return false;
  return letters >= 3 && letters <= 32;
}

/// One step through the words of the body and those of the table, both in the order of bytes.
class Comparison {
 public:
  Comparison(Xapian::WritableDatabase &database, const std::string &start)
      : term(database.allterms_begin()), last_term(database.allterms_end()),
        known(database.spellings_begin()), last_known(database.spellings_end()) {
    if (!start.empty()) {
      term.skip_to(start);
      if (known != last_known) known.skip_to(start);
    }
    pass_others();
  }

  bool is_done() const { return term == last_term && known == last_known; }

  /// The next word, and by how much its count in the table must grow or shrink.
  std::pair<std::string, int64_t> next() {
    const bool in_body = term != last_term && (known == last_known || *term <= *known);
    const bool in_table = known != last_known && (term == last_term || *known <= *term);
    const std::string word = in_body ? *term : *known;
    const int64_t wanted = in_body ? term.get_termfreq() : 0;
    const int64_t present = in_table ? known.get_termfreq() : 0;
    if (in_table) ++known;
    if (in_body) {
      ++term;
      pass_others();
    }
    const bool is_near = wanted != 0 && present * 2 >= wanted && wanted * 2 >= present;
    return {word, is_near ? 0 : wanted - present};
  }

 private:
  void pass_others() {
    while (term != last_term && !is_word(*term)) {
      if (is_prefixed(*term))
        term.skip_to("[");  // behind all capital letters
      else
        ++term;
    }
  }

  Xapian::TermIterator term, last_term, known, last_known;
};

}  // namespace

void add_beginnings(Xapian::Document &document) {
  std::set<std::string> beginnings;
  const Xapian::Utf8Iterator behind;
  const auto end = document.termlist_end();
  for (auto word = document.termlist_begin(); word != end; ++word) {
    const std::string text = *word;
    if (is_prefixed(text)) continue;
    Xapian::Utf8Iterator letter(text);
    for (int count = 0; count < 2 && letter != behind && !is_unspaced(*letter); ++count) {
      ++letter;
      const size_t length = text.size() - (letter == behind ? 0 : letter.left());
      beginnings.insert(CX_BEGINNING_PREFIX + text.substr(0, length));
    }
  }
  for (const std::string &term : beginnings) document.add_boolean_term(term);
}

void learn_words(Xapian::WritableDatabase &database) {
  std::string start;
  std::vector<std::pair<std::string, int64_t>> changes;
  do {
    changes.clear();
    for (Comparison step(database, start); !step.is_done() && changes.size() < slice;) {
      const auto change = step.next();
      if (change.second != 0) changes.push_back(change);
    }
    if (changes.empty()) return;
    for (const auto &[word, difference] : changes) {
      if (difference > 0)
        database.add_spelling(word, static_cast<Xapian::termcount>(difference));
      else
        database.remove_spelling(word, static_cast<Xapian::termcount>(-difference));
    }
    database.commit();
    start = changes.back().first;
  } while (changes.size() == slice);
}
