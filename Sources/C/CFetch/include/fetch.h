#pragma once
#include <stddef.h>

/// What came of a request.
typedef struct {
  /// The response's status; 0 where there was none.
  long status;
  unsigned char *bytes;
  size_t count;
  /// Where a redirection leads, or null.
  char *location;
  /// What went wrong, in libcurl's words; empty where nothing did.
  char error[256];
} FetchResult;

/// Loads libcurl, once. 0 where it is not installed.
int fetch_is_available(void);

/// Asks for one address by HTTP or HTTPS, without following redirections.
///
/// @param allows_private 0 refuses loopback, link-local and private networks' addresses, whatever name leads to them.
/// @param uses_proxies 1 asks through the proxies that the environment names; they decide which networks are reached.
/// @param limit The most bytes that are taken.
void fetch(const char *url, long timeout_ms, size_t limit, int allows_private, int uses_proxies, FetchResult *result);

/// Frees what a result holds.
void fetch_free(FetchResult *result);
