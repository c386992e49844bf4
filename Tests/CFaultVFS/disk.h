#pragma once
#include "fault_vfs.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

/// Bytes that grow; gaps are zeros.
typedef struct {
  unsigned char *start;
  size_t count;
  size_t capacity;
} bytes;

/// A change of a file since its last sync: `count` bytes at `offset`, or its size where
/// `is_truncation`.
typedef struct {
  size_t offset;
  size_t count;
  unsigned char *data;
  bool is_truncation;
} change;

/// A file, whatever its name is or was.
typedef struct inode {
  struct inode *next;
  bytes synced;
  bytes written;
  change *changes;
  size_t change_count;
} inode;

/// A name that got another file, or none.
typedef struct {
  char *name;
  inode *file;
} entry;

/// How many kinds of calls there are.
enum { FAULT_KINDS = 11 };

struct fault_disk {
  fault_disk *next;
  pthread_mutex_t mutex;  // recursive: whoever watches may take images
  char *folder;
  bool is_shared;  // with other processes: there are no inodes
  int owners;  // the creator and every open file
  inode *inodes;
  // The folder's changes in their order; the first `synced_entries` are durable.
  entry *entries;
  size_t entry_count;
  size_t synced_entries;
  int64_t counts[FAULT_KINDS];
  uint32_t armed;
  int64_t first, times, hits;
  int code;
  uint32_t watched;
  void (*watch)(void *context);
  void *context;
};

/// The disk of a path, which the caller then co-owns, or NULL.
fault_disk *disk_of(const char *path);
void disk_release(fault_disk *disk);

/// The file a name stands for now, or NULL.
inode *disk_lookup(const fault_disk *disk, const char *name);
/// Gives a name a file, or none.
void disk_link(fault_disk *disk, const char *name, inode *file);
/// Makes all names durable as they are.
void disk_sync_folder(fault_disk *disk);
inode *disk_add(fault_disk *disk);

void inode_write(inode *file, size_t offset, const void *data, size_t count);
void inode_truncate(inode *file, size_t size);
void inode_sync(inode *file);
/// Loses for good what was not synced.
void inode_lose(inode *file);

/// Counts a call; SQLITE_OK, or the code it has to fail with, where SQLITE_IOERR became `io_error`.
int disk_call(fault_disk *disk, uint32_t call, int io_error);

/// The last component of a path.
const char *last_component(const char *path);

/// Installs the layer as the default VFS; a second call does nothing.
void install_vfs(void);
