#pragma once
#include <stdint.h>

int fallocate(int file, int mode, int64_t offset, int64_t length);

/* Sets disk space aside for a file whose length stays as it is (fallocate(2)); 0, or -1 and errno. */
static inline int reserve_blocks(int file, int64_t offset, int64_t length) {
  return fallocate(file, 1 /* FALLOC_FL_KEEP_SIZE */, offset, length);
}
