#include "words.h"

#include <cxapian_export.h>

#include <cstdio>
#include <memory>
#include <unordered_set>
#include <vector>
#include <zlib.h>

namespace {

/// Where Recoll expects the body of a document to begin.
constexpr Xapian::termpos body_position = 100000;
/// What is longer is no word to Recoll.
constexpr size_t longest_word = 50;

/// The value slots of Recoll and Omega.
enum { slot_time = 0, slot_size = 2, slot_signature = 10 };

/// The languages in which Recoll expands words of a query; it stems them as these do.
const char *const expansions[] = {"german", "english"};

std::string deflated(const std::string &text) {
  uLongf length = compressBound(text.size());
  std::string result(length, '\0');
  if (compress(
          reinterpret_cast<Bytef *>(&result[0]), &length,
          reinterpret_cast<const Bytef *>(text.data()), text.size()) != Z_OK)
    throw std::bad_alloc();
  result.resize(length);
  return result;
}

/// The key under which Recoll finds the text of a document.
std::string text_key(Xapian::docid id) {
  char key[16];
  std::snprintf(key, sizeof key, "%010u", static_cast<unsigned>(id));
  return key;
}

std::string size_value(size_t size) {
  char value[24];
  std::snprintf(value, sizeof value, "%012zu", size);
  return value;
}

/// Whether a term is a word of the body to Recoll.
bool is_word(const std::string &term) {
  return !term.empty() && !is_prefixed(term) && term.size() <= longest_word;
}

}  // namespace

struct cx_shared {
  explicit cx_shared(const std::string &path)
      : database(path, Xapian::DB_CREATE_OR_OPEN | Xapian::DB_NO_SYNC) {
    generator.set_stemming_strategy(Xapian::TermGenerator::STEM_SOME_FULL_POS);
    generator.set_flags(Xapian::TermGenerator::FLAG_CJK_NGRAM);
    generator.set_max_word_length(longest_word);
    for (const char *name : expansions) {
      expanders.emplace_back(name, Xapian::Stem(name));
      database.add_synonym(":Stm;members", name);
    }
    database.set_metadata("RCL_IDX_DESCRIPTOR_KEY", "storetext=1\n");
  }

  Xapian::Document document(const cx_shared_batch &batch, const cx_shared_document &source) {
    Xapian::Document document;
    generator.set_document(document);
    generator.set_termpos(0);
    generator.set_stemmer(stemmers.named(string_of(batch.bytes, source.stemmer)));
    for (size_t i = 0; i < source.passage_count; ++i)
      index(batch, batch.passages[passage++], i + 1 == source.passage_count);
    document.add_boolean_term(string_of(batch.bytes, source.unique_term));
    for (size_t i = 0; i < source.term_count; ++i)
      document.add_boolean_term(string_of(batch.bytes, batch.terms[term++]));
    if (source.has_time) {
      document.add_value(slot_time, Xapian::sortable_serialise(static_cast<double>(source.time)));
      document.add_value(slot_signature, std::to_string(source.time));
    }
    document.add_value(slot_size, size_value(source.text.length));
    document.set_data(string_of(batch.bytes, source.data));
    return document;
  }

  void put(const cx_shared_batch &batch) {
    passage = term = 0;
    for (size_t i = 0; i < batch.document_count; ++i) {
      const cx_shared_document &source = batch.documents[i];
      const Xapian::Document made = document(batch, source);
      const Xapian::docid id =
          database.replace_document(string_of(batch.bytes, source.unique_term), made);
      database.set_metadata(text_key(id), deflated(string_of(batch.bytes, source.text)));
      for (auto word = made.termlist_begin(); word != made.termlist_end(); ++word) expand(*word);
    }
  }

  void remove(const std::string &unique_term) {
    const auto end = database.postlist_end(unique_term);
    for (auto id = database.postlist_begin(unique_term); id != end; ++id)
      database.set_metadata(text_key(*id), std::string());
    database.delete_document(unique_term);
  }

  Xapian::WritableDatabase database;

 private:
  void index(const cx_shared_batch &batch, const cx_shared_passage &source, bool is_body) {
    const std::string prefix = string_of(batch.bytes, source.prefix);
    const auto words = [&](const cx_range &range) {
      return Xapian::Utf8Iterator(batch.bytes + range.offset, range.length);
    };
    if (is_body) generator.set_termpos(body_position);
    const Xapian::termpos start = generator.get_termpos();
    generator.index_text(words(source.text), 1, prefix);
    generator.index_text_without_positions(words(source.typed), 1, prefix);
    if (source.in_body) {
      generator.set_termpos(start);
      generator.index_text(words(source.text), 1);
      generator.index_text_without_positions(words(source.typed), 1);
    }
    generator.increase_termpos(passage_gap);
  }

  void expand(const std::string &word) {
    if (!is_word(word) || !expanded.insert(word).second) return;
    for (const auto &expander : expanders)
      database.add_synonym(":Stm:" + expander.first + ":" + expander.second(word), word);
  }

  Xapian::TermGenerator generator;
  Stemmers stemmers;
  std::vector<std::pair<std::string, Xapian::Stem>> expanders;
  /// What has been told since this was opened; telling it again would cost as much as indexing.
  std::unordered_set<std::string> expanded;
  size_t passage = 0, term = 0;
};

cx_status cx_compact_to_file(cx_slice source, cx_slice file, cx_buffer *message) {
  return guarded(message, [&] {
    Xapian::Database(string_of(source))
        .compact(string_of(file), Xapian::DBCOMPACT_SINGLE_FILE | Xapian::DBCOMPACT_NO_RENUMBER);
  });
}

cx_status cx_shared_open(cx_slice path, cx_shared **shared, cx_buffer *message) {
  return guarded(message, [&] {
    auto opened = std::make_unique<cx_shared>(string_of(path));
    *shared = opened.release();
  });
}

void cx_shared_close(cx_shared *shared) { delete shared; }

cx_status cx_shared_put(cx_shared *shared, const cx_shared_batch *batch, cx_buffer *message) {
  return guarded(message, [&] { shared->put(*batch); });
}

cx_status cx_shared_remove(
    cx_shared *shared, const char *bytes, const cx_range *terms, size_t count,
    cx_buffer *message) {
  return guarded(message, [&] {
    for (size_t i = 0; i < count; ++i) shared->remove(string_of(bytes, terms[i]));
  });
}

cx_status cx_shared_commit(cx_shared *shared, cx_buffer *message) {
  return guarded(message, [&] { shared->database.commit(); });
}
