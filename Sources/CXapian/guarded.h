#pragma once

#include <cxapian.h>

#include <exception>
#include <new>
#include <string>
#include <xapian.h>

/// What kind of failure an exception of Xapian stands for.
cx_status status_of(const Xapian::Error &error);

/// Copies bytes for the caller.
cx_buffer buffer_of(const std::string &text);

/// Stores the message, empty where memory is short, and returns the status.
cx_status fail(cx_status status, const char *text, cx_buffer *message) noexcept;

/// The same for an exception of Xapian, with all that it says.
cx_status fail(const Xapian::Error &error, cx_buffer *message) noexcept;

/// A document's data as it is kept: the document's digest, the key's length, a colon, the key, and
/// the caller's data.
std::string packed(const std::string &digest, const std::string &key, const std::string &data);

/// Takes such data apart; DatabaseCorruptError for anything else.
void unpack(const std::string &packed, std::string *key, std::string *data);

/// Runs the body of a call of the C face and turns every exception into a status.
template <typename Body>
cx_status guarded(cx_buffer *message, Body &&body) noexcept {
  try {
    body();
    return CX_OK;
  } catch (const Xapian::Error &error) {
    return fail(error, message);
  } catch (const std::bad_alloc &) {
    return fail(CX_EXHAUSTED, "out of memory", message);
  } catch (const std::exception &error) {
    return fail(CX_FAILED, error.what(), message);
  } catch (...) {
    return fail(CX_FAILED, "unknown exception", message);
  }
}

inline std::string string_of(cx_slice slice) {
  return slice.length == 0 ? std::string() : std::string(slice.bytes, slice.length);
}

inline std::string string_of(const char *bytes, cx_range range) {
  return range.length == 0 ? std::string() : std::string(bytes + range.offset, range.length);
}
