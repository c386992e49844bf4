#pragma once
// The C face of toml++ (TOML 1.0): a text becomes a flat list of entries, or one error.
//
// No exception leaves these functions. They share no state, so any thread may call them; one
// document belongs to one thread at a time. A line of more than 4096 bytes, a key of more than 16
// names and values nested more than 4 deep are errors, so that no text exhausts the stack.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ct_type {
  CT_STRING,
  CT_INTEGER,
  CT_REAL,
  CT_BOOLEAN,
  CT_DATE,   // dates, times and both
  CT_ARRAY,  // text: the number of its elements, which follow as `key[0]`, `key[1]` …
  CT_TABLE,  // text: empty; its members follow as `key.member`
} ct_type;

/// One key or element of the document. A key that is not a bare one is quoted as in TOML, so that
/// a dot in `key` always parts two names.
typedef struct ct_entry {
  const char *key;
  size_t key_length;
  const char *text;  // may hold any byte, also zero
  size_t text_length;
  ct_type type;
  uint32_t line;    // from 1
  uint32_t column;  // from 1
} ct_entry;

typedef struct ct_document ct_document;

/// Parses `length` bytes. Null only when memory is exhausted; otherwise the caller frees the
/// document with ct_free, also one that carries an error.
ct_document *ct_parse(const char *text, size_t length);

void ct_free(ct_document *document);

/// What is wrong with the text, with its place; null where it is well formed. Owned by the document.
const char *ct_error(const ct_document *document, uint32_t *line, uint32_t *column);

size_t ct_count(const ct_document *document);

/// The entry at `index`, which must be below ct_count. Its texts are owned by the document.
ct_entry ct_entry_at(const ct_document *document, size_t index);

#ifdef __cplusplus
}
#endif
