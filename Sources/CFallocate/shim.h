#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Sets disk space aside for a file whose length stays as it is (fallocate(2), FALLOC_FL_KEEP_SIZE);
   0, or the error's number. */
static inline int reserve_blocks(int file, int64_t offset, int64_t length) {
  return syscall(SYS_fallocate, file, 1, offset, length) == 0 ? 0 : errno;
}
