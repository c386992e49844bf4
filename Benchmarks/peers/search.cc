// search index DATABASE CORPUS.sqlite | search query DATABASE QUERIES KIND LOOPS
//
// What one would write in C++ on Xapian, on one thread. `index` reads the corpus of `zitare refresh`
// and lays out its quotations as ours are: both indexes hold the same terms and correct spelling to
// the same words. `query` answers each line of QUERIES as a query of KIND, `and`, `typing` or `typo`,
// and prints times in milliseconds.
#include <sqlite3.h>
#include <utf8proc.h>
#include <xapian.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

using Xapian::Utf8Iterator;

static const std::set<std::string> elided = {
    "c", "d", "j", "l", "m", "n", "qu", "s", "t", "jusqu", "lorsqu", "puisqu", "quoiqu",
    "all", "dall", "dell", "nell", "sull", "coll", "un", "quell", "quest"};
static const std::map<unsigned, const char *> typed = {
    {0x153, "oe"}, {0xe6, "ae"}, {0xf8, "o"}, {0x142, "l"}, {0x111, "d"}, {0xf0, "d"},
    {0xfe, "th"}, {0x131, "i"}, {0x2010, "-"}, {0x2044, "/"}};
static const std::map<unsigned, const char *> umlauts = {
    {0xe4, "ae"}, {0xf6, "oe"}, {0xfc, "ue"}, {0xc4, "Ae"}, {0xd6, "Oe"}, {0xdc, "Ue"}};

static std::string mapped(const std::string &text, int options) {
  utf8proc_uint8_t *bytes;
  const auto length = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t *>(text.data()), text.size(), &bytes,
      static_cast<utf8proc_option_t>(options));
  if (length < 0) std::abort();
  std::string result(reinterpret_cast<char *>(bytes), length);
  std::free(bytes);
  return result;
}

static bool is_word(unsigned letter) { return letter != '_' && Xapian::Unicode::is_wordchar(letter); }

static std::string normalized(const std::string &text) {
  const std::string folded = mapped(
      text, UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD |
                UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  const bool is_plain = std::none_of(folded.begin(), folded.end(), [](unsigned char byte) {
    return byte == '\'' || byte == 0xe2 || byte == 0xca || (byte >= 0xc3 && byte <= 0xc5);
  });
  if (is_plain) return folded;
  std::string result, word;
  for (Utf8Iterator letter(folded); letter != Utf8Iterator(); ++letter) {
    const auto other = typed.find(*letter);
    if (*letter == '\'' || *letter == 0x2019 || *letter == 0x2bc) {
      result += elided.count(word) ? ' ' : '\'';
    } else if (other != typed.end()) {
      result += other->second;
    } else {
      Xapian::Unicode::append_utf8(result, *letter);
    }
    if (is_word(*letter))
      Xapian::Unicode::append_utf8(word, *letter);
    else
      word.clear();
  }
  return result;
}

// The joined forms of words with hyphens and apostrophes.
static std::string compounds(const std::string &text) {
  std::string all, run;
  int joints = 0;
  bool is_empty = true, is_sound = true;
  const auto end_part = [&] { is_sound = is_sound && !is_empty; is_empty = true; };
  const auto end_run = [&] {
    end_part();
    if (joints > 0 && is_sound) all += (all.empty() ? "" : " ") + run;
    run.clear();
    joints = 0;
    is_sound = true;
  };
  for (Utf8Iterator letter(text); letter != Utf8Iterator(); ++letter) {
    if (*letter == '-' || *letter == '\'') {
      end_part();
      ++joints;
    } else if (is_word(*letter)) {
      Xapian::Unicode::append_utf8(run, *letter);
      is_empty = false;
    } else {
      end_run();
    }
  }
  end_run();
  return all;
}

// Words with umlauts as they are spelled without.
static std::string spelled_out(const std::string &text) {
  if (text.find('\xc3') == std::string::npos && text.find('\xcc') == std::string::npos) return "";
  const std::string composed = mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE) + " ";
  std::string all, word;
  bool has_umlaut = false;
  for (Utf8Iterator letter(composed); letter != Utf8Iterator(); ++letter) {
    const auto umlaut = umlauts.find(*letter);
    if (umlaut != umlauts.end()) {
      word += umlaut->second;
      has_umlaut = true;
    } else if (is_word(*letter)) {
      Xapian::Unicode::append_utf8(word, *letter);
    } else {
      if (has_umlaut) all += (all.empty() ? "" : " ") + normalized(word);
      word.clear();
      has_umlaut = false;
    }
  }
  return all;
}

static std::string words(std::string slug) {
  std::replace(slug.begin(), slug.end(), '-', ' ');
  return slug;
}

// The elements of an array of plain strings.
static std::vector<std::string> list(const std::string &json) {
  std::vector<std::string> all;
  for (size_t start = json.find('"'); start != std::string::npos;) {
    const size_t end = json.find('"', start + 1);
    all.push_back(json.substr(start + 1, end - start - 1));
    start = json.find('"', end + 1);
  }
  return all;
}

class Indexer {
 public:
  explicit Indexer(const char *path) : database(path, Xapian::DB_CREATE_OR_OVERWRITE) {
    generator.set_flags(Xapian::TermGenerator::FLAG_CJK_NGRAM);
  }

  void add(sqlite3_stmt *row) {
    const std::string language = text(row, 3), source = text(row, 5);
    const std::string stemmer = language == "de" ? "german2" : language == "en" ? "en" : "none";
    auto known = stemmers.find(stemmer);
    if (known == stemmers.end()) known = stemmers.emplace(stemmer, Xapian::Stem(stemmer)).first;
    Xapian::Document document;
    generator.set_document(document);
    generator.set_termpos(0);
    generator.set_stemmer(known->second);
    is_german = stemmer == "german2";
    passage(text(row, 2), {""});
    if (const std::string author = text(row, 4); !author.empty()) {
      passage(author, {"A", ""});
      facet(document, 3, {author});
    }
    if (!source.empty()) {
      passage(source, {"S", ""});
      facet(document, 4, {source});
      if (sqlite3_column_type(row, 7) != SQLITE_NULL) number(document, 1, sqlite3_column_double(row, 7));
    }
    const auto themes = list(text(row, 6));
    std::vector<std::string> named;
    for (const std::string &theme : themes) {
      passage(words(theme), {"K"});
      passage(theme, {"K"});
      named.push_back(words(theme));
    }
    facet(document, 5, named);
    facet(document, 6, {language});
    if (sqlite3_column_type(row, 8) != SQLITE_NULL)
      number(document, 0, sqlite3_column_double(row, 8) / 1000);
    number(document, 2, double(std::distance(Utf8Iterator(text(row, 2)), Utf8Iterator())));
    beginnings(document);
    document.add_boolean_term("XS" + stemmer);
    document.add_boolean_term("L" + language);
    document.add_boolean_term("XDorigin");
    document.add_boolean_term("XDorigin/" + text(row, 0));
    document.add_boolean_term("Q" + text(row, 1));
    document.set_data(text(row, 1));
    database.replace_document("Q" + text(row, 1), document);
  }

  void finish() {
    database.commit();
    std::vector<std::pair<std::string, Xapian::termcount>> known;
    for (auto term = database.allterms_begin(); term != database.allterms_end(); ++term) {
      const std::string word = *term;
      size_t letters = 0;
      bool is_known = word[0] < 'A' || word[0] > 'Z';
      for (Utf8Iterator letter(word); is_known && letter != Utf8Iterator(); ++letter, ++letters)
        is_known = is_word(*letter) && *letter < 0x2e80 && (*letter >= 'a');
      if (is_known && letters >= 3 && letters <= 32) known.emplace_back(word, term.get_termfreq());
    }
    for (const auto &[word, count] : known) database.add_spelling(word, count);
    database.commit();
  }

 private:
  static std::string text(sqlite3_stmt *row, int column) {
    const void *bytes = sqlite3_column_blob(row, column);
    return std::string(static_cast<const char *>(bytes), sqlite3_column_bytes(row, column));
  }

  static void number(Xapian::Document &document, int slot, double value) {
    document.add_value(slot, Xapian::sortable_serialise(value));
  }

  static void facet(Xapian::Document &document, int slot, const std::vector<std::string> &values) {
    std::string packed;
    for (const std::string &value : values) {
      packed += char(value.size() & 0xff);
      packed += char(value.size() >> 8);
      packed += value;
    }
    if (!packed.empty()) document.add_value(slot, packed);
  }

  void passage(const std::string &source, std::initializer_list<const char *> prefixes) {
    const std::string whole = normalized(source);
    std::string further = compounds(whole);
    if (!is_german) {
      const std::string spelled = spelled_out(source);
      if (!further.empty() && !spelled.empty()) further += ' ';
      further += spelled;
    }
    for (const char *prefix : prefixes) {
      generator.index_text(whole, 1, prefix);
      generator.increase_termpos(100);
      if (!further.empty()) generator.index_text_without_positions(further, 1, prefix);
    }
  }

  static void beginnings(Xapian::Document &document) {
    std::set<std::string> all;
    for (auto term = document.termlist_begin(); term != document.termlist_end(); ++term) {
      const std::string word = *term;
      if (word[0] >= 'A' && word[0] <= 'Z') continue;
      std::string start = "XF";
      Utf8Iterator letter(word);
      for (int count = 0; count < 2 && letter != Utf8Iterator() && *letter < 0x2e80; ++count, ++letter) {
        Xapian::Unicode::append_utf8(start, *letter);
        all.insert(start);
      }
    }
    for (const std::string &term : all) document.add_boolean_term(term);
  }

  Xapian::WritableDatabase database;
  Xapian::TermGenerator generator;
  std::map<std::string, Xapian::Stem> stemmers;
  bool is_german = false;
};

static int index(const char *path, const char *corpus) {
  sqlite3 *database;
  sqlite3_stmt *rows;
  const char *query =
      "SELECT origin, slug, text, language,"
      " coalesce(author_name, known_author, replace(author_slug, '-', ' '), ''),"
      " coalesce(source_title, known_source, replace(source_slug, '-', ' '), ''),"
      " theme_slugs, year, coalesce(published_at, updated_at) FROM document ORDER BY revision, id";
  if (sqlite3_open_v2(corpus, &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK ||
      sqlite3_prepare_v2(database, query, -1, &rows, nullptr) != SQLITE_OK) {
    std::fprintf(stderr, "%s: %s\n", corpus, sqlite3_errmsg(database));
    return 1;
  }
  Indexer indexer(path);
  while (sqlite3_step(rows) == SQLITE_ROW) indexer.add(rows);
  indexer.finish();
  sqlite3_finalize(rows);
  sqlite3_close(database);
  return 0;
}

// Words of either language may be meant: each query is read with both stemmers.
class Searcher {
 public:
  Searcher(const char *path, const std::string &kind) : database(path) {
    for (auto *parser : {&german, &english}) {
      parser->set_database(database);
      parser->set_default_op(Xapian::Query::OP_AND);
      parser->set_stemming_strategy(Xapian::QueryParser::STEM_SOME);
      parser->set_max_expansion(1000, Xapian::Query::WILDCARD_LIMIT_MOST_FREQUENT);
    }
    german.set_stemmer(Xapian::Stem("german2"));
    english.set_stemmer(Xapian::Stem("en"));
    if (kind == "typing") flags |= Xapian::QueryParser::FLAG_PARTIAL;
    if (kind == "typo") flags |= Xapian::QueryParser::FLAG_SPELLING_CORRECTION;
  }

  // How many of ten it found.
  size_t hits(const std::string &line) {
    const std::string text = normalized(line);
    Xapian::Query query = german.parse_query(text, flags);
    const std::string corrected = german.get_corrected_query_string();
    query = query | english.parse_query(text, flags);
    if (!corrected.empty()) query = german.parse_query(corrected) | english.parse_query(corrected);
    Xapian::Enquire enquire(database);
    enquire.set_query(query);
    const Xapian::MSet found = enquire.get_mset(0, 10);
    size_t bytes = 0;
    for (auto hit = found.begin(); hit != found.end(); ++hit) bytes += hit.get_document().get_data().size();
    return bytes > 0 ? found.size() : 0;
  }

 private:
  Xapian::Database database;
  Xapian::QueryParser german, english;
  unsigned flags = Xapian::QueryParser::FLAG_DEFAULT;
};

static int query(const char *path, const char *queries, const std::string &kind, int loops) {
  Searcher searcher(path, kind);
  std::vector<std::string> lines;
  std::ifstream file(queries);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  std::vector<double> times;
  size_t answered = 0;
  for (int loop = 0; loop <= loops; ++loop) {
    for (const std::string &line : lines) {
      const auto start = std::chrono::steady_clock::now();
      const size_t hits = searcher.hits(line);
      const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
      if (loop == 0) continue;  // warms the caches
      times.push_back(time.count());
      answered += hits > 0;
    }
  }
  std::sort(times.begin(), times.end());
  std::printf(
      "%.3f %.3f %.1f\n", times[times.size() / 2], times[times.size() * 99 / 100],
      100.0 * answered / times.size());
  return 0;
}

int main(int argc, char **argv) try {
  if (argc == 4 && !std::strcmp(argv[1], "index")) return index(argv[2], argv[3]);
  if (argc == 6 && !std::strcmp(argv[1], "query"))
    return query(argv[2], argv[3], argv[4], std::atoi(argv[5]));
  std::fputs("see the source for usage\n", stderr);
  return 64;
} catch (const Xapian::Error &error) {
  std::fprintf(stderr, "%s\n", error.get_description().c_str());
  return 1;
}
