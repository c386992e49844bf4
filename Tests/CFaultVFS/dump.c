#include "fault_vfs.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/// One text for each row of a query with one column.
static int append_rows(sqlite3 *database, const char *sql, sqlite3_str *out) {
  sqlite3_stmt *statement;
  int code = sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    sqlite3_str_appendf(out, "%s\n", (const char *)sqlite3_column_text(statement, 0));
  }
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

/// One query for each table, which makes one text of each row.
static const char *const queries =
    "SELECT format('SELECT ''%w: ''||%s FROM \"%w\" ORDER BY 1', t.name,"
    "  group_concat(format('quote(\"%w\")', c.name), '||'' ''||'), t.name)"
    " FROM sqlite_schema AS t, pragma_table_info(t.name) AS c"
    " WHERE t.type = 'table' AND c.name NOT IN ('token', 'lock')"
    " GROUP BY t.name ORDER BY t.name";

static int append_tables(sqlite3 *database, sqlite3_str *out) {
  sqlite3_stmt *statement;
  int code = sqlite3_prepare_v2(database, queries, -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    code = append_rows(database, (const char *)sqlite3_column_text(statement, 0), out);
    if (code != SQLITE_OK) break;
  }
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

char *fault_dump(const char *path) {
  sqlite3 *database;
  sqlite3_str *out = sqlite3_str_new(NULL);
  int code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "unix");
  if (code == SQLITE_OK) {
    code = sqlite3_exec(database, "PRAGMA synchronous = OFF; BEGIN", NULL, NULL, NULL);
  }
  if (code == SQLITE_OK) code = append_rows(database, "PRAGMA integrity_check", out);
  if (code == SQLITE_OK) code = append_rows(database, "PRAGMA foreign_key_check", out);
  if (code == SQLITE_OK) code = append_tables(database, out);
  sqlite3_close(database);
  char *text = sqlite3_str_finish(out);
  char *copy = code == SQLITE_OK && text != NULL ? strdup(text) : NULL;
  sqlite3_free(text);
  return copy;
}
