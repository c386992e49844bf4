#include "words.h"

#include <vector>

namespace {

/// Turns documents of a batch into Xapian's, in the order they come.
class Analyser {
 public:
  Analyser() {
    generator.set_stemming_strategy(Xapian::TermGenerator::STEM_SOME);
    generator.set_flags(Xapian::TermGenerator::FLAG_CJK_NGRAM);
  }

  /// To be called before the first document of each batch.
  void begin() { passage = term = number = facet = 0; }

  /// Passes over a document whose turn it is.
  void skip(const cx_document &source) {
    passage += source.passage_count;
    term += source.term_count;
    number += source.number_count;
    facet += source.facet_count;
  }

  Xapian::Document next(const cx_batch &batch, const cx_document &source) {
    Xapian::Document document;
    generator.set_document(document);
    generator.set_termpos(0);
    generator.set_stemmer(stemmers.named(string_of(batch.bytes, source.stemmer)));
    for (size_t i = 0; i < source.passage_count; ++i) index(batch, batch.passages[passage++]);
    add_beginnings(document);
    document.add_boolean_term(string_of(batch.bytes, source.unique_term));
    for (size_t i = 0; i < source.term_count; ++i)
      document.add_boolean_term(string_of(batch.bytes, batch.terms[term++]));
    for (size_t i = 0; i < source.number_count; ++i, ++number)
      document.add_value(
          batch.numbers[number].slot, Xapian::sortable_serialise(batch.numbers[number].value));
    for (size_t i = 0; i < source.facet_count; ++i, ++facet)
      document.add_value(
          batch.facets[facet].slot, string_of(batch.bytes, batch.facets[facet].values));
    document.set_data(
        packed(
            string_of(batch.bytes, source.digest), string_of(batch.bytes, source.key),
            string_of(batch.bytes, source.data)));
    return document;
  }

 private:
  void index(const cx_batch &batch, const cx_passage &source) {
    const std::string prefix = string_of(batch.bytes, source.prefix);
    const char *text = batch.bytes + source.text.offset;
    const Xapian::Utf8Iterator words(text, source.text.length);
    if (source.positions) {
      generator.index_text(words, 1, prefix);
      generator.increase_termpos(passage_gap);
    } else {
      generator.index_text_without_positions(words, 1, prefix);
    }
  }

  Xapian::TermGenerator generator;
  Stemmers stemmers;
  size_t passage = 0, term = 0, number = 0, facet = 0;
};

}  // namespace

struct cx_writer {
  Xapian::WritableDatabase database;
  Analyser analyser;
  bool in_transaction = false;
  /// By document number.
  std::vector<bool> seen;

  Xapian::docid put(const cx_batch &batch, const cx_document &source) {
    return database.replace_document(
        string_of(batch.bytes, source.unique_term), analyser.next(batch, source));
  }

  /// Whether the document lies in the database with the same digest; it is then seen.
  bool holds(const cx_batch &batch, const cx_document &source) {
    const std::string term = string_of(batch.bytes, source.unique_term);
    const auto posting = database.postlist_begin(term);
    if (posting == database.postlist_end(term)) return false;
    const std::string data = database.get_document(*posting).get_data();
    const std::string digest = string_of(batch.bytes, source.digest);
    if (data.compare(0, CX_DIGEST_LENGTH, digest) != 0) return false;
    see(*posting);
    return true;
  }

  void see(Xapian::docid id) {
    if (seen.size() <= id) seen.resize(id + size_t{1} + seen.size() / 2);
    seen[id] = true;
  }

  /// Removes the documents after a look at them: a list that is read should not change.
  void remove(const std::vector<Xapian::docid> &documents) {
    for (const Xapian::docid id : documents) database.delete_document(id);
  }
};

cx_status cx_writer_open(cx_slice path, bool create, cx_writer **writer, cx_buffer *message) {
  return guarded(message, [&] {
    const int mode = create ? Xapian::DB_CREATE | Xapian::DB_NO_SYNC : Xapian::DB_OPEN;
    *writer = new cx_writer{Xapian::WritableDatabase(string_of(path), mode), {}, false, {}};
  });
}

// Xapian's destructor cancels an open transaction.
void cx_writer_close(cx_writer *writer) { delete writer; }

cx_status cx_writer_begin(cx_writer *writer, cx_buffer *message) {
  return guarded(message, [&] {
    writer->database.begin_transaction(true);
    writer->in_transaction = true;
  });
}

cx_status cx_writer_put(cx_writer *writer, const cx_batch *batch, cx_buffer *message) {
  return guarded(message, [&] {
    writer->analyser.begin();
    for (size_t i = 0; i < batch->document_count; ++i) writer->put(*batch, batch->documents[i]);
  });
}

cx_status cx_writer_put_changed(
    cx_writer *writer, const cx_batch *batch, size_t *put, cx_buffer *message) {
  return guarded(message, [&] {
    size_t count = 0;
    writer->analyser.begin();
    for (size_t i = 0; i < batch->document_count; ++i) {
      const cx_document &source = batch->documents[i];
      if (writer->holds(*batch, source)) {
        writer->analyser.skip(source);
      } else {
        writer->see(writer->put(*batch, source));
        ++count;
      }
    }
    *put = count;
  });
}

cx_status cx_writer_remove_unseen(cx_writer *writer, cx_buffer *message) {
  return guarded(message, [&] {
    std::vector<Xapian::docid> unseen;
    const auto end = writer->database.postlist_end(std::string());
    for (auto id = writer->database.postlist_begin(std::string()); id != end; ++id)
      if (*id >= writer->seen.size() || !writer->seen[*id]) unseen.push_back(*id);
    writer->remove(unseen);
  });
}

cx_status cx_writer_remove_doubles(cx_writer *writer, cx_slice prefix, cx_buffer *message) {
  return guarded(message, [&] {
    const Xapian::Database &database = writer->database;
    std::vector<Xapian::docid> doubles;
    const auto end = database.allterms_end(string_of(prefix));
    for (auto term = database.allterms_begin(string_of(prefix)); term != end; ++term) {
      Xapian::doccount others = term.get_termfreq() - 1;
      for (auto id = database.postlist_begin(*term); others > 0; ++id, --others)
        doubles.push_back(*id);
    }
    writer->remove(doubles);
  });
}

cx_status cx_writer_remove_up_to(
    cx_writer *writer, uint32_t slot, double highest, cx_buffer *message) {
  return guarded(message, [&] {
    const std::string limit = Xapian::sortable_serialise(highest);
    std::vector<Xapian::docid> documents;
    const auto end = writer->database.valuestream_end(slot);
    for (auto value = writer->database.valuestream_begin(slot); value != end; ++value)
      if (*value <= limit) documents.push_back(value.get_docid());
    writer->remove(documents);
  });
}

cx_status cx_writer_remove(
    cx_writer *writer, const char *bytes, const cx_range *terms, size_t count,
    cx_buffer *message) {
  return guarded(message, [&] {
    for (size_t i = 0; i < count; ++i)
      writer->database.delete_document(string_of(bytes, terms[i]));
  });
}

cx_status cx_writer_set_metadata(
    cx_writer *writer, cx_slice key, cx_slice value, cx_buffer *message) {
  return guarded(
      message, [&] { writer->database.set_metadata(string_of(key), string_of(value)); });
}

cx_status cx_writer_learn_words(cx_writer *writer, cx_buffer *message) {
  return guarded(message, [&] {
    try {
      learn_words(writer->database);
    } catch (...) {
      // As after a commit that failed.
      writer->database.begin_transaction(false);
      throw;
    }
  });
}

cx_status cx_writer_count(cx_writer *writer, uint64_t *count, cx_buffer *message) {
  return guarded(message, [&] { *count = writer->database.get_doccount(); });
}

cx_status cx_writer_revision(cx_writer *writer, uint64_t *revision, cx_buffer *message) {
  return guarded(message, [&] { *revision = writer->database.get_revision(); });
}

cx_status cx_writer_commit(cx_writer *writer, cx_buffer *message) {
  return guarded(message, [&] {
    if (!writer->in_transaction) return writer->database.commit();
    try {
      writer->in_transaction = false;
      writer->database.commit_transaction();
    } catch (...) {
      // Half of it may still be in memory, and closing outside of a transaction would commit that.
      writer->database.begin_transaction(false);
      throw;
    }
  });
}

cx_status cx_compact(
    const cx_slice *sources, size_t count, cx_slice destination, cx_buffer *message) {
  return guarded(message, [&] {
    Xapian::Database all;
    for (size_t i = 0; i < count; ++i) all.add_database(Xapian::Database(string_of(sources[i])));
    all.compact(string_of(destination));
  });
}

cx_status cx_check(cx_slice path, size_t *errors, cx_buffer *message) {
  return guarded(message, [&] { *errors = Xapian::Database::check(string_of(path)); });
}
