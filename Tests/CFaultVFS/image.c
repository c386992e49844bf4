#include "disk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { sector_size = 512 };

/// A number that the seed and three others decide (SplitMix64).
static uint64_t mix(uint64_t seed, uint64_t a, uint64_t b) {
  uint64_t x = seed + 0x9E3779B97F4A7C15u * (a + 1) + 0xBF58476D1CE4E5B9u * (b + 1);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

static size_t largest_size(const inode *file) {
  size_t size = file->synced.count;
  for (size_t i = 0; i < file->change_count; i++) {
    size_t end = file->changes[i].offset + file->changes[i].count;
    if (end > size) size = end;
  }
  return size;
}

static size_t size_after(const inode *file, size_t changes) {
  size_t size = file->synced.count;
  for (size_t i = 0; i < changes; i++) {
    change c = file->changes[i];
    if (c.is_truncation || c.offset + c.count > size) size = c.offset + c.count;
  }
  return size;
}

/// Every sector after its own number of changes; the caller frees it.
static unsigned char *torn(const inode *file, uint64_t seed, uint64_t number, size_t *size) {
  size_t most = largest_size(file);
  size_t moments = file->change_count + 1;
  unsigned char *content = calloc(1, most + 1);
  if (content == NULL) abort();
  if (file->synced.count > 0) memcpy(content, file->synced.start, file->synced.count);
  for (size_t i = 0; i < file->change_count; i++) {
    change c = file->changes[i];
    size_t end = c.is_truncation ? most : c.offset + c.count;
    for (size_t at = c.offset; at < end;) {
      size_t sector = at / sector_size;
      size_t next = (sector + 1) * sector_size;
      if (next > end) next = end;
      if (i < mix(seed, number, sector + 1) % moments) {
        if (c.is_truncation) {
          memset(content + at, 0, next - at);
        } else {
          memcpy(content + at, c.data + (at - c.offset), next - at);
        }
      }
      at = next;
    }
  }
  *size = size_after(file, mix(seed, number, 0) % moments);
  return content;
}

static int write_file(const char *folder, const char *name, const void *data, size_t count) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wbe");
  if (file == NULL) return errno;
  int code = count == 0 || fwrite(data, count, 1, file) == 1 ? 0 : EIO;
  if (fclose(file) != 0 && code == 0) code = errno;
  return code;
}

static int write_image(
    const inode *file, const char *folder, const char *name, enum fault_image image,
    uint64_t seed, uint64_t number) {
  switch (image) {
    case FAULT_SYNCED:
      return write_file(folder, name, file->synced.start, file->synced.count);
    case FAULT_WRITTEN:
      return write_file(folder, name, file->written.start, file->written.count);
    case FAULT_TORN: {
      size_t size;
      unsigned char *content = torn(file, seed, number, &size);
      int code = write_file(folder, name, content, size);
      free(content);
      return code;
    }
  }
  return EINVAL;
}

int fault_disk_image(
    fault_disk *disk, const char *folder, enum fault_image image, uint64_t seed) {
  pthread_mutex_lock(&disk->mutex);
  size_t known = disk->entry_count;
  if (image == FAULT_SYNCED) known = disk->synced_entries;
  if (image == FAULT_TORN) {
    known = disk->synced_entries + mix(seed, 0, 0) % (known - disk->synced_entries + 1);
  }
  int code = 0;
  for (size_t i = 0; i < known && code == 0; i++) {
    entry e = disk->entries[i];
    bool is_last = true;
    for (size_t j = i + 1; j < known; j++) {
      if (strcmp(e.name, disk->entries[j].name) == 0) is_last = false;
    }
    if (is_last && e.file != NULL) code = write_image(e.file, folder, e.name, image, seed, i + 1);
  }
  pthread_mutex_unlock(&disk->mutex);
  return code;
}
