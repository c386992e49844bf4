#pragma once
#include <stdint.h>

// SQLite files that fail on cue, and what a loss of power would leave of them.
//
// Once installed this layer is the process's default VFS. It passes on every call to the one it
// found; only files directly in the folder of a disk are counted, made to fail and remembered. All
// calls may come from any thread.

/// The calls that are counted and can fail, as bits.
enum fault_calls {
  FAULT_OPEN = 1 << 0,
  FAULT_DELETE = 1 << 1,
  FAULT_ACCESS = 1 << 2,
  FAULT_READ = 1 << 3,
  FAULT_WRITE = 1 << 4,
  FAULT_TRUNCATE = 1 << 5,
  FAULT_SYNC = 1 << 6,
  FAULT_SIZE = 1 << 7,
  FAULT_LOCK = 1 << 8,
  FAULT_SHM_MAP = 1 << 9,
  FAULT_SHM_LOCK = 1 << 10,
};

/// What to leave of a disk's files.
enum fault_image {
  /// What was synced: all since then is lost. A failed sync loses what it was to make durable.
  FAULT_SYNCED,
  /// What was written: the process died and the machine goes on.
  FAULT_WRITTEN,
  /// Each sector of 512 bytes, each file's size and the folder as at some moment since the last
  /// sync, each at its own.
  FAULT_TORN,
};

typedef struct fault_disk fault_disk;

/// Makes a disk of the files in a folder, which must exist; the caller ends it with
/// `fault_disk_destroy`. Installs the layer at the first call. NULL where memory is short.
fault_disk *fault_disk_create(const char *folder);

/// As `fault_disk_create`, for one process among others that work on the same files: calls are
/// counted, watched and made to fail, but nothing is remembered and no image can be taken.
fault_disk *fault_disk_create_shared(const char *folder);

/// Ends a disk; files that are open stay usable until they are closed.
void fault_disk_destroy(fault_disk *disk);

/// How many calls of these kinds there were.
int64_t fault_disk_count(fault_disk *disk, uint32_t calls);

/// How many files of the disk are open.
int fault_disk_open_files(fault_disk *disk);

/// Makes the call number `first` (from 1) of these kinds from now on fail, and the next `times - 1`.
///
/// `code` is a result code of SQLite; SQLITE_IOERR becomes the extended one of the call. A negative
/// one is a signal that the process sends itself instead.
void fault_disk_arm(fault_disk *disk, uint32_t calls, int64_t first, int64_t times, int code);

/// Lets all calls succeed again.
void fault_disk_disarm(fault_disk *disk);

/// How many calls have failed since the disk was last armed.
int64_t fault_disk_hits(fault_disk *disk);

/// Has `watch` called before each call of these kinds; it may take images but not use the files.
void fault_disk_watch(
    fault_disk *disk, uint32_t calls, void (*watch)(void *context), void *context);

/// Writes what is left of the files into another folder, which must exist; the seed is for
/// FAULT_TORN. 0, or the errno of what went wrong.
int fault_disk_image(
    fault_disk *disk, const char *folder, enum fault_image image, uint64_t seed);

/// Every row of every table of a database and what SQLite's own checks find, as text to be released
/// with free(); NULL where it can't be read.
///
/// Columns named `token` and `lock` are left out: they differ from run to run. The layer is not
/// asked, so nothing here is counted or fails.
char *fault_dump(const char *path);

/// Has `watch` called at the begin and at the end of each statement, with its text, on every
/// connection that is opened from now on; `connection` tells them apart.
void fault_trace(
    void (*watch)(void *context, const void *connection, const char *sql, int has_ended),
    void *context);
