#include "guarded.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace {

/// Xapian keeps an error's errno only as its text.
bool is_out_of_space(const char *reason) {
  return reason != nullptr && (std::strcmp(reason, std::strerror(ENOSPC)) == 0 ||
                               std::strcmp(reason, std::strerror(EDQUOT)) == 0);
}

bool is_missing_file(const char *reason) {
  return reason != nullptr && std::strcmp(reason, std::strerror(ENOENT)) == 0;
}

bool starts_with(const std::string &text, const char *beginning) {
  return text.compare(0, std::strlen(beginning), beginning) == 0;
}

}  // namespace

cx_status status_of(const Xapian::Error &error) {
  // Xapian's errors have no virtual functions; their class is known by its name.
  const std::string type = error.get_type();
  const char *reason = error.get_error_string();
  if (is_out_of_space(reason)) return CX_NO_SPACE;
  if (type == "DatabaseLockError") return CX_LOCKED;
  if (type == "DatabaseModifiedError") return CX_MODIFIED;
  if (starts_with(type, "Network")) return CX_UNREACHABLE;
  if (type == "DatabaseNotFoundError") return CX_NOT_FOUND;
  if (type == "DatabaseCorruptError") return CX_CORRUPT;
  if (type == "QueryParserError" || type == "WildcardError" || type == "UnimplementedError")
    return CX_INVALID_QUERY;
  // A table that is gone, or that Xapian takes for one left out on purpose.
  if (type == "FeatureUnavailableError") return CX_CORRUPT;
  if (starts_with(type, "Database") && is_missing_file(reason)) return CX_CORRUPT;
  // A failed system call names its reason. Without one it is the content of a file that Xapian
  // cannot make sense of: a short file, a foreign format, a record that does not decode.
  if (reason == nullptr &&
      (starts_with(type, "Database") || type == "RangeError" || type == "SerialisationError" ||
       type == "DocNotFoundError"))
    return CX_CORRUPT;
  return CX_FAILED;
}

cx_buffer buffer_of(const std::string &text) noexcept {
  if (text.empty()) return {nullptr, 0};
  auto bytes = static_cast<char *>(std::malloc(text.size()));
  if (bytes == nullptr) return {nullptr, 0};
  std::memcpy(bytes, text.data(), text.size());
  return {bytes, text.size()};
}

cx_status fail(cx_status status, const std::string &text, cx_buffer *message) noexcept {
  *message = buffer_of(text);
  return status;
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
