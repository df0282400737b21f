#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_forked;

int confine_is_forked(void) { return is_forked; }

int confine_fork(void) {
  int child = fork();
  if (child == 0) is_forked = 1;
  return child;
}

int confine_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

int confine_send(int socket, const void *message, size_t size, int descriptor) {
  struct iovec piece = {(void *)message, size};
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr header;
  } control;
  struct msghdr head = {.msg_iov = &piece, .msg_iovlen = 1};
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    head.msg_control = control.bytes;
    head.msg_controllen = sizeof control.bytes;
    struct cmsghdr *entry = CMSG_FIRSTHDR(&head);
    entry->cmsg_level = SOL_SOCKET;
    entry->cmsg_type = SCM_RIGHTS;
    entry->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(entry), &descriptor, sizeof(int));
  }
  ssize_t sent;
  do sent = sendmsg(socket, &head, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)size ? 0 : -1;
}

long confine_receive(int socket, void *message, size_t size, int *descriptor) {
  struct iovec piece = {message, size};
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr header;
  } control;
  struct msghdr head = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  *descriptor = -1;
  ssize_t count;
  do count = recvmsg(socket, &head, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  if (count <= 0) return count;
  struct cmsghdr *entry = CMSG_FIRSTHDR(&head);
  if (entry && entry->cmsg_level == SOL_SOCKET && entry->cmsg_type == SCM_RIGHTS) memcpy(descriptor, CMSG_DATA(entry), sizeof(int));
  return count;
}

int confine_keep_only(int descriptor) {
  if (descriptor != 3 && dup3(descriptor, 3, O_CLOEXEC) < 0) return -1;
#ifdef __NR_close_range
  if (syscall(__NR_close_range, 4, ~0U, 0) != 0)
#endif
    for (int other = 4; other < 4096; other++) close(other);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int standard = 0; standard < 3 && nothing >= 0; standard++) dup2(nothing, standard);
  if (nothing > 3) close(nothing);
  return 3;
}

int confine_replace(int from, int to) { return from == to ? to : dup3(from, to, O_CLOEXEC); }

void confine_die_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

void confine_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGTERM); }

// The signal comes with requests too.
static void end_if_closed(int number) {
  (void)number;
  struct pollfd entry = {.fd = 3, .events = 0};
  if (poll(&entry, 1, 0) > 0 && (entry.revents & (POLLHUP | POLLERR | POLLNVAL))) _exit(0);
}

void confine_end_when_closed(void) {
  struct sigaction action = {.sa_handler = end_if_closed, .sa_flags = SA_RESTART};
  sigaction(SIGIO, &action, NULL);
  // The thread that has started the process may have blocked it.
  sigset_t sign;
  sigemptyset(&sign);
  sigaddset(&sign, SIGIO);
  sigprocmask(SIG_UNBLOCK, &sign, NULL);
  fcntl(3, F_SETOWN, getpid());
  fcntl(3, F_SETFL, fcntl(3, F_GETFL) | O_ASYNC);
  // It may have been closed before.
  end_if_closed(SIGIO);
}

void confine_limit_cpu(double seconds) {
  struct itimerval timer = {0};
  timer.it_value.tv_sec = (time_t)seconds;
  timer.it_value.tv_usec = (suseconds_t)((seconds - (double)timer.it_value.tv_sec) * 1e6);
  signal(SIGPROF, SIG_DFL);
  setitimer(ITIMER_PROF, &timer, NULL);
}

static volatile sig_atomic_t supervised;

static void pass_on(int number) { kill(supervised, number); }

int confine_supervise(int *status) {
  static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
  sigset_t ending, before;
  sigemptyset(&ending);
  for (int index = 0; index < 3; index++) sigaddset(&ending, numbers[index]);
  sigprocmask(SIG_BLOCK, &ending, &before);
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    is_forked = 1;
    // The child cleans up after itself when it is told to end.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);
  }
  if (child > 0) {
    supervised = child;
    struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART}, old;
    for (int index = 0; index < 3; index++) {
      if (sigaction(numbers[index], NULL, &old) == 0 && old.sa_handler == SIG_DFL) sigaction(numbers[index], &action, NULL);
    }
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (child <= 0) return child;
  while (waitpid(child, status, 0) < 0 && errno == EINTR) {
  }
  for (int index = 0; index < 3; index++) signal(numbers[index], SIG_DFL);
  return 1;
}

int confine_limit_data(int process, size_t bytes) {
  struct rlimit limit = {bytes, bytes}, none = {0, 0};
  prlimit(process, RLIMIT_CORE, &none, NULL);
  return prlimit(process, RLIMIT_DATA, &limit, NULL);
}

enum { words_size = 16384 };
static const char *last_words;

static void explain(int number) {
  (void)number;
  static const char mark[] = "allocat";
  for (size_t index = 0; last_words && index + sizeof mark <= words_size; index++) {
    size_t length = 0;
    while (length < sizeof mark - 1 && last_words[index + length] == mark[length]) length++;
    if (length == sizeof mark - 1) _exit(98);
  }
  _exit(99);
}

void confine_explain_aborts(void) {
  // Beyond its size nothing is written: a library that talks without end fills no memory.
  int file = memfd_create("last words", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file >= 0 && ftruncate(file, words_size) == 0) {
    void *words = mmap(NULL, words_size, PROT_READ, MAP_SHARED, file, 0);
    if (words != MAP_FAILED && dup2(file, STDERR_FILENO) >= 0) last_words = words;
    fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK);
  }
  if (file > STDERR_FILENO) close(file);
  // A stack that has overflowed has no room for a handler: SIGSEGV stays as it is.
  static const int numbers[] = {SIGABRT, SIGTRAP, SIGILL};
  for (int index = 0; index < 3; index++) signal(numbers[index], explain);
}

int confine_limit_memory(size_t bytes) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file) {
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
  }
  struct rlimit limit;
  limit.rlim_cur = limit.rlim_max = bytes + pages * (size_t)sysconf(_SC_PAGESIZE);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  return setrlimit(RLIMIT_AS, &limit);
}

void confine_limit_resources(void) {
  struct rlimit none = {0, 0}, size = {4ULL << 30, 4ULL << 30}, descriptors = {512, 512};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &size);
  setrlimit(RLIMIT_NOFILE, &descriptors);
}

int confine_try(int attempt) {
  char *const words[] = {"/bin/true", NULL};
  int result = -1;
  switch (attempt) {
    case 0:
      result = socket(AF_INET, SOCK_STREAM, 0);
      if (result >= 0) close(result);
      break;
    case 1: result = execv(words[0], words); break;
    case 2:
      result = fork();
      if (result == 0) _exit(0);
      if (result > 0) waitpid(result, NULL, 0);
      break;
    case 3: result = (int)ptrace(PTRACE_SEIZE, getppid(), NULL, NULL); break;
    case 4: result = kill(getppid(), 0); break;
    default: errno = EINVAL;
  }
  return result;
}

// MARK: Landlock

#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

static void allow(int rules, const char *path, uint64_t access) {
  int folder = open(path, O_PATH | O_CLOEXEC);
  if (folder < 0) return;
  struct stat status;
  // Rights that only folders have are refused for a file.
  if (fstat(folder, &status) == 0 && !S_ISDIR(status.st_mode))
    access &= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE | LANDLOCK_ACCESS_FS_EXECUTE;
  struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = folder};
  syscall(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(folder);
}

int confine_files(const char *const *readable, const char *const *writable) {
  int version = (int)syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return 0;
  uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  uint64_t writing = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG;
  uint64_t others = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (version >= 2) others |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= 3) writing |= LANDLOCK_ACCESS_FS_TRUNCATE;
  struct landlock_ruleset_attr rights = {.handled_access_fs = reading | writing | others};
  int rules = (int)syscall(__NR_landlock_create_ruleset, &rights, sizeof rights, 0);
  if (rules < 0) return 0;
  for (; *readable; readable++) allow(rules, *readable, reading);
  for (; *writable; writable++) allow(rules, *writable, reading | writing);
  int done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(__NR_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return done ? version : 0;
}

// MARK: seccomp

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define ALLOW(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(name, code) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | code)

int confine_system_calls(enum confine_calls kind) {
#ifdef ARCHITECTURE
  struct sock_filter head[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
      // The x32 numbers of the same calls.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
      // Threads, but no processes: clone3 hides its flags, and glibc then falls back to clone.
      REFUSE(clone3, ENOSYS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      // abort() sends a signal to its own process, and threads ask for their own limits; no others'.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prlimit64, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_filter common[] = {
      ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(sendto), ALLOW(pread64), ALLOW(close), ALLOW(lseek), ALLOW(fcntl),
      ALLOW(mmap), ALLOW(munmap), ALLOW(mprotect), ALLOW(mremap), ALLOW(madvise), ALLOW(brk), ALLOW(futex), ALLOW(membarrier),
      ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack), ALLOW(restart_syscall),
      ALLOW(exit), ALLOW(exit_group), ALLOW(set_robust_list), ALLOW(set_tid_address), ALLOW(rseq), ALLOW(sched_yield),
      ALLOW(sched_getaffinity), ALLOW(gettid), ALLOW(getpid), ALLOW(getrandom), ALLOW(clock_gettime),
      ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(gettimeofday), ALLOW(setitimer), ALLOW(getrusage), ALLOW(uname),
      ALLOW(getuid), ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid), ALLOW(getcwd), ALLOW(ppoll), ALLOW(sysinfo),
      ALLOW(openat), ALLOW(openat2), ALLOW(fstat), ALLOW(newfstatat), ALLOW(statx), ALLOW(faccessat), ALLOW(faccessat2),
      ALLOW(readlinkat), ALLOW(getdents64), ALLOW(statfs), ALLOW(fstatfs), ALLOW(memfd_create), ALLOW(ftruncate), ALLOW(fadvise64),
#ifdef __x86_64__
      ALLOW(open), ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink), ALLOW(poll), ALLOW(time), ALLOW(arch_prctl),
#endif
  };
  struct sock_filter typesetting[] = {
      ALLOW(sendmsg), ALLOW(recvmsg), ALLOW(recvfrom), ALLOW(dup), ALLOW(dup3),
      ALLOW(renameat), ALLOW(renameat2), ALLOW(unlinkat), ALLOW(mkdirat), ALLOW(fchmod), ALLOW(fsync), ALLOW(fdatasync),
      ALLOW(pwrite64), ALLOW(linkat), ALLOW(umask), ALLOW(eventfd2), ALLOW(epoll_create1), ALLOW(epoll_ctl),
      ALLOW(epoll_pwait), ALLOW(timerfd_create), ALLOW(timerfd_settime), ALLOW(pipe2), ALLOW(prctl), ALLOW(flock),
#ifdef __x86_64__
      ALLOW(rename), ALLOW(unlink), ALLOW(mkdir), ALLOW(chmod), ALLOW(epoll_wait), ALLOW(dup2), ALLOW(alarm),
#endif
  };
  struct sock_filter end[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)};
  struct sock_filter filter[sizeof(head) / 8 + sizeof(common) / 8 + sizeof(typesetting) / 8 + 1];
  size_t count = 0;
#define ADD(list) \
  memcpy(filter + count, list, sizeof(list)); \
  count += sizeof(list) / sizeof(list[0])
  ADD(head);
  ADD(common);
  if (kind == CONFINE_TYPESETTING) {
    ADD(typesetting);
  }
  ADD(end);
  struct sock_fprog program = {.len = (unsigned short)count, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
  // All threads of the process: the runtime may have started one.
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
#else
  (void)kind;
  return 0;
#endif
}
