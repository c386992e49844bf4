// libcurl, which is loaded when the first of its functions is called (library.c), and zlib for the
// compressed bodies that libcurl hands over as they came.
//
// Swift does not import C functions with variable arguments, so each option's type has a function
// here. All of them return what libcurl returns and must be called by the thread that owns the
// handle. Texts are copied by libcurl; lists and contexts must outlive the transfer.
#pragma once
#include <curl/curl.h>
#include <stddef.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <zlib.h>

static inline CURLcode zitare_set_long(CURL *easy, CURLoption option, long value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode zitare_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode zitare_set_text(CURL *easy, CURLoption option, const char *value) {
  return (curl_easy_setopt)(easy, option, value);
}

// Copies the bytes.
static inline CURLcode zitare_set_blob(
    CURL *easy, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return (curl_easy_setopt)(easy, option, &blob);
}

static inline CURLMcode zitare_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}

// 0 where the information is not there.
static inline long zitare_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  return (curl_easy_getinfo)(easy, info, &value) == CURLE_OK ? value : 0;
}

// 0 where the information is not there.
static inline curl_off_t zitare_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return (curl_easy_getinfo)(easy, info, &value) == CURLE_OK ? value : 0;
}

// The text of an information that is one, owned by the handle; NULL where there is none.
static inline const char *zitare_get_text(CURL *easy, CURLINFO info) {
  char *text = NULL;
  return (curl_easy_getinfo)(easy, info, &text) == CURLE_OK ? text : NULL;
}

static inline CURLcode zitare_set_headers(CURL *easy, struct curl_slist *headers) {
  return (curl_easy_setopt)(easy, CURLOPT_HTTPHEADER, headers);
}

// The buffer holds CURL_ERROR_SIZE bytes.
static inline CURLcode zitare_set_error_buffer(CURL *easy, char *buffer) {
  return (curl_easy_setopt)(easy, CURLOPT_ERRORBUFFER, buffer);
}

// What a transfer calls on the way, each with the same context.
static inline CURLcode zitare_set_callbacks(
    CURL *easy, void *context, curl_write_callback header, curl_write_callback body,
    curl_prereq_callback before_request) {
  CURLcode code = (curl_easy_setopt)(easy, CURLOPT_HEADERFUNCTION, header);
  if (code == CURLE_OK) code = (curl_easy_setopt)(easy, CURLOPT_HEADERDATA, context);
  if (code == CURLE_OK) code = (curl_easy_setopt)(easy, CURLOPT_WRITEFUNCTION, body);
  if (code == CURLE_OK) code = (curl_easy_setopt)(easy, CURLOPT_WRITEDATA, context);
  if (code == CURLE_OK) code = (curl_easy_setopt)(easy, CURLOPT_PREREQFUNCTION, before_request);
  if (code == CURLE_OK) code = (curl_easy_setopt)(easy, CURLOPT_PREREQDATA, context);
  return code;
}

// Where the body of a request comes from, each with the same context.
static inline CURLcode zitare_set_body_callbacks(
    CURL *easy, void *context, curl_read_callback read, curl_seek_callback seek) {
  CURLcode code = (curl_easy_setopt)(easy, CURLOPT_READFUNCTION, read);
  if (code == CURLE_OK) code = (curl_easy_setopt)(easy, CURLOPT_READDATA, context);
  if (code == CURLE_OK) code = (curl_easy_setopt)(easy, CURLOPT_SEEKFUNCTION, seek);
  if (code == CURLE_OK) code = (curl_easy_setopt)(easy, CURLOPT_SEEKDATA, context);
  return code;
}

// Calls back with each socket that is made for a transfer.
static inline CURLcode zitare_set_socket_callback(
    CURL *easy, void *context, curl_sockopt_callback made) {
  CURLcode code = (curl_easy_setopt)(easy, CURLOPT_SOCKOPTFUNCTION, made);
  if (code == CURLE_OK) code = (curl_easy_setopt)(easy, CURLOPT_SOCKOPTDATA, context);
  return code;
}

// curl_url_get, whose first argument is const in some releases only.
CURLUcode zitare_url_part(CURLU *url, CURLUPart part, char **text, unsigned flags);

// Whether a socket is among those of which libcurl tells what it waits for.
static inline int zitare_can_watch(curl_socket_t socket) {
  return socket >= 0 && socket < FD_SETSIZE;
}

// Whether a transfer of the multi handle waits for bytes from this socket; 1 also where that cannot
// be told.
static inline int zitare_waits_for(CURLM *multi, curl_socket_t socket) {
  fd_set reading, writing, failing;
  int last;
  if (!zitare_can_watch(socket)) return 1;
  FD_ZERO(&reading);
  FD_ZERO(&writing);
  FD_ZERO(&failing);
  if (curl_multi_fdset(multi, &reading, &writing, &failing, &last) != CURLM_OK) return 1;
  return FD_ISSET(socket, &reading) != 0;
}

// Whether the other side of a connection has closed it.
static inline int zitare_is_closed(curl_socket_t socket) {
  char byte;
  return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

// Takes the next finished transfer off the multi handle: 1 with both results filled, 0 for none.
static inline int zitare_next_finished(CURLM *multi, CURL **easy, CURLcode *result) {
  int left;
  for (CURLMsg *message; (message = curl_multi_info_read(multi, &left)) != NULL;) {
    if (message->msg != CURLMSG_DONE) continue;
    *easy = message->easy_handle;
    *result = message->data.result;
    return 1;
  }
  return 0;
}

// Prepares a stream for the gzip format only (RFC 1952); inflateEnd frees it.
static inline int zitare_start_gunzip(z_stream *stream) {
  return inflateInit2(stream, MAX_WBITS + 16);
}

// CURLVERSION_NOW is a macro for a value that depends on the header.
static inline const char *ccurl_version(void) { return curl_version_info(CURLVERSION_NOW)->version; }
