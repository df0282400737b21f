// Opened late: Sources/C/CLate.
#pragma once
#include <sqlite3.h>

/// Binds a text or bytes that SQLite copies at once.
static inline int mdtypeset_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}
