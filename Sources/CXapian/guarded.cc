#include "guarded.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

/// Whether a text ends with what a system call said: Xapian keeps an error's errno only so.
bool tells(const char *text, std::initializer_list<int> codes) {
  if (text == nullptr) return false;
  const size_t length = std::strlen(text);
  for (const int code : codes) {
    const char *const reason = std::strerror(code);
    const size_t size = std::strlen(reason);
    if (size <= length && std::strcmp(text + length - size, reason) == 0) return true;
  }
  return false;
}

bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

bool starts_with(const std::string &text, const char *beginning) {
  return text.compare(0, std::strlen(beginning), beginning) == 0;
}

/// Xapian takes everything that keeps it from locking for one kind of error, and tells what it was
/// in words alone (`FlintLock::throw_databaselockerror`).
cx_status status_of_lock(const std::string &text) {
  if (contains(text, "already locked")) return CX_LOCKED;
  if (contains(text, "too many open files") || tells(text.c_str(), {EMFILE, ENFILE, ENOMEM, EAGAIN}))
    return CX_EXHAUSTED;
  if (tells(text.c_str(), {ENOSPC, EDQUOT})) return CX_NO_SPACE;
  // No permission, a read-only file system, one that cannot lock.
  return CX_FAILED;
}

}  // namespace

cx_status status_of(const Xapian::Error &error) {
  // Xapian's errors have no virtual functions; their class is known by its name.
  const std::string type = error.get_type();
  const char *reason = error.get_error_string();
  if (type == "DatabaseLockError") return status_of_lock(error.get_msg());
  if (tells(reason, {ENOSPC, EDQUOT})) return CX_NO_SPACE;
  if (tells(reason, {EMFILE, ENFILE, ENOMEM})) return CX_EXHAUSTED;
  if (type == "DatabaseModifiedError") return CX_MODIFIED;
  if (starts_with(type, "Network")) return CX_UNREACHABLE;
  if (type == "DatabaseNotFoundError") return CX_NOT_FOUND;
  if (type == "DatabaseCorruptError") return CX_CORRUPT;
  if (type == "QueryParserError" || type == "WildcardError" || type == "UnimplementedError")
    return CX_INVALID_QUERY;
  // A table that is gone, or that Xapian takes for one left out on purpose.
  if (type == "FeatureUnavailableError") return CX_CORRUPT;
  if (starts_with(type, "Database") && tells(reason, {ENOENT})) return CX_CORRUPT;
  // A failed system call names its reason. Without one it is the content of a file that Xapian
  // cannot make sense of: a short file, a foreign format, a record that does not decode.
  if (reason == nullptr &&
      (starts_with(type, "Database") || type == "RangeError" || type == "SerialisationError" ||
       type == "DocNotFoundError"))
    return CX_CORRUPT;
  return CX_FAILED;
}

cx_buffer buffer_of(const std::string &text) {
  if (text.empty()) return {nullptr, 0};
  auto bytes = static_cast<char *>(std::malloc(text.size()));
  if (bytes == nullptr) throw std::bad_alloc();
  std::memcpy(bytes, text.data(), text.size());
  return {bytes, text.size()};
}

cx_status fail(cx_status status, const char *text, cx_buffer *message) noexcept {
  const size_t length = std::strlen(text);
  auto bytes = static_cast<char *>(std::malloc(length));
  if (bytes != nullptr) std::memcpy(bytes, text, length);
  *message = {bytes, bytes == nullptr ? 0 : length};
  return status;
}

cx_status fail(const Xapian::Error &error, cx_buffer *message) noexcept {
  try {
    return fail(status_of(error), error.get_description().c_str(), message);
  } catch (...) {
    // Even the name of an error takes memory.
    return fail(CX_EXHAUSTED, "out of memory", message);
  }
}

std::string packed(const std::string &digest, const std::string &key, const std::string &data) {
  return digest + std::to_string(key.size()) + ":" + key + data;
}

void unpack(const std::string &packed, std::string *key, std::string *data) {
  if (packed.size() <= CX_DIGEST_LENGTH)
    throw Xapian::DatabaseCorruptError("a document's data does not hold its digest");
  const char *const digits = packed.c_str() + CX_DIGEST_LENGTH;
  char *end = nullptr;
  const size_t length = std::strtoul(digits, &end, 10);
  const size_t start = static_cast<size_t>(end - packed.c_str()) + 1;
  if (*end != ':' || end == digits || length > packed.size() - start)
    throw Xapian::DatabaseCorruptError("a document's data does not hold its key");
  key->assign(packed, start, length);
  data->assign(packed, start + length, std::string::npos);
}

void cx_buffer_free(cx_buffer buffer) { std::free(buffer.bytes); }

const char *cx_version(void) { return Xapian::version_string(); }
