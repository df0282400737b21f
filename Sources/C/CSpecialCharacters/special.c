#define _GNU_SOURCE
#include "CSpecialCharacters.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

struct cmark_parser;

static atomic_int was_called;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_done;

/// Takes the place of cmark's (ELF: the program's symbols come before its libraries').
///
/// All parsers of this program have the same extensions for inlines, so that the first one's characters are everybody's.
void cmark_manage_extensions_special_characters(struct cmark_parser *parser, int add) {
  if (atomic_load_explicit(&was_called, memory_order_acquire)) return;
  if (!add) return;
  pthread_mutex_lock(&lock);
  if (!is_done) {
    void (*original)(struct cmark_parser *, int) =
        (void (*)(struct cmark_parser *, int))dlsym(RTLD_NEXT, "cmark_manage_extensions_special_characters");
    if (original) original(parser, 1);
    is_done = 1;
    atomic_store_explicit(&was_called, 1, memory_order_release);
  }
  pthread_mutex_unlock(&lock);
}

int special_characters_are_kept(void) { return atomic_load_explicit(&was_called, memory_order_acquire); }
