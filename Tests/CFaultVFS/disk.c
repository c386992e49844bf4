#include "disk.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t disks_mutex = PTHREAD_MUTEX_INITIALIZER;
static fault_disk *disks;

// Tests have no use for a process without memory.
static void *required(void *memory) {
  if (memory == NULL) abort();
  return memory;
}

static void bytes_resize(bytes *b, size_t count) {
  if (count > b->capacity) {
    b->capacity = count * 2;
    b->start = required(realloc(b->start, b->capacity));
  }
  if (count > b->count) memset(b->start + b->count, 0, count - b->count);
  b->count = count;
}

static void bytes_write(bytes *b, size_t offset, const void *data, size_t count) {
  if (count == 0) return;
  if (offset + count > b->count) bytes_resize(b, offset + count);
  memcpy(b->start + offset, data, count);
}

fault_disk *fault_disk_create(const char *folder) {
  install_vfs();
  fault_disk *disk = calloc(1, sizeof *disk);
  if (disk == NULL) return NULL;
  disk->folder = required(realpath(folder, NULL));
  disk->owners = 1;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&disk->mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_mutex_lock(&disks_mutex);
  disk->next = disks;
  disks = disk;
  pthread_mutex_unlock(&disks_mutex);
  return disk;
}

fault_disk *fault_disk_create_shared(const char *folder) {
  fault_disk *disk = fault_disk_create(folder);
  if (disk != NULL) disk->is_shared = true;
  return disk;
}

void fault_disk_destroy(fault_disk *disk) {
  fault_disk_disarm(disk);
  fault_disk_watch(disk, 0, NULL, NULL);
  pthread_mutex_lock(&disks_mutex);
  for (fault_disk **link = &disks; *link != NULL; link = &(*link)->next) {
    if (*link != disk) continue;
    *link = disk->next;
    break;
  }
  pthread_mutex_unlock(&disks_mutex);
  disk_release(disk);
}

fault_disk *disk_of(const char *path) {
  if (path == NULL) return NULL;
  size_t length = (size_t)(last_component(path) - path);
  pthread_mutex_lock(&disks_mutex);
  fault_disk *disk = disks;
  for (; disk != NULL; disk = disk->next) {
    size_t folder = strlen(disk->folder);
    if (length == folder + 1 && memcmp(path, disk->folder, folder) == 0) break;
  }
  if (disk != NULL) disk->owners += 1;
  pthread_mutex_unlock(&disks_mutex);
  return disk;
}

void disk_release(fault_disk *disk) {
  pthread_mutex_lock(&disks_mutex);
  bool is_last = --disk->owners == 0;
  pthread_mutex_unlock(&disks_mutex);
  if (!is_last) return;
  while (disk->inodes != NULL) {
    inode *file = disk->inodes;
    disk->inodes = file->next;
    inode_lose(file);
    free(file->changes);
    free(file->synced.start);
    free(file->written.start);
    free(file);
  }
  for (size_t i = 0; i < disk->entry_count; i++) free(disk->entries[i].name);
  free(disk->entries);
  free(disk->folder);
  pthread_mutex_destroy(&disk->mutex);
  free(disk);
}

inode *disk_lookup(const fault_disk *disk, const char *name) {
  for (size_t i = disk->entry_count; i > 0; i--) {
    if (strcmp(disk->entries[i - 1].name, name) == 0) return disk->entries[i - 1].file;
  }
  return NULL;
}

void disk_link(fault_disk *disk, const char *name, inode *file) {
  disk->entries =
      required(realloc(disk->entries, (disk->entry_count + 1) * sizeof *disk->entries));
  disk->entries[disk->entry_count++] = (entry){required(strdup(name)), file};
}

void disk_sync_folder(fault_disk *disk) { disk->synced_entries = disk->entry_count; }

inode *disk_add(fault_disk *disk) {
  inode *file = required(calloc(1, sizeof *file));
  file->next = disk->inodes;
  disk->inodes = file;
  return file;
}

static void append(inode *file, change c) {
  size_t count = file->change_count + 1;
  file->changes = required(realloc(file->changes, count * sizeof *file->changes));
  file->changes[file->change_count++] = c;
}

void inode_write(inode *file, size_t offset, const void *data, size_t count) {
  bytes_write(&file->written, offset, data, count);
  unsigned char *copy = required(malloc(count + 1));
  memcpy(copy, data, count);
  append(file, (change){offset, count, copy, false});
}

void inode_truncate(inode *file, size_t size) {
  bytes_resize(&file->written, size);
  append(file, (change){size, 0, NULL, true});
}

void inode_sync(inode *file) {
  for (size_t i = 0; i < file->change_count; i++) {
    change c = file->changes[i];
    if (c.is_truncation) {
      bytes_resize(&file->synced, c.offset);
    } else {
      bytes_write(&file->synced, c.offset, c.data, c.count);
    }
  }
  inode_lose(file);
}

void inode_lose(inode *file) {
  for (size_t i = 0; i < file->change_count; i++) free(file->changes[i].data);
  file->change_count = 0;
}

int disk_call(fault_disk *disk, uint32_t call, int io_error) {
  disk->counts[__builtin_ctz(call)] += 1;
  if ((disk->watched & call) != 0) disk->watch(disk->context);
  if ((disk->armed & call) == 0 || --disk->first > 0 || disk->hits >= disk->times) return SQLITE_OK;
  disk->hits += 1;
  if (disk->code < 0) kill(getpid(), -disk->code);
  if (disk->code <= 0) return SQLITE_OK;
  return disk->code == SQLITE_IOERR ? io_error : disk->code;
}

const char *last_component(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

int64_t fault_disk_count(fault_disk *disk, uint32_t calls) {
  int64_t count = 0;
  pthread_mutex_lock(&disk->mutex);
  for (int i = 0; i < FAULT_KINDS; i++) {
    if ((calls >> i & 1) != 0) count += disk->counts[i];
  }
  pthread_mutex_unlock(&disk->mutex);
  return count;
}

int fault_disk_open_files(fault_disk *disk) {
  pthread_mutex_lock(&disks_mutex);
  int files = disk->owners - 1;
  pthread_mutex_unlock(&disks_mutex);
  return files;
}

void fault_disk_arm(fault_disk *disk, uint32_t calls, int64_t first, int64_t times, int code) {
  pthread_mutex_lock(&disk->mutex);
  disk->armed = calls;
  disk->first = first;
  disk->times = times;
  disk->code = code;
  disk->hits = 0;
  pthread_mutex_unlock(&disk->mutex);
}

void fault_disk_disarm(fault_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  disk->armed = 0;
  pthread_mutex_unlock(&disk->mutex);
}

int64_t fault_disk_hits(fault_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  int64_t hits = disk->hits;
  pthread_mutex_unlock(&disk->mutex);
  return hits;
}

void fault_disk_watch(
    fault_disk *disk, uint32_t calls, void (*watch)(void *context), void *context) {
  pthread_mutex_lock(&disk->mutex);
  disk->watched = calls;
  disk->watch = watch;
  disk->context = context;
  pthread_mutex_unlock(&disk->mutex);
}
