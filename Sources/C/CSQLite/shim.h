// Opened late: Sources/C/CLate.
#pragma once
#include <sqlite3.h>
#include <stddef.h>

/// Binds a text or bytes that SQLite copies at once.
static inline int mdtypeset_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

static inline int mdtypeset_bind_bytes(sqlite3_stmt *statement, int index, const unsigned char *bytes, int count) {
  return sqlite3_bind_blob(statement, index, count ? (const void *)bytes : (const void *)"", count, SQLITE_TRANSIENT);
}

// glibc's, which its headers show with _GNU_SOURCE only.
extern void *memmem(const void *text, size_t count, const void *part, size_t length);

static inline int mdtypeset_holds(const void *text, size_t count, const void *part, size_t length) {
  return memmem(text, count, part, length) != NULL;
}
