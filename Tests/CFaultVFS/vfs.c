#include "disk.h"

#include <stdlib.h>
#include <string.h>

/// An open file of a disk; the memory of the real one follows it.
typedef struct {
  sqlite3_file base;
  fault_disk *disk;
  inode *file;        // NULL on a disk that is shared
  bool syncs_folder;  // at its first sync, as the VFS below does for new logs and journals
  sqlite3_file *real;
} fault_file;

static sqlite3_vfs *real_vfs;

static fault_file *open_file(sqlite3_file *file) { return (fault_file *)file; }

/// Counts the call and fails, or goes on with the disk's mutex held.
static int enter(fault_file *f, uint32_t call, int io_error) {
  pthread_mutex_lock(&f->disk->mutex);
  int code = disk_call(f->disk, call, io_error);
  if (code != SQLITE_OK) pthread_mutex_unlock(&f->disk->mutex);
  return code;
}

static int leave(fault_file *f, int code) {
  pthread_mutex_unlock(&f->disk->mutex);
  return code;
}

static int file_close(sqlite3_file *file) {
  fault_file *f = open_file(file);
  int code = f->real->pMethods->xClose(f->real);
  disk_release(f->disk);
  return code;
}

static int file_read(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
  fault_file *f = open_file(file);
  int code = enter(f, FAULT_READ, SQLITE_IOERR_READ);
  if (code != SQLITE_OK) return code;
  return leave(f, f->real->pMethods->xRead(f->real, buffer, count, offset));
}

static int file_write(sqlite3_file *file, const void *data, int count, sqlite3_int64 offset) {
  fault_file *f = open_file(file);
  int code = enter(f, FAULT_WRITE, SQLITE_IOERR_WRITE);
  if (code != SQLITE_OK) return code;
  code = f->real->pMethods->xWrite(f->real, data, count, offset);
  if (code == SQLITE_OK && f->file != NULL) inode_write(f->file, (size_t)offset, data, (size_t)count);
  return leave(f, code);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  fault_file *f = open_file(file);
  int code = enter(f, FAULT_TRUNCATE, SQLITE_IOERR_TRUNCATE);
  if (code != SQLITE_OK) return code;
  code = f->real->pMethods->xTruncate(f->real, size);
  if (code == SQLITE_OK && f->file != NULL) inode_truncate(f->file, (size_t)size);
  return leave(f, code);
}

/// The real disk is not asked: what would be durable is kept in memory.
static int file_sync(sqlite3_file *file, int flags) {
  (void)flags;
  fault_file *f = open_file(file);
  pthread_mutex_lock(&f->disk->mutex);
  int code = disk_call(f->disk, FAULT_SYNC, SQLITE_IOERR_FSYNC);
  if (f->file == NULL) return leave(f, code);
  if (code != SQLITE_OK) {
    inode_lose(f->file);
    return leave(f, code);
  }
  inode_sync(f->file);
  if (f->syncs_folder) disk_sync_folder(f->disk);
  f->syncs_folder = false;
  return leave(f, SQLITE_OK);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  fault_file *f = open_file(file);
  int code = enter(f, FAULT_SIZE, SQLITE_IOERR_FSTAT);
  if (code != SQLITE_OK) return code;
  return leave(f, f->real->pMethods->xFileSize(f->real, size));
}

static int file_lock(sqlite3_file *file, int level) {
  fault_file *f = open_file(file);
  int code = enter(f, FAULT_LOCK, SQLITE_IOERR_LOCK);
  if (code != SQLITE_OK) return code;
  return leave(f, f->real->pMethods->xLock(f->real, level));
}

static int file_unlock(sqlite3_file *file, int level) {
  fault_file *f = open_file(file);
  return f->real->pMethods->xUnlock(f->real, level);
}

static int file_check_lock(sqlite3_file *file, int *is_reserved) {
  fault_file *f = open_file(file);
  return f->real->pMethods->xCheckReservedLock(f->real, is_reserved);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  fault_file *f = open_file(file);
  return f->real->pMethods->xFileControl(f->real, operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
  fault_file *f = open_file(file);
  return f->real->pMethods->xSectorSize(f->real);
}

static int file_characteristics(sqlite3_file *file) {
  fault_file *f = open_file(file);
  return f->real->pMethods->xDeviceCharacteristics(f->real);
}

static int file_shm_map(
    sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
  fault_file *f = open_file(file);
  int code = enter(f, FAULT_SHM_MAP, SQLITE_IOERR_SHMMAP);
  if (code != SQLITE_OK) return code;
  return leave(f, f->real->pMethods->xShmMap(f->real, region, size, extends, memory));
}

/// Only taking a lock can fail.
static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  fault_file *f = open_file(file);
  if ((flags & SQLITE_SHM_UNLOCK) != 0) {
    return f->real->pMethods->xShmLock(f->real, offset, count, flags);
  }
  int code = enter(f, FAULT_SHM_LOCK, SQLITE_IOERR_SHMLOCK);
  if (code != SQLITE_OK) return code;
  return leave(f, f->real->pMethods->xShmLock(f->real, offset, count, flags));
}

static void file_shm_barrier(sqlite3_file *file) {
  fault_file *f = open_file(file);
  f->real->pMethods->xShmBarrier(f->real);
}

static int file_shm_unmap(sqlite3_file *file, int deletes) {
  fault_file *f = open_file(file);
  return f->real->pMethods->xShmUnmap(f->real, deletes);
}

/// Version 2: without memory-mapped reads, which no call here would see.
static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock,
    file_unlock, file_check_lock, file_control, file_sector_size, file_characteristics,
    file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap, NULL, NULL};

/// What lay in a file before this layer saw it counts as synced.
static int load(fault_file *f) {
  sqlite3_int64 size;
  int code = f->real->pMethods->xFileSize(f->real, &size);
  if (code != SQLITE_OK || size == 0) return code;
  void *content = malloc((size_t)size);
  if (content == NULL) return SQLITE_NOMEM;
  code = f->real->pMethods->xRead(f->real, content, (int)size, 0);
  if (code == SQLITE_OK && f->file != NULL) inode_write(f->file, 0, content, (size_t)size);
  inode_sync(f->file);
  free(content);
  return code;
}

/// Opens the file with the disk's mutex held.
static int disk_open(fault_file *f, const char *path, int flags, int *out_flags) {
  const char *name = last_component(path);
  int code = disk_call(f->disk, FAULT_OPEN, SQLITE_CANTOPEN);
  if (code != SQLITE_OK) return code;
  if (f->disk->is_shared) return real_vfs->xOpen(real_vfs, path, f->real, flags, out_flags);
  f->file = disk_lookup(f->disk, name);
  int exists = 0;
  if (f->file == NULL) {
    code = real_vfs->xAccess(real_vfs, path, SQLITE_ACCESS_EXISTS, &exists);
    if (code != SQLITE_OK) return code;
  }
  code = real_vfs->xOpen(real_vfs, path, f->real, flags, out_flags);
  if (code != SQLITE_OK) return code;
  f->syncs_folder =
      (flags & SQLITE_OPEN_CREATE) != 0
      && (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL)) != 0;
  if (f->file != NULL) return SQLITE_OK;
  f->file = disk_add(f->disk);
  disk_link(f->disk, name, f->file);
  if (!exists) return SQLITE_OK;
  disk_sync_folder(f->disk);
  return load(f);
}

static int vfs_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  fault_disk *disk = disk_of(path);
  if (disk == NULL) return real_vfs->xOpen(real_vfs, path, file, flags, out_flags);
  fault_file *f = open_file(file);
  *f = (fault_file){.disk = disk, .real = (sqlite3_file *)(f + 1)};
  memset(f->real, 0, (size_t)real_vfs->szOsFile);
  pthread_mutex_lock(&disk->mutex);
  int code = disk_open(f, path, flags, out_flags);
  pthread_mutex_unlock(&disk->mutex);
  if (code == SQLITE_OK) {
    f->base.pMethods = &methods;
  } else {
    if (f->real->pMethods != NULL) f->real->pMethods->xClose(f->real);
    disk_release(disk);
  }
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_folder) {
  (void)vfs;
  fault_disk *disk = disk_of(path);
  if (disk == NULL) return real_vfs->xDelete(real_vfs, path, syncs_folder);
  pthread_mutex_lock(&disk->mutex);
  int code = disk_call(disk, FAULT_DELETE, SQLITE_IOERR_DELETE);
  if (code == SQLITE_OK) code = real_vfs->xDelete(real_vfs, path, 0);
  if (code == SQLITE_OK && !disk->is_shared) {
    disk_link(disk, last_component(path), NULL);
    if (syncs_folder) disk_sync_folder(disk);
  }
  pthread_mutex_unlock(&disk->mutex);
  disk_release(disk);
  return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
  (void)vfs;
  fault_disk *disk = disk_of(path);
  if (disk == NULL) return real_vfs->xAccess(real_vfs, path, flags, answer);
  pthread_mutex_lock(&disk->mutex);
  int code = disk_call(disk, FAULT_ACCESS, SQLITE_IOERR_ACCESS);
  pthread_mutex_unlock(&disk->mutex);
  disk_release(disk);
  return code == SQLITE_OK ? real_vfs->xAccess(real_vfs, path, flags, answer) : code;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int count, char *out) {
  (void)vfs;
  return real_vfs->xFullPathname(real_vfs, path, count, out);
}

static void install(void) {
  static sqlite3_vfs vfs;
  real_vfs = sqlite3_vfs_find(NULL);
  vfs = *real_vfs;
  vfs.zName = "fault";
  vfs.pNext = NULL;
  vfs.szOsFile += (int)sizeof(fault_file);
  vfs.xOpen = vfs_open;
  vfs.xDelete = vfs_delete;
  vfs.xAccess = vfs_access;
  vfs.xFullPathname = vfs_full_path;
  sqlite3_vfs_register(&vfs, 1);
}

void install_vfs(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
}
