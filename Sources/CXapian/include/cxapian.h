/// A C face over Xapian 1.4, shaped by ZitareSearch: documents go in and hits come out in batches.
///
/// Rules for every call:
/// - Text and data are pointer and length: a NUL is data, nothing is read beyond the length.
///   What is passed in is only read during the call. A `cx_range` points into the `bytes` of the
///   struct it belongs to.
/// - Every call that can fail returns a `cx_status`. Unless that is CX_OK, `message` receives what
///   Xapian said; the caller frees it with `cx_buffer_free`. Out parameters are set on CX_OK only.
/// - No C++ exception leaves a call.
/// - A handle belongs to one thread at a time; different handles may be used at the same time.
/// - Calls that close or free accept NULL.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cx_status {
  CX_OK = 0,
  CX_LOCKED,         ///< another writer has the database open
  CX_MODIFIED,       ///< the reader's view was overwritten: `cx_reader_refresh`, then try again
  CX_CORRUPT,        ///< files are damaged, or of another format
  CX_NOT_FOUND,      ///< no database there
  CX_INVALID_QUERY,  ///< the query's text or its combination of operators is refused
  CX_NO_SPACE,       ///< disk or quota full; after it a writer must be closed, not used again
  CX_UNREACHABLE,    ///< a database on another machine does not answer
  CX_EXHAUSTED,      ///< memory or file descriptors are used up; as after CX_NO_SPACE
  CX_FAILED,         ///< anything else; likewise
} cx_status;

/// Bytes lent to a call.
typedef struct cx_slice {
  const char *bytes;
  size_t length;
} cx_slice;

/// Bytes given to the caller, who frees them with `cx_buffer_free`.
typedef struct cx_buffer {
  char *bytes;
  size_t length;
} cx_buffer;

/// A part of the `bytes` that the surrounding struct carries.
typedef struct cx_range {
  size_t offset;
  size_t length;
} cx_range;

void cx_buffer_free(cx_buffer buffer);

/// The version of the library in use, such as `1.4.22`; never freed.
const char *cx_version(void);

// --- Writing -----------------------------------------------------------------------------------

/// One database open for writing; it holds Xapian's own lock on it.
typedef struct cx_writer cx_writer;

/// A text to be split into terms with positions. It is already folded to lower case.
typedef struct cx_passage {
  cx_range text;
  cx_range prefix;  ///< in front of every term; empty for the body
  bool positions;   ///< whether phrases can be found in it
} cx_passage;

/// A number to sort by.
typedef struct cx_number {
  uint32_t slot;
  double value;
} cx_number;

enum { CX_DIGEST_LENGTH = 16 };

/// Values that are counted over all hits: each as its length in two bytes, the lower one first, and
/// its bytes.
typedef struct cx_facet_values {
  uint32_t slot;
  cx_range values;
} cx_facet_values;

/// One document. Its passages, terms, numbers and facets are the next so many of the batch's
/// arrays.
typedef struct cx_document {
  cx_range unique_term;  ///< replaces the document that has this term
  cx_range key;          ///< handed back by a hit
  cx_range stemmer;      ///< Xapian's name of a stemmer, or `none`
  cx_range digest;       ///< of all that is said here, CX_DIGEST_LENGTH bytes; kept with the document
  cx_range data;
  size_t passage_count;
  size_t term_count;
  size_t number_count;
  size_t facet_count;
} cx_document;

typedef struct cx_batch {
  const char *bytes;
  const cx_document *documents;
  size_t document_count;
  const cx_passage *passages;
  const cx_range *terms;  ///< complete terms, matched as they are
  const cx_number *numbers;
  const cx_facet_values *facets;
} cx_batch;

/// Before the one or two letters that a word of a document's body begins with: one term instead of
/// the thousands that a wildcard would stand for.
#define CX_BEGINNING_PREFIX "XF"

/// Opens a database for writing. With `create` it is made, and must not exist; it is then filled
/// without waiting for the disk, which suits one that is compacted before anybody relies on it.
cx_status cx_writer_open(cx_slice path, bool create, cx_writer **writer, cx_buffer *message);

/// Closes and frees a writer. What an open transaction holds is dropped. Outside of one it is
/// committed, but nobody hears whether that failed: what must last is committed before.
void cx_writer_close(cx_writer *writer);

/// Begins a transaction: until `cx_writer_commit` readers see nothing of what follows.
///
/// Memory stays bounded all the same: Xapian writes postings out every 10,000 documents.
cx_status cx_writer_begin(cx_writer *writer, cx_buffer *message);

/// Adds the documents in order, each in place of the one with the same unique term.
cx_status cx_writer_put(cx_writer *writer, const cx_batch *batch, cx_buffer *message);

/// Like `cx_writer_put`, but leaves alone what lies in the database with the same digest. `put`
/// receives how many documents were written. All of them count as seen.
cx_status cx_writer_put_changed(
    cx_writer *writer, const cx_batch *batch, size_t *put, cx_buffer *message);

/// Removes the documents that `cx_writer_put_changed` has not seen since the writer was opened.
cx_status cx_writer_remove_unseen(cx_writer *writer, cx_buffer *message);

/// Leaves each term with this prefix to the last of the documents that have it, and removes others.
cx_status cx_writer_remove_doubles(cx_writer *writer, cx_slice prefix, cx_buffer *message);

/// Removes the documents whose number in the slot is `highest` or less; those without one stay.
cx_status cx_writer_remove_up_to(
    cx_writer *writer, uint32_t slot, double highest, cx_buffer *message);

/// Removes all documents that have one of these terms; one that is not there is no error.
cx_status cx_writer_remove(
    cx_writer *writer, const char *bytes, const cx_range *terms, size_t count, cx_buffer *message);

cx_status cx_writer_set_metadata(
    cx_writer *writer, cx_slice key, cx_slice value, cx_buffer *message);

/// Makes the words of the body those that spelling is corrected to; not inside a transaction.
///
/// It commits every 20,000 changes, which bounds memory; a call that was cut short is made up for by
/// the next one. Words that come and go cost, counts within a factor of two do not.
cx_status cx_writer_learn_words(cx_writer *writer, cx_buffer *message);

/// The number of documents, with those not yet committed.
cx_status cx_writer_count(cx_writer *writer, uint64_t *count, cx_buffer *message);

/// The number of the last commit; the first four bytes of a block of the files are the number of
/// the commit that it was written for, big-endian.
cx_status cx_writer_revision(cx_writer *writer, uint64_t *revision, cx_buffer *message);

/// Makes everything since the last commit visible and durable, and ends a transaction.
cx_status cx_writer_commit(cx_writer *writer, cx_buffer *message);

/// Writes the committed states of databases, one behind the other, compacted and synced, to a new
/// folder. The documents keep their order.
cx_status cx_compact(
    const cx_slice *sources, size_t count, cx_slice destination, cx_buffer *message);

/// Lets Xapian look through the tables of a database; `errors` receives how many faults it found.
cx_status cx_check(cx_slice path, size_t *errors, cx_buffer *message);

// --- Reading -----------------------------------------------------------------------------------

/// One database open for reading, at the commit it was opened or refreshed at.
typedef struct cx_reader cx_reader;

cx_status cx_reader_open(cx_slice path, cx_reader **reader, cx_buffer *message);
void cx_reader_close(cx_reader *reader);

/// Opens a database that `xapian-tcpsrv` serves; CX_UNREACHABLE where it does not answer in time,
/// now or in a later call.
cx_status cx_reader_open_remote(
    cx_slice host, uint32_t port, uint32_t milliseconds, cx_reader **reader, cx_buffer *message);

/// Makes one reader of several, which share what they have open: all belong to one thread. Each may
/// be closed before the others.
cx_status cx_reader_join(
    cx_reader *const *readers, size_t count, cx_reader **joined, cx_buffer *message);

/// Moves on to the newest commit.
cx_status cx_reader_refresh(cx_reader *reader, cx_buffer *message);

cx_status cx_reader_count(cx_reader *reader, uint64_t *count, cx_buffer *message);

/// Like `cx_writer_revision`.
cx_status cx_reader_revision(cx_reader *reader, uint64_t *revision, cx_buffer *message);

/// Metadata stored under `key`, empty where there is none.
cx_status cx_reader_metadata(
    cx_reader *reader, cx_slice key, cx_buffer *value, cx_buffer *message);

/// Reads `count` documents spread over the database with all that belongs to them: data, values,
/// terms, postings and positions. Damage it meets is CX_CORRUPT; glass has no checksums, so
/// damage elsewhere stays unseen.
cx_status cx_reader_probe(cx_reader *reader, size_t count, cx_buffer *message);

/// A name that may stand before a colon in a query.
typedef struct cx_field {
  cx_range name;
  cx_range prefix;
  bool keyword;  ///< the value is one term and filters; else it is text
} cx_field;

/// A term that hits must have. Terms of one group are alternatives, and every group must match.
typedef struct cx_filter {
  cx_range term;
  size_t group;
} cx_filter;

enum { CX_BY_RELEVANCE = 0xffffffff };

/// A demand on the number in a slot; documents without one are outside of every span.
typedef struct cx_span {
  uint32_t slot;
  double lowest;
  double highest;
  bool excluded;  ///< documents inside are left out
} cx_span;

/// A text in the syntax of Xapian's query parser, folded but for operators.
typedef struct cx_text {
  cx_range text;
  bool any_word;  ///< join words by OR instead of AND
  bool optional;  ///< counts where it matches, but asks for no document; after the others
  double factor;  ///< how much it counts
} cx_text;

typedef struct cx_query {
  const char *bytes;
  const cx_text *texts;  ///< one that is not optional must match; without any all documents do
  size_t text_count;
  cx_range similar_to;   ///< unique term of a document whose like is asked for instead, or empty
  size_t wildcard_words; ///< a wildcard stands for at most so many words, the most frequent ones
  cx_range stemmer_prefix;  ///< terms with it name the stemmer that a document was analysed with
  const cx_field *fields;
  size_t field_count;
  const cx_filter *filters;  ///< ordered by group
  size_t filter_count;
  const cx_span *spans;
  size_t span_count;
  const uint32_t *facets;  ///< slots whose values are counted
  size_t facet_count;
  size_t exact_to;     ///< totals and facets are counted up to so many hits, estimated beyond
  uint32_t sort_slot;  ///< a value slot, or CX_BY_RELEVANCE
  bool descending;
  size_t offset;
  size_t limit;
} cx_query;

/// The answer to one query: a copy of all that it returns, which outlives its reader.
typedef struct cx_hits cx_hits;

/// One hit; its bytes live as long as the `cx_hits` they came from.
typedef struct cx_hit {
  cx_slice key;
  cx_slice data;
  double score;
} cx_hit;

/// A word or value, and how many documents have it.
typedef struct cx_count {
  cx_slice text;
  uint64_t documents;
} cx_count;

/// Runs a query. Every document is asked with the words stemmed as its own words were, so that
/// one index holds several languages. Equal scores come in the order of documents, so that pages
/// join. Nothing is like a document that is not there.
cx_status cx_reader_search(
    cx_reader *reader, const cx_query *query, cx_hits **hits, cx_buffer *message);

/// The parts of an answer. An index below the count that goes with it is the caller's duty: it is
/// not checked. Facets are counted as in the query, whatever was found.
size_t cx_hits_count(const cx_hits *hits);
/// How many documents match in all, and whether that is counted rather than estimated.
uint64_t cx_hits_total(const cx_hits *hits);
bool cx_hits_is_exact(const cx_hits *hits);
cx_hit cx_hits_get(const cx_hits *hits, size_t index);
/// The values of one of the query's facets, the most frequent first and equal ones by their bytes.
size_t cx_hits_facet_size(const cx_hits *hits, size_t facet);
cx_count cx_hits_facet(const cx_hits *hits, size_t facet, size_t index);
/// What the text became for the documents of one stemmer: its terms, each once, without the
/// words of wildcards.
size_t cx_hits_reading_count(const cx_hits *hits);
cx_slice cx_hits_stemmer(const cx_hits *hits, size_t reading);
size_t cx_hits_reading_size(const cx_hits *hits, size_t reading);
cx_count cx_hits_term(const cx_hits *hits, size_t reading, size_t index);
void cx_hits_free(cx_hits *hits);

// --- Words -------------------------------------------------------------------------------------

/// A word of the index that lies within `edits` of one that no document has, by its stem either;
/// empty for a word that some document has, and where there is no such word.
cx_status cx_reader_correct(
    cx_reader *reader, cx_slice word, cx_slice stemmer_prefix, uint32_t edits,
    cx_buffer *correction, cx_buffer *message);

/// A list of words; their bytes live as long as the list.
typedef struct cx_words cx_words;

/// The most frequent words of the body that begin so, at most `limit`, the most frequent first and
/// equal ones by their letters.
cx_status cx_reader_words(
    cx_reader *reader, cx_slice beginning, size_t limit, cx_words **words, cx_buffer *message);

/// As with hits, an index below the count is the caller's duty.
size_t cx_words_count(const cx_words *words);
cx_count cx_words_get(const cx_words *words, size_t index);
void cx_words_free(cx_words *words);

/// One of Xapian's stemmers; it belongs to one thread at a time.
typedef struct cx_stemmer cx_stemmer;

/// Opens a stemmer by Xapian's name for it, or `none`; CX_FAILED for any other name.
cx_status cx_stemmer_open(cx_slice name, cx_stemmer **stemmer, cx_buffer *message);
void cx_stemmer_close(cx_stemmer *stemmer);
cx_status cx_stemmer_stem(
    cx_stemmer *stemmer, cx_slice word, cx_buffer *stem, cx_buffer *message);

#ifdef __cplusplus
}
#endif
