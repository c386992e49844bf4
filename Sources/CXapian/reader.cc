#include "guarded.h"

#include <algorithm>
#include <memory>
#include <vector>

struct cx_reader {
  Xapian::Database database;
};

struct cx_hits {
  struct Hit {
    std::string key;
    std::string data;
    double score;
  };
  std::vector<Hit> hits;
  uint64_t total = 0;
};

namespace {

/// Totals up to this one are counted rather than estimated.
constexpr Xapian::doccount exact_to = 100;
/// A wildcard stands for at most so many words, the most frequent ones.
constexpr Xapian::termcount wildcard_words = 1000;

Xapian::QueryParser parser_for(const cx_query &query, const Xapian::Database &database) {
  Xapian::QueryParser parser;
  parser.set_database(database);
  parser.set_stemming_strategy(Xapian::QueryParser::STEM_SOME);
  parser.set_default_op(query.any_word ? Xapian::Query::OP_OR : Xapian::Query::OP_AND);
  parser.set_max_expansion(wildcard_words, Xapian::Query::WILDCARD_LIMIT_MOST_FREQUENT);
  for (size_t i = 0; i < query.field_count; ++i) {
    const cx_field &field = query.fields[i];
    const std::string name = string_of(query.bytes, field.name);
    const std::string prefix = string_of(query.bytes, field.prefix);
    if (field.keyword)
      parser.add_boolean_prefix(name, prefix);
    else
      parser.add_prefix(name, prefix);
  }
  return parser;
}

/// The text read once per stemmer in the index, each reading for the documents it applies to.
/// Joining whole readings, not single words, keeps NOT right: a word of a document is compared
/// with the form that its own stemmer gives to the word of the query.
Xapian::Query parse(const cx_query &query, const Xapian::Database &database) {
  constexpr unsigned syntax =
      Xapian::QueryParser::FLAG_BOOLEAN | Xapian::QueryParser::FLAG_PHRASE |
      Xapian::QueryParser::FLAG_LOVEHATE | Xapian::QueryParser::FLAG_WILDCARD |
      Xapian::QueryParser::FLAG_PURE_NOT | Xapian::QueryParser::FLAG_CJK_NGRAM;
  Xapian::QueryParser parser = parser_for(query, database);
  const std::string text = string_of(query.bytes, query.text);
  const std::string prefix = string_of(query.bytes, query.stemmer_prefix);
  Xapian::Query any;
  const auto end = database.allterms_end(prefix);
  for (auto term = database.allterms_begin(prefix); term != end; ++term) {
    parser.set_stemmer(Xapian::Stem((*term).substr(prefix.size())));
    const Xapian::Query reading = parser.parse_query(text, syntax);
    if (reading.empty()) continue;
    const Xapian::Query own(Xapian::Query::OP_FILTER, reading, Xapian::Query(*term));
    any = any.empty() ? own : Xapian::Query(Xapian::Query::OP_OR, any, own);
  }
  return any;
}

Xapian::Query filtered(Xapian::Query whole, const cx_query &query) {
  for (size_t i = 0; i < query.filter_count;) {
    const size_t group = query.filters[i].group;
    std::vector<std::string> terms;
    for (; i < query.filter_count && query.filters[i].group == group; ++i)
      terms.push_back(string_of(query.bytes, query.filters[i].term));
    const Xapian::Query alternatives(Xapian::Query::OP_OR, terms.begin(), terms.end());
    whole = Xapian::Query(Xapian::Query::OP_FILTER, whole, alternatives);
  }
  return whole;
}

/// Reads a document with everything that the index keeps about it.
void read(const Xapian::Database &database, Xapian::docid id) {
  const Xapian::Document document = database.get_document(id);
  std::string key, data;
  unpack(document.get_data(), &key, &data);
  for (auto value = document.values_begin(); value != document.values_end(); ++value) *value;
  bool has_words = false, has_positions = false;
  for (auto term = document.termlist_begin(); term != document.termlist_end(); ++term) {
    auto posting = database.postlist_begin(*term);
    posting.skip_to(id);
    if (posting == database.postlist_end(*term) || *posting != id)
      throw Xapian::DatabaseCorruptError("a term of a document has no posting for it");
    has_words = has_words || term.get_wdf() > 0;
    const auto end = database.positionlist_end(id, *term);
    for (auto position = database.positionlist_begin(id, *term); position != end; ++position)
      has_positions = true;
  }
  // Missing files of positions or data count as empty ones to Xapian.
  if (has_words && !has_positions)
    throw Xapian::DatabaseCorruptError("a document's words have no positions");
}

}  // namespace

cx_status cx_reader_open(cx_slice path, cx_reader **reader, cx_buffer *message) {
  return guarded(
      message, [&] { *reader = new cx_reader{Xapian::Database(string_of(path))}; });
}

void cx_reader_close(cx_reader *reader) { delete reader; }

cx_status cx_reader_refresh(cx_reader *reader, cx_buffer *message) {
  return guarded(message, [&] { reader->database.reopen(); });
}

cx_status cx_reader_count(cx_reader *reader, uint64_t *count, cx_buffer *message) {
  return guarded(message, [&] { *count = reader->database.get_doccount(); });
}

cx_status cx_reader_revision(cx_reader *reader, uint64_t *revision, cx_buffer *message) {
  return guarded(message, [&] { *revision = reader->database.get_revision(); });
}

cx_status cx_reader_metadata(
    cx_reader *reader, cx_slice key, cx_buffer *value, cx_buffer *message) {
  return guarded(
      message, [&] { *value = buffer_of(reader->database.get_metadata(string_of(key))); });
}

cx_status cx_reader_probe(cx_reader *reader, size_t count, cx_buffer *message) {
  return guarded(message, [&] {
    const Xapian::Database &database = reader->database;
    const Xapian::docid last = database.get_lastdocid();
    const auto end = database.postlist_end(std::string());
    for (size_t i = 0; i < count && last > 0; ++i) {
      // Numbers of removed documents are free, so the next one after each mark is taken.
      auto posting = database.postlist_begin(std::string());
      posting.skip_to(1 + static_cast<Xapian::docid>(
                              i * static_cast<uint64_t>(last - 1) / std::max<size_t>(count - 1, 1)));
      if (posting != end) read(database, *posting);
    }
  });
}

cx_status cx_reader_search(
    cx_reader *reader, const cx_query *query, cx_hits **hits, cx_buffer *message) {
  return guarded(message, [&] {
    const Xapian::Database &database = reader->database;
    const Xapian::Query base =
        query->everything ? Xapian::Query::MatchAll : parse(*query, database);
    auto found = std::make_unique<cx_hits>();
    if (!base.empty()) {
      Xapian::Enquire enquire(database);
      enquire.set_query(filtered(base, *query));
      if (query->sort_slot != CX_BY_RELEVANCE)
        enquire.set_sort_by_value_then_relevance(query->sort_slot, query->descending);
      const auto set = enquire.get_mset(
          static_cast<Xapian::doccount>(query->offset),
          static_cast<Xapian::doccount>(query->limit), exact_to);
      for (auto hit = set.begin(); hit != set.end(); ++hit) {
        const Xapian::Document document = hit.get_document();
        found->hits.push_back({{}, {}, hit.get_weight()});
        unpack(document.get_data(), &found->hits.back().key, &found->hits.back().data);
      }
      found->total = set.get_matches_estimated();
    }
    *hits = found.release();
  });
}

size_t cx_hits_count(const cx_hits *hits) { return hits->hits.size(); }

uint64_t cx_hits_total(const cx_hits *hits) { return hits->total; }

cx_hit cx_hits_get(const cx_hits *hits, size_t index) {
  const cx_hits::Hit &hit = hits->hits[index];
  return {{hit.key.data(), hit.key.size()}, {hit.data.data(), hit.data.size()}, hit.score};
}

void cx_hits_free(cx_hits *hits) { delete hits; }
