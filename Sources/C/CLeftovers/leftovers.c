// A signal handler may call little: it walks a list to which entries are only ever added, and unlinks.
#include "CLeftovers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Entry {
  struct Entry *next;
  _Atomic(char *) path;
} Entry;

static _Atomic(Entry *) first;
static atomic_int is_ending;
static atomic_int is_renaming;
static atomic_int waiting_signal;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void remove_all(void) {
  for (Entry *entry = atomic_load(&first); entry; entry = entry->next) {
    char *path = atomic_exchange(&entry->path, NULL);
    if (path) unlink(path);
  }
}

/// Each side says what it does before it looks at the other, so that never both go on.
static int begins_to_end(void) {
  atomic_store(&is_ending, 1);
  if (!atomic_load(&is_renaming)) return 1;
  atomic_store(&is_ending, 0);
  return 0;
}

static void end_by(int number) {
  remove_all();
  signal(number, SIG_DFL);
  raise(number);
}

static void handle(int number) {
  int code = errno;
  if (begins_to_end()) {
    end_by(number);
  } else {
    atomic_store(&waiting_signal, number);
  }
  errno = code;
}

static void install(void) {
  static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
  for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    struct sigaction before;
    // nohup(1) and its like have it ignored.
    if (sigaction(numbers[index], NULL, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART;
    sigfillset(&action.sa_mask);
    sigaction(numbers[index], &action, NULL);
  }
}

static void wait_for_the_end(void) {
  while (atomic_load(&is_ending)) usleep(1000);
}

unsigned long leftovers_add(const char *path) {
  pthread_once(&once, install);
  Entry *entry = malloc(sizeof *entry);
  char *copy = strdup(path);
  if (!entry || !copy) {
    free(entry);
    free(copy);
    return 0;
  }
  atomic_init(&entry->path, copy);
  entry->next = atomic_load(&first);
  while (!atomic_compare_exchange_weak(&first, &entry->next, entry)) {
  }
  // Whoever ends the program may have walked the list already: then the file is never made.
  wait_for_the_end();
  return (unsigned long)entry;
}

void leftovers_forget(unsigned long number) {
  if (!number) return;
  free(atomic_exchange(&((Entry *)number)->path, NULL));
}

void leftovers_begin_renaming(void) {
  atomic_store(&is_renaming, 1);
  wait_for_the_end();
}

void leftovers_end_renaming(void) {
  atomic_store(&is_renaming, 0);
  int number = atomic_load(&waiting_signal);
  if (number && begins_to_end()) end_by(number);
}

void leftovers_exit(int code) {
  while (!begins_to_end()) usleep(1000);
  remove_all();
  _exit(code);
}
