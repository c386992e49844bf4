#include "ctoml.h"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_MAX_NESTED_VALUES 4
#include <toml++/toml.h>

#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct Entry {
  std::string key, text;
  ct_type type;
  toml::source_position place;
};

/// toml++ frees nested tables recursively, and each dot of a key nests one deeper: at 32,000 levels
/// the stack of 8 MiB overflows (measured). Short lines keep even a hostile text far below that.
constexpr size_t longest_line = 4096;
constexpr size_t deepest_key = 16;

struct Refusal {
  std::string reason;
  toml::source_position place;
};

bool is_bare(std::string_view name) {
  if (name.empty()) return false;
  for (unsigned char c : name) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-') return false;
  }
  return true;
}

std::string quoted(std::string_view name) {
  if (is_bare(name)) return std::string(name);
  std::string text = "\"";
  for (char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

template <typename Value> std::string printed(const Value &value) {
  std::ostringstream stream;
  stream << value;
  return stream.str();
}

class Collector {
public:
  explicit Collector(std::vector<Entry> &entries) : entries(entries) {}

  void members(const toml::table &table, const std::string &prefix, size_t depth = 1) {
    for (auto &&[key, node] : table) {
      std::string name = quoted(key.str());
      toml::source_position place = key.source().begin;
      if (depth > deepest_key) {
        throw Refusal{"keys nest at most " + std::to_string(deepest_key) + " deep", place};
      }
      this->node(node, prefix.empty() ? name : prefix + '.' + name, place, depth);
    }
  }

private:
  std::vector<Entry> &entries;

  void node(const toml::node &node, const std::string &key, toml::source_position place,
            size_t depth) {
    switch (node.type()) {
    case toml::node_type::string: return add(key, node.ref<std::string>(), CT_STRING, place);
    case toml::node_type::integer: return add(key, printed(node.ref<int64_t>()), CT_INTEGER, place);
    case toml::node_type::floating_point:
      return add(key, printed(node.ref<double>()), CT_REAL, place);
    case toml::node_type::boolean:
      return add(key, node.ref<bool>() ? "true" : "false", CT_BOOLEAN, place);
    case toml::node_type::date: return add(key, printed(node.ref<toml::date>()), CT_DATE, place);
    case toml::node_type::time: return add(key, printed(node.ref<toml::time>()), CT_DATE, place);
    case toml::node_type::date_time:
      return add(key, printed(node.ref<toml::date_time>()), CT_DATE, place);
    case toml::node_type::array: return elements(*node.as_array(), key, place, depth);
    case toml::node_type::table:
      add(key, "", CT_TABLE, place);
      return members(*node.as_table(), key, depth + 1);
    case toml::node_type::none: return;
    }
  }

  void elements(const toml::array &array, const std::string &key, toml::source_position place,
                size_t depth) {
    add(key, std::to_string(array.size()), CT_ARRAY, place);
    size_t index = 0;
    for (const toml::node &element : array) {
      node(element, key + '[' + std::to_string(index) + ']', element.source().begin, depth);
      index += 1;
    }
  }

  void add(const std::string &key, std::string text, ct_type type, toml::source_position place) {
    entries.push_back({key, std::move(text), type, place});
  }
};

void check_lines(std::string_view text) {
  uint32_t line = 1;
  size_t start = 0;
  for (size_t index = 0; index < text.size(); ++index) {
    if (text[index] == '\n') {
      line += 1;
      start = index + 1;
    } else if (index - start >= longest_line) {
      std::string reason = "a line is longer than " + std::to_string(longest_line) + " bytes";
      throw Refusal{reason, {line, static_cast<toml::source_index>(longest_line)}};
    }
  }
}

}  // namespace

struct ct_document {
  std::vector<Entry> entries;
  std::string error;
  toml::source_position place{};
};

namespace {

/// Runs `body` and turns whatever it throws into the document's error.
template <typename Body> void guarded(ct_document &document, Body &&body) {
  try {
    body();
  } catch (const toml::parse_error &error) {
    document.error = std::string(error.description());
    document.place = error.source().begin;
  } catch (const Refusal &refusal) {
    document.error = refusal.reason;
    document.place = refusal.place;
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    document.error = error.what();
  }
}

}  // namespace

extern "C" {

ct_document *ct_parse(const char *text, size_t length) {
  ct_document *document = nullptr;
  try {
    document = new ct_document;
    guarded(*document, [&] {
      std::string_view view(text, length);
      check_lines(view);
      toml::table table = toml::parse(view);
      Collector(document->entries).members(table, "");
    });
    return document;
  } catch (...) {
    delete document;
    return nullptr;
  }
}

void ct_free(ct_document *document) { delete document; }

const char *ct_error(const ct_document *document, uint32_t *line, uint32_t *column) {
  if (document->error.empty()) return nullptr;
  *line = document->place.line;
  *column = document->place.column;
  return document->error.c_str();
}

size_t ct_count(const ct_document *document) { return document->entries.size(); }

ct_entry ct_entry_at(const ct_document *document, size_t index) {
  const Entry &entry = document->entries[index];
  return {entry.key.data(),   entry.key.size(), entry.text.data(),  entry.text.size(),
          entry.type,         entry.place.line, entry.place.column};
}

}  // extern "C"
