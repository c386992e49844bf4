#include "reader.h"
#include "words.h"

#include <algorithm>
#include <memory>
#include <vector>

struct cx_words {
  std::vector<std::pair<std::string, uint64_t>> words;
};

struct cx_stemmer {
  Xapian::Stem stem;
};

namespace {

/// Whether some document has the word, or its stem by the stemmer of that document.
bool is_known(
    const Xapian::Database &database, const std::string &word, const std::string &stemmer_prefix) {
  if (database.term_exists(word)) return true;
  const auto end = database.allterms_end(stemmer_prefix);
  for (auto term = database.allterms_begin(stemmer_prefix); term != end; ++term) {
    const Xapian::Stem stem((*term).substr(stemmer_prefix.size()));
    if (database.term_exists("Z" + stem(word))) return true;
  }
  return false;
}

}  // namespace

cx_status cx_reader_correct(
    cx_reader *reader, cx_slice word, cx_slice stemmer_prefix, uint32_t edits,
    cx_buffer *correction, cx_buffer *message) {
  return guarded(message, [&] {
    const std::string text = string_of(word);
    std::string found;
    if (!is_known(reader->database, text, string_of(stemmer_prefix))) {
      found = reader->database.get_spelling_suggestion(text, edits);
      // The table may still know words that have left the index.
      if (!found.empty() && !reader->database.term_exists(found)) found.clear();
    }
    *correction = buffer_of(found);
  });
}

cx_status cx_reader_words(
    cx_reader *reader, cx_slice beginning, size_t limit, cx_words **words, cx_buffer *message) {
  return guarded(message, [&] {
    auto found = std::make_unique<cx_words>();
    auto &list = found->words;
    const auto before = [](const auto &one, const auto &other) {
      return one.second != other.second ? one.second > other.second : one.first < other.first;
    };
    const std::string start = string_of(beginning);
    const auto end = reader->database.allterms_end(start);
    for (auto term = reader->database.allterms_begin(start); term != end; ++term) {
      if (is_prefixed(*term)) continue;
      list.emplace_back(*term, term.get_termfreq());
      // The worst so far is on top of the heap.
      std::push_heap(list.begin(), list.end(), before);
      if (list.size() <= limit) continue;
      std::pop_heap(list.begin(), list.end(), before);
      list.pop_back();
    }
    std::sort_heap(list.begin(), list.end(), before);
    *words = found.release();
  });
}

size_t cx_words_count(const cx_words *words) { return words->words.size(); }

cx_count cx_words_get(const cx_words *words, size_t index) {
  const auto &word = words->words[index];
  return {{word.first.data(), word.first.size()}, word.second};
}

void cx_words_free(cx_words *words) { delete words; }

cx_status cx_stemmer_open(cx_slice name, cx_stemmer **stemmer, cx_buffer *message) {
  return guarded(message, [&] { *stemmer = new cx_stemmer{Xapian::Stem(string_of(name))}; });
}

void cx_stemmer_close(cx_stemmer *stemmer) { delete stemmer; }

cx_status cx_stemmer_stem(
    cx_stemmer *stemmer, cx_slice word, cx_buffer *stem, cx_buffer *message) {
  return guarded(message, [&] { *stem = buffer_of(stemmer->stem(string_of(word))); });
}
