// libcurl, loaded when the first picture comes from the network. Its functions take variable arguments, which Swift can't pass;
// its numbers are those of curl/curl.h, which never change once they are published.
#include "fetch.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
  OPT_WRITEDATA = 10001,
  OPT_URL = 10002,
  OPT_PROXY = 10004,
  OPT_ERRORBUFFER = 10010,
  OPT_USERAGENT = 10018,
  OPT_NOSIGNAL = 99,
  OPT_ACCEPT_ENCODING = 10102,
  OPT_TIMEOUT_MS = 155,
  OPT_CONNECTTIMEOUT_MS = 156,
  OPT_OPENSOCKETDATA = 10164,
  OPT_PROTOCOLS = 181,
  OPT_WRITEFUNCTION = 20011,
  OPT_OPENSOCKETFUNCTION = 20163,
  INFO_RESPONSE_CODE = 0x200000 + 2,
  INFO_REDIRECT_URL = 0x100000 + 31,
  PROTOCOLS_HTTP_AND_HTTPS = 3,
  GLOBAL_DEFAULT = 3
};

static void *(*easy_init)(void);
static int (*easy_setopt)(void *, int, ...);
static int (*easy_perform)(void *);
static int (*easy_getinfo)(void *, int, ...);
static void (*easy_cleanup)(void *);
static const char *(*easy_strerror)(int);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_available;

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  int (*global_init)(long) = (int (*)(long))dlsym(library, "curl_global_init");
  easy_init = (void *(*)(void))dlsym(library, "curl_easy_init");
  easy_setopt = (int (*)(void *, int, ...))dlsym(library, "curl_easy_setopt");
  easy_perform = (int (*)(void *))dlsym(library, "curl_easy_perform");
  easy_getinfo = (int (*)(void *, int, ...))dlsym(library, "curl_easy_getinfo");
  easy_cleanup = (void (*)(void *))dlsym(library, "curl_easy_cleanup");
  easy_strerror = (const char *(*)(int))dlsym(library, "curl_easy_strerror");
  if (!global_init || !easy_init || !easy_setopt || !easy_perform || !easy_getinfo || !easy_cleanup || !easy_strerror) return;
  is_available = global_init(GLOBAL_DEFAULT) == 0;
}

int fetch_is_available(void) {
  pthread_once(&once, load);
  return is_available;
}

typedef struct {
  FetchResult *result;
  size_t limit;
  size_t room;
  int is_too_large;
} Body;

static size_t take(char *data, size_t size, size_t count, void *context) {
  Body *body = context;
  size_t length = size * count;
  if (length > body->limit - body->result->count) {
    body->is_too_large = 1;
    return 0;
  }
  if (body->result->count + length > body->room) {
    size_t room = (body->result->count + length) * 2;
    unsigned char *bytes = realloc(body->result->bytes, room);
    if (!bytes) return 0;
    body->result->bytes = bytes;
    body->room = room;
  }
  memcpy(body->result->bytes + body->result->count, data, length);
  body->result->count += length;
  return length;
}

typedef struct {
  uint32_t prefix;
  int length;
} Range4;

/// IANA's registry of special-purpose IPv4 addresses, multicast, and what is reserved.
static const Range4 special4[] = {
    {0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},  {0xA9FE0000, 16}, {0xAC100000, 12},
    {0xC0000000, 24}, {0xC0000200, 24}, {0xC01FC400, 24}, {0xC034C100, 24}, {0xC0586300, 24}, {0xC0A80000, 16},
    {0xC0AF3000, 24}, {0xC6120000, 15}, {0xC6336400, 24}, {0xCB007100, 24}, {0xE0000000, 4},  {0xF0000000, 4},
};

static int is_private4(uint32_t address) {
  for (size_t index = 0; index < sizeof special4 / sizeof *special4; index++) {
    int rest = 32 - special4[index].length;
    if (address >> rest == special4[index].prefix >> rest) return 1;
  }
  return 0;
}

typedef struct {
  unsigned char prefix[6];
  int length;
} Range6;

/// IANA's registry of special-purpose IPv6 addresses, as far as they are global unicast ones (2000::/3).
static const Range6 special6[] = {
    {{0x20, 0x01, 0x00}, 23},
    {{0x20, 0x01, 0x0D, 0xB8}, 32},
    {{0x20, 0x02}, 16},
    {{0x26, 0x20, 0x00, 0x4F, 0x80, 0x00}, 48},
    {{0x3F, 0xFF, 0x00}, 20},
};

static int begins_with(const unsigned char *bytes, const unsigned char *prefix, int length) {
  if (memcmp(bytes, prefix, (size_t)length / 8) != 0) return 0;
  int rest = 8 - length % 8;
  return rest == 8 || bytes[length / 8] >> rest == prefix[length / 8] >> rest;
}

/// Networks that are not the public Internet (RFC 6890).
static int is_private(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) return is_private4(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr));
  if (address->sa_family != AF_INET6) return 1;
  const unsigned char *bytes = ((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr;
  static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  if (memcmp(bytes, mapped, 12) == 0)
    return is_private4((uint32_t)bytes[12] << 24 | (uint32_t)bytes[13] << 16 | (uint32_t)bytes[14] << 8 | bytes[15]);
  if (bytes[0] >> 5 != 1) return 1;
  for (size_t index = 0; index < sizeof special6 / sizeof *special6; index++)
    if (begins_with(bytes, special6[index].prefix, special6[index].length)) return 1;
  return 0;
}

/// As curl_sockaddr.
typedef struct {
  int family;
  int socktype;
  int protocol;
  unsigned int length;
  struct sockaddr address;
} SocketAddress;

typedef struct {
  int allows_private;
  int has_refused;
} Policy;

static int open_socket(void *context, int purpose, SocketAddress *address) {
  (void)purpose;
  Policy *policy = context;
  if (!policy->allows_private && is_private(&address->address)) {
    policy->has_refused = 1;
    return -1;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void fetch(const char *url, long timeout_ms, size_t limit, int allows_private, int uses_proxies, FetchResult *result) {
  memset(result, 0, sizeof *result);
  void *handle = fetch_is_available() ? easy_init() : NULL;
  if (!handle) {
    strcpy(result->error, "libcurl is not there");
    return;
  }
  Body body = {result, limit, 0, 0};
  // A proxy may be in a private network, and resolves names itself.
  Policy policy = {allows_private || uses_proxies, 0};
  easy_setopt(handle, OPT_URL, url);
  easy_setopt(handle, OPT_ERRORBUFFER, result->error);
  // An empty name keeps libcurl from asking the environment.
  if (!uses_proxies) easy_setopt(handle, OPT_PROXY, "");
  easy_setopt(handle, OPT_USERAGENT, "mdtypeset");
  easy_setopt(handle, OPT_ACCEPT_ENCODING, "");
  easy_setopt(handle, OPT_NOSIGNAL, 1L);
  easy_setopt(handle, OPT_TIMEOUT_MS, timeout_ms);
  easy_setopt(handle, OPT_CONNECTTIMEOUT_MS, timeout_ms / 2);
  easy_setopt(handle, OPT_PROTOCOLS, (long)PROTOCOLS_HTTP_AND_HTTPS);
  easy_setopt(handle, OPT_WRITEFUNCTION, take);
  easy_setopt(handle, OPT_WRITEDATA, &body);
  easy_setopt(handle, OPT_OPENSOCKETFUNCTION, open_socket);
  easy_setopt(handle, OPT_OPENSOCKETDATA, &policy);
  int code = easy_perform(handle);
  easy_getinfo(handle, INFO_RESPONSE_CODE, &result->status);
  char *location = NULL;
  easy_getinfo(handle, INFO_REDIRECT_URL, &location);
  if (location) result->location = strdup(location);
  if (code != 0 && result->error[0] == 0) strncpy(result->error, easy_strerror(code), sizeof result->error - 1);
  if (code != 0 && policy.has_refused)
    strcpy(result->error, "it lies in a private network, whose hosts must be named: --allow-net=HOST");
  if (body.is_too_large) strcpy(result->error, "it is too large");
  if (code == 0) result->error[0] = 0;
  easy_cleanup(handle);
}

void fetch_free(FetchResult *result) {
  free(result->bytes);
  free(result->location);
  memset(result, 0, sizeof *result);
}
