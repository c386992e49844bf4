/// What other programs read: one database in one file, and documents in the form that Recoll, Omega
/// and quest share. The rules are those of `cxapian.h`.
#pragma once

#include <cxapian.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the committed state of one database, compacted, to one file that is not there yet; it can
/// be opened in place of a folder, and never be written to. It is not synced.
cx_status cx_compact_to_file(cx_slice source, cx_slice file, cx_buffer *message);

/// A database of documents for other programs, open for writing.
typedef struct cx_shared cx_shared;

/// Text to be split into terms. `text` is folded to lower case and has positions; `typed` is the text
/// in lower case alone, for readers that do not fold, and is empty where it says the same.
typedef struct cx_shared_passage {
  cx_range text;
  cx_range typed;
  cx_range prefix;  ///< in front of every term; empty for the body, which comes last
  bool in_body;     ///< whether the terms are there without the prefix, too
} cx_shared_passage;

/// One document. Its passages and terms are the next so many of the batch's arrays.
typedef struct cx_shared_document {
  cx_range unique_term;
  cx_range stemmer;  ///< Xapian's name of a stemmer, or `none`
  cx_range data;     ///< lines of `name=value`
  cx_range text;     ///< what snippets are cut from
  size_t passage_count;
  size_t term_count;
  bool has_time;
  int64_t time;  ///< seconds since 1970, which can be sorted by
} cx_shared_document;

typedef struct cx_shared_batch {
  const char *bytes;
  const cx_shared_document *documents;
  size_t document_count;
  const cx_shared_passage *passages;
  const cx_range *terms;
} cx_shared_batch;

/// Opens a database for writing, and makes it where nothing is. It is filled without waiting for the
/// disk, and only what was committed can be relied on: nobody else reads it meanwhile.
cx_status cx_shared_open(cx_slice path, cx_shared **shared, cx_buffer *message);

/// Closes and frees it.
void cx_shared_close(cx_shared *shared);

/// Adds the documents in order, each in place of the one with the same unique term, and makes their
/// words known to Recoll's expansion of stems.
cx_status cx_shared_put(
    cx_shared *shared, const cx_shared_batch *batch, cx_buffer *message);

/// Removes the documents with these unique terms; one that is not there is no error.
cx_status cx_shared_remove(
    cx_shared *shared, const char *bytes, const cx_range *terms, size_t count,
    cx_buffer *message);

cx_status cx_shared_commit(cx_shared *shared, cx_buffer *message);

#ifdef __cplusplus
}
#endif
