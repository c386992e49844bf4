#include "fault_vfs.h"

#include <sqlite3.h>
#include <stddef.h>

static void (*watcher)(void *context, const void *connection, const char *sql, int has_ended);
static void *watcher_context;

static int traced(unsigned kind, void *context, void *statement, void *detail) {
  (void)context;
  // The statements of a trigger come as comments beside the one that has called it.
  const char *text = detail;
  if (kind == SQLITE_TRACE_STMT && text[0] == '-') return 0;
  watcher(
      watcher_context, sqlite3_db_handle(statement), sqlite3_sql(statement),
      kind == SQLITE_TRACE_PROFILE);
  return 0;
}

static int attach(sqlite3 *connection, char **error, const void *routines) {
  (void)error;
  (void)routines;
  return sqlite3_trace_v2(
      connection, SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE, traced, NULL);
}

void fault_trace(
    void (*watch)(void *context, const void *connection, const char *sql, int has_ended),
    void *context) {
  watcher = watch;
  watcher_context = context;
  sqlite3_auto_extension((void (*)(void))attach);
}
