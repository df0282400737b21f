#pragma once
#include <stddef.h>

// Processes that give up what they don't need: forking, handing files over, and the kernel's means to lock a process in.

/// fork(2), which Swift does not offer. Only for a process with one thread.
int confine_fork(void);

/// True in a process that this one's program has forked. There the locks of Swift's runtime know the first thread by the number of the thread that
/// forked; a second thread that waits for one of them while the first one has it waits for ever.
int confine_is_forked(void);

/// Two connected stream sockets that are not inherited by programs; 0, or -1 and errno.
int confine_pair(int ends[2]);

/// Sends a message with a descriptor, or without one where it is negative; 0, or -1 and errno.
int confine_send(int socket, const void *message, size_t size, int descriptor);

/// Receives a message and the descriptor that came with it, or -1; the message's size, 0 at the end, or -1 and errno.
long confine_receive(int socket, void *message, size_t size, int *descriptor);

/// Makes a descriptor number 3, closes all above it and lets the standard ones lead nowhere; 3, or -1 and errno.
int confine_keep_only(int descriptor);

/// Makes a descriptor known by another number, which it takes; the number, or -1 and errno.
int confine_replace(int from, int to);

/// The process gets SIGKILL when the one that has started it ends.
void confine_die_with_parent(void);

/// Goes on in a child: 0 there, -1 where there can be none. In the parent, which passes on the signals that end programs and does
/// nothing else, the child's status (wait(2)) once it has ended is put into `status`, and the result is 1. Only for a process with one thread.
int confine_supervise(int *status);

/// So many bytes of private memory for a process, 0 for this one; 0, or -1 and errno. What is refused beyond makes Swift abort.
int confine_limit_data(int process, size_t bytes);

/// Limits the CPU time of a process, in seconds: it is ended by SIGXCPU.
int confine_limit_cpu_of(int process, long seconds);

/// The process gets SIGTERM when the one that has started it ends.
void confine_end_with_parent(void);

/// The process ends as soon as the other end of its socket, descriptor 3, is closed, whatever it is doing.
void confine_end_when_closed(void);

/// The process gets SIGPROF, which ends it, after so many seconds of CPU time from now; 0 takes the limit back.
void confine_limit_cpu(double seconds);

/// From now on a process that aborts ends with code 98 where what it wrote to standard error last speaks of an allocation that failed
/// (Swift's, Rust's and GLib's words), else with 99. Standard error goes nowhere.
void confine_explain_aborts(void);

/// So many bytes of address space beyond what the process has already; 0, or -1 and errno.
int confine_limit_memory(size_t bytes);

/// No core files, no file above 4 GB, no more than 512 descriptors.
void confine_limit_resources(void);

/// What code within a confined process could try, by numbers from 0; NULL after the last.
const char *confine_attempt(int number);

/// Tries it, harmlessly. Not below 0 where it worked, else -1 and errno.
long confine_try(int number);

/// Calls a function on a stack of 8 MB where the one of the process may not grow to 1 MB, else on that one.
void confine_run_on_large_stack(void (*function)(void));

/// Overwrites and removes all variables of the environment but those that the program reads.
void confine_forget_environment(void);

/// Lists end in NULL. Files below `readable` can be read from now on, those below `writable` be written and made too, and no
/// others be opened; what is missing is left out. Landlock's version, or 0 where the kernel has none.
int confine_files(const char *const *readable, const char *const *writable);

/// Which system calls are left.
enum confine_calls {
  /// Memory, threads, files that Landlock allows to be read; no sockets, no programs, no processes.
  CONFINE_DRAWING,
  /// Also writing, renaming and removing files, and messages over sockets that exist already.
  CONFINE_TYPESETTING
};

/// Why what confine_attempt names is left to a process; NULL for what must be refused.
const char *confine_attempt_reason(int number, enum confine_calls kind);

/// Installs a seccomp filter; what is not left fails with EPERM. 1, or 0 where the kernel has none.
int confine_system_calls(enum confine_calls kind);
