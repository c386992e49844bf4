#pragma once

#include "guarded.h"

#include <map>

/// Passages of one document lie this many positions apart, so that no phrase spans two of them.
constexpr Xapian::termpos passage_gap = 100;

/// Stemmers by their names, each made once.
class Stemmers {
 public:
  const Xapian::Stem &named(const std::string &name) {
    const auto known = stemmers.find(name);
    return known != stemmers.end() ? known->second
                                   : stemmers.emplace(name, Xapian::Stem(name)).first->second;
  }

 private:
  std::map<std::string, Xapian::Stem> stemmers;
};

/// Whether a term stands in another field than the body, whose words are folded to lower case.
inline bool is_prefixed(const std::string &term) {
  return !term.empty() && term[0] >= 'A' && term[0] <= 'Z';
}

/// Whether a letter belongs to the scripts behind those that are written with spaces: Xapian
/// splits them into n-grams.
inline bool is_unspaced(unsigned letter) { return letter >= 0x2e80; }

/// Adds a term for the first letter and for the first two of each word of the body.
void add_beginnings(Xapian::Document &document);

/// Brings the table of spellings up to the words of the body.
void learn_words(Xapian::WritableDatabase &database);
