#include "reader.h"

#include <algorithm>

namespace {

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

cx_status cx_reader_open_remote(
    cx_slice host, uint32_t port, uint32_t milliseconds, cx_reader **reader, cx_buffer *message) {
  return guarded(message, [&] {
    *reader =
        new cx_reader{Xapian::Remote::open(string_of(host), port, milliseconds, milliseconds)};
  });
}

cx_status cx_reader_join(
    cx_reader *const *readers, size_t count, cx_reader **joined, cx_buffer *message) {
  return guarded(message, [&] {
    Xapian::Database all;
    for (size_t i = 0; i < count; ++i) all.add_database(readers[i]->database);
    *joined = new cx_reader{all};
  });
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
