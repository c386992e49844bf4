#include "reader.h"
#include "words.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

namespace {

struct Count {
  std::string text;
  uint64_t documents;
};

struct Reading {
  std::string stemmer;
  std::vector<Count> terms;
};

}  // namespace

struct cx_hits {
  struct Hit {
    std::string key;
    std::string data;
    double score;
  };
  std::vector<Hit> hits;
  uint64_t total = 0;
  bool is_exact = true;
  std::vector<std::vector<Count>> facets;
  std::vector<Reading> readings;
};

namespace {

/// Of the words of a document so many are asked for where its like is sought.
constexpr size_t telling_words = 16;

Xapian::QueryParser parser_for(const cx_query &query, const Xapian::Database &database) {
  Xapian::QueryParser parser;
  parser.set_database(database);
  parser.set_stemming_strategy(Xapian::QueryParser::STEM_SOME);
  parser.set_max_expansion(
      static_cast<Xapian::termcount>(query.wildcard_words),
      Xapian::Query::WILDCARD_LIMIT_MOST_FREQUENT);
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

std::vector<Count> terms_of(const Xapian::Query &query, const Xapian::Database &database) {
  std::vector<Count> terms;
  for (auto term = query.get_unique_terms_begin(); term != query.get_unique_terms_end(); ++term)
    terms.push_back({*term, database.get_termfreq(*term)});
  return terms;
}

/// All texts as one query for the parser's stemmer.
Xapian::Query reading_of(const cx_query &query, Xapian::QueryParser &parser) {
  constexpr unsigned syntax =
      Xapian::QueryParser::FLAG_BOOLEAN | Xapian::QueryParser::FLAG_PHRASE |
      Xapian::QueryParser::FLAG_LOVEHATE | Xapian::QueryParser::FLAG_WILDCARD |
      Xapian::QueryParser::FLAG_PURE_NOT | Xapian::QueryParser::FLAG_CJK_NGRAM;
  Xapian::Query any;
  for (size_t i = 0; i < query.text_count; ++i) {
    const cx_text &source = query.texts[i];
    parser.set_default_op(source.any_word ? Xapian::Query::OP_OR : Xapian::Query::OP_AND);
    Xapian::Query one = parser.parse_query(string_of(query.bytes, source.text), syntax);
    if (one.empty()) continue;
    if (source.factor != 1) one = Xapian::Query(Xapian::Query::OP_SCALE_WEIGHT, one, source.factor);
    const auto join = source.optional ? Xapian::Query::OP_AND_MAYBE : Xapian::Query::OP_OR;
    any = any.empty() ? one : Xapian::Query(join, any, one);
  }
  return any;
}

/// The texts read once per stemmer in the index, each reading for the documents it applies to.
/// Joining whole readings, not single words, keeps NOT right: a word of a document is compared
/// with the form that its own stemmer gives to the word of the query.
Xapian::Query parse(
    const cx_query &query, const Xapian::Database &database, std::vector<Reading> *readings) {
  Xapian::QueryParser parser = parser_for(query, database);
  const std::string prefix = string_of(query.bytes, query.stemmer_prefix);
  Xapian::Query any;
  const auto end = database.allterms_end(prefix);
  for (auto term = database.allterms_begin(prefix); term != end; ++term) {
    const std::string stemmer = (*term).substr(prefix.size());
    parser.set_stemmer(Xapian::Stem(stemmer));
    const Xapian::Query reading = reading_of(query, parser);
    if (reading.empty()) continue;
    readings->push_back({stemmer, terms_of(reading, database)});
    const Xapian::Query own(Xapian::Query::OP_FILTER, reading, Xapian::Query(*term));
    any = any.empty() ? own : Xapian::Query(Xapian::Query::OP_OR, any, own);
  }
  return any;
}

/// The words that tell a document from others: often in it, seldom elsewhere. Words that it also
/// has in a field, such as an author's name, are no part of what it says.
Xapian::Query like(const std::string &unique_term, const Xapian::Database &database) {
  const auto posting = database.postlist_begin(unique_term);
  if (posting == database.postlist_end(unique_term)) return Xapian::Query();
  const Xapian::docid id = *posting;
  const double documents = database.get_doccount();
  std::vector<std::pair<double, std::string>> words;
  std::map<std::string, bool> in_field;
  const auto end = database.termlist_end(id);
  for (auto term = database.termlist_begin(id); term != end; ++term) {
    const std::string text = *term;
    if (text.size() < 2 || term.get_wdf() == 0) continue;
    if (text[0] == 'Z' && !is_prefixed(text.substr(1))) {
      const double rarity = std::log(documents / term.get_termfreq());
      if (rarity > 0) words.emplace_back(rarity * term.get_wdf(), text);
    } else if (text[0] == 'Z') {
      const size_t word = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
      if (word != std::string::npos) in_field["Z" + text.substr(word)] = true;
    }
  }
  words.erase(
      std::remove_if(
          words.begin(), words.end(), [&](const auto &word) { return in_field[word.second]; }),
      words.end());
  std::sort(words.begin(), words.end(), [](const auto &one, const auto &other) {
    return one.first != other.first ? one.first > other.first : one.second < other.second;
  });
  if (words.size() > telling_words) words.resize(telling_words);
  std::vector<std::string> terms;
  for (const auto &word : words) terms.push_back(word.second);
  if (terms.empty()) return Xapian::Query();
  return Xapian::Query(
      Xapian::Query::OP_AND_NOT, Xapian::Query(Xapian::Query::OP_OR, terms.begin(), terms.end()),
      Xapian::Query(unique_term));
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
  for (size_t i = 0; i < query.span_count; ++i) {
    const cx_span &span = query.spans[i];
    const Xapian::Query inside(
        Xapian::Query::OP_VALUE_RANGE, span.slot,
        Xapian::sortable_serialise(std::max(span.lowest, -DBL_MAX)),
        Xapian::sortable_serialise(std::min(span.highest, DBL_MAX)));
    whole = Xapian::Query(
        span.excluded ? Xapian::Query::OP_AND_NOT : Xapian::Query::OP_FILTER, whole, inside);
  }
  return whole;
}

/// What a spy has seen, with lists of values taken apart.
std::vector<Count> counts_of(const Xapian::ValueCountMatchSpy &spy) {
  std::map<std::string, uint64_t> counts;
  for (auto seen = spy.values_begin(); seen != spy.values_end(); ++seen) {
    const std::string list = *seen;
    for (size_t start = 0; start + 2 <= list.size();) {
      const size_t length = static_cast<unsigned char>(list[start]) |
                            static_cast<size_t>(static_cast<unsigned char>(list[start + 1])) << 8;
      counts[list.substr(start + 2, length)] += seen.get_termfreq();
      start += 2 + length;
    }
  }
  std::vector<Count> sorted;
  for (const auto &count : counts) sorted.push_back({count.first, count.second});
  std::sort(sorted.begin(), sorted.end(), [](const Count &one, const Count &other) {
    return one.documents != other.documents ? one.documents > other.documents
                                            : one.text < other.text;
  });
  return sorted;
}

void run(const cx_query &query, const Xapian::Query &base, const Xapian::Database &database,
         cx_hits *found) {
  Xapian::Enquire enquire(database);
  enquire.set_query(filtered(base, query));
  if (query.sort_slot != CX_BY_RELEVANCE)
    enquire.set_sort_by_value_then_relevance(query.sort_slot, query.descending);
  std::vector<std::unique_ptr<Xapian::ValueCountMatchSpy>> spies;
  for (size_t i = 0; i < query.facet_count; ++i) {
    spies.push_back(std::make_unique<Xapian::ValueCountMatchSpy>(query.facets[i]));
    enquire.add_matchspy(spies.back().get());
  }
  const auto set = enquire.get_mset(
      static_cast<Xapian::doccount>(query.offset), static_cast<Xapian::doccount>(query.limit),
      static_cast<Xapian::doccount>(query.exact_to));
  for (auto hit = set.begin(); hit != set.end(); ++hit) {
    const Xapian::Document document = hit.get_document();
    found->hits.push_back({{}, {}, hit.get_weight()});
    unpack(document.get_data(), &found->hits.back().key, &found->hits.back().data);
  }
  found->total = set.get_matches_estimated();
  found->is_exact = set.get_matches_lower_bound() == set.get_matches_upper_bound();
  for (const auto &spy : spies) found->facets.push_back(counts_of(*spy));
}

cx_count count_of(const Count &count) {
  return {{count.text.data(), count.text.size()}, count.documents};
}

}  // namespace

cx_status cx_reader_search(
    cx_reader *reader, const cx_query *query, cx_hits **hits, cx_buffer *message) {
  return guarded(message, [&] {
    const Xapian::Database &database = reader->database;
    auto found = std::make_unique<cx_hits>();
    const std::string model = string_of(query->bytes, query->similar_to);
    const Xapian::Query base = !model.empty()           ? like(model, database)
                               : query->text_count == 0 ? Xapian::Query::MatchAll
                                                        : parse(*query, database, &found->readings);
    if (!base.empty())
      run(*query, base, database, found.get());
    else
      found->facets.resize(query->facet_count);
    *hits = found.release();
  });
}

size_t cx_hits_count(const cx_hits *hits) { return hits->hits.size(); }

uint64_t cx_hits_total(const cx_hits *hits) { return hits->total; }

bool cx_hits_is_exact(const cx_hits *hits) { return hits->is_exact; }

cx_hit cx_hits_get(const cx_hits *hits, size_t index) {
  const cx_hits::Hit &hit = hits->hits[index];
  return {{hit.key.data(), hit.key.size()}, {hit.data.data(), hit.data.size()}, hit.score};
}

size_t cx_hits_facet_size(const cx_hits *hits, size_t facet) {
  return hits->facets[facet].size();
}

cx_count cx_hits_facet(const cx_hits *hits, size_t facet, size_t index) {
  return count_of(hits->facets[facet][index]);
}

size_t cx_hits_reading_count(const cx_hits *hits) { return hits->readings.size(); }

cx_slice cx_hits_stemmer(const cx_hits *hits, size_t reading) {
  const std::string &name = hits->readings[reading].stemmer;
  return {name.data(), name.size()};
}

size_t cx_hits_reading_size(const cx_hits *hits, size_t reading) {
  return hits->readings[reading].terms.size();
}

cx_count cx_hits_term(const cx_hits *hits, size_t reading, size_t index) {
  return count_of(hits->readings[reading].terms[index]);
}

void cx_hits_free(cx_hits *hits) { delete hits; }
