#pragma once
#include <sys/xattr.h>

/* Declared by the C library for GNU programs only. */
int renameat2(int, const char *, int, const char *, unsigned);
int syncfs(int);

/* Lets two names in the file system change places at once; 0, or -1 and errno. */
static inline int exchange_files(const char *one, const char *other) {
  return renameat2(-100 /* AT_FDCWD */, one, -100, other, 2 /* RENAME_EXCHANGE */);
}
