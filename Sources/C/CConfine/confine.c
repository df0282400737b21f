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
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
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

int confine_limit_cpu_of(int process, long seconds) {
  struct rlimit limit = {(rlim_t)seconds, (rlim_t)seconds + 1};
  return prlimit(process, RLIMIT_CPU, &limit, NULL);
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

void confine_run_on_large_stack(void (*function)(void)) {
  enum { size = 8 << 20, least = 1 << 20 };
  struct rlimit limit;
  static ucontext_t here, there;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= least || getcontext(&there) != 0) return function();
  void *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return function();
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = size;
  there.uc_link = &here;
  makecontext(&there, function, 0);
  swapcontext(&here, &there);
}

extern char **environ;

void confine_forget_environment(void) {
  // `XDG_` stands for all that begin so.
  static const char *const kept[] = {"HOME=", "TMPDIR=", "TERM=", "NO_COLOR=", "TZ=", "SOURCE_DATE_EPOCH=", "LD_LIBRARY_PATH=", "XDG_",
                                     "FONTCONFIG_", "MDTYPESET_"};
  char **last = environ;
  for (char **entry = environ; entry && *entry; entry++) {
    int is_kept = 0;
    for (size_t index = 0; index < sizeof kept / sizeof *kept; index++) is_kept |= strncmp(*entry, kept[index], strlen(kept[index])) == 0;
    if (is_kept) {
      *last++ = *entry;
    } else {
      memset(*entry, 0, strlen(*entry));
    }
  }
  if (last) *last = NULL;
}

// MARK: Attempts

static char link_read[256], time_read[64], name_read[512];
static int pipe_read[2];

// Calls whose arguments do no harm where they are allowed: most are invalid, which the kernel finds after the filter has let them through.
// Where a reason is given, the call is left to a confined process, or to one that draws: why that does no harm.
static const struct {
  const char *name;
  long number, arguments[5];
  const char *reason, *drawing;
} attempts[] = {
#define FILE_NAMED "/tmp/mdtypeset-attempt"
#define PATH (long)FILE_NAMED
    {"socket: IPv4", SYS_socket, {AF_INET, SOCK_STREAM}}, {"socket: IPv6", SYS_socket, {AF_INET6, SOCK_STREAM}},
    {"socket: Unix", SYS_socket, {AF_UNIX, SOCK_STREAM}}, {"socket: netlink", SYS_socket, {AF_NETLINK, SOCK_RAW}},
    {"socket: packets", SYS_socket, {17, SOCK_RAW}}, {"socket: kernel's ciphers", SYS_socket, {38, SOCK_SEQPACKET}},
    {"socketpair", SYS_socketpair, {AF_UNIX, SOCK_STREAM}}, {"bind", SYS_bind, {-1}}, {"connect", SYS_connect, {-1}},
    {"listen", SYS_listen, {-1}}, {"accept4", SYS_accept4, {-1}}, {"setsockopt", SYS_setsockopt, {-1}},
    {"execve", SYS_execve, {PATH}}, {"execveat", SYS_execveat, {-1, PATH}}, {"clone3", SYS_clone3, {0, 0}},
    {"clone: a process", SYS_clone, {CLONE_VM, 0}}, {"ptrace", SYS_ptrace, {PTRACE_SEIZE, -1}},
    {"process_vm_readv", SYS_process_vm_readv, {-1}}, {"process_vm_writev", SYS_process_vm_writev, {-1}},
    {"pidfd_open", 434, {1}}, {"pidfd_send_signal", 424, {-1}}, {"pidfd_getfd", 438, {-1}},
    {"tkill", SYS_tkill, {-1, 0}}, {"tgkill: another process", SYS_tgkill, {1, 1, 0}}, {"kill", SYS_kill, {1, 0}},
    {"rt_sigqueueinfo", SYS_rt_sigqueueinfo, {1, 0}}, {"prlimit64: another process", SYS_prlimit64, {1}},
    {"setpriority", SYS_setpriority, {9, 0, 0}}, {"ioprio_set", SYS_ioprio_set, {9}},
    {"sched_setaffinity", SYS_sched_setaffinity, {0, 0, 0}}, {"sched_setscheduler", SYS_sched_setscheduler, {0, -1}},
    {"fcntl: F_SETOWN", SYS_fcntl, {-1, F_SETOWN, 0}}, {"fcntl: F_SETSIG", SYS_fcntl, {-1, 10, 0}},
    {"fcntl: F_SETOWN_EX", SYS_fcntl, {-1, 15, 0}}, {"fcntl: O_ASYNC", SYS_fcntl, {-1, F_SETFL, O_ASYNC}},
    {"fcntl: F_SETLEASE", SYS_fcntl, {-1, 1024, 0}}, {"fcntl: F_NOTIFY", SYS_fcntl, {-1, 1026, 0}},
    {"fcntl: F_SETPIPE_SZ", SYS_fcntl, {-1, 1031, 0}}, {"ioctl: TIOCSTI", SYS_ioctl, {-1, 0x5412}},
    {"ioctl: TIOCLINUX", SYS_ioctl, {-1, 0x541C}}, {"ioctl: FIOASYNC", SYS_ioctl, {-1, 0x5452}},
    {"mmap: writable and executable", SYS_mmap, {0, 4096, PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1}},
    {"mmap: anonymous, executable", SYS_mmap, {0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1}},
    {"mprotect: executable", SYS_mprotect, {0, 0, PROT_EXEC}}, {"pkey_mprotect", SYS_pkey_mprotect, {0, 0, 0, -1}},
    {"remap_file_pages", SYS_remap_file_pages, {0}}, {"personality", SYS_personality, {0xFFFFFFFF}},
    {"fchmod", SYS_fchmod, {-1, 0}}, {"fchmodat", SYS_fchmodat, {-1, PATH}}, {"fchown", SYS_fchown, {-1}},
    {"fchownat", SYS_fchownat, {-1, PATH}}, {"utimensat", SYS_utimensat, {-1, PATH}}, {"truncate", SYS_truncate, {PATH, -1}},
    {"setxattr", SYS_setxattr, {PATH}}, {"fsetxattr", SYS_fsetxattr, {-1}}, {"removexattr", SYS_removexattr, {PATH}},
    {"symlinkat", SYS_symlinkat, {PATH, -1, PATH}}, {"mknodat", SYS_mknodat, {-1, PATH}}, {"fallocate", SYS_fallocate, {-1}},
    {"name_to_handle_at", SYS_name_to_handle_at, {-1, PATH}}, {"open_by_handle_at", SYS_open_by_handle_at, {-1}},
    {"chroot", SYS_chroot, {0}}, {"pivot_root", SYS_pivot_root, {0}}, {"mount", SYS_mount, {0}}, {"umount2", SYS_umount2, {0}},
    {"fsopen", 430, {0}}, {"open_tree", 428, {-1}}, {"move_mount", 429, {-1}}, {"mount_setattr", 442, {-1}},
    {"unshare", SYS_unshare, {0}}, {"setns", SYS_setns, {-1}}, {"setuid", SYS_setuid, {-1}}, {"setgid", SYS_setgid, {-1}},
    {"setgroups", SYS_setgroups, {-1}}, {"capset", SYS_capset, {0}}, {"sethostname", SYS_sethostname, {0, -1}},
    {"settimeofday", SYS_settimeofday, {0, 0}}, {"clock_settime", SYS_clock_settime, {-1}}, {"adjtimex", SYS_adjtimex, {0}},
    {"reboot", SYS_reboot, {0}}, {"kexec_load", SYS_kexec_load, {0, -1}}, {"init_module", SYS_init_module, {0}},
    {"delete_module", SYS_delete_module, {0}}, {"swapon", SYS_swapon, {0}}, {"quotactl", SYS_quotactl, {-1}},
    {"syslog", SYS_syslog, {-1}}, {"acct", SYS_acct, {PATH}}, {"bpf", SYS_bpf, {-1}}, {"userfaultfd", SYS_userfaultfd, {-1}},
    {"perf_event_open", SYS_perf_event_open, {0}}, {"io_uring_setup", 425, {0}}, {"io_setup", SYS_io_setup, {0}},
    {"add_key", SYS_add_key, {0}}, {"keyctl", SYS_keyctl, {-1}}, {"shmget", SYS_shmget, {0, 0}}, {"msgget", SYS_msgget, {1, 0}},
    {"semget", SYS_semget, {1, -1}}, {"mq_open", SYS_mq_open, {0}}, {"inotify_init1", SYS_inotify_init1, {-1}},
    {"fanotify_init", SYS_fanotify_init, {-1}}, {"vmsplice", SYS_vmsplice, {-1}}, {"seccomp", SYS_seccomp, {-1}},
    {"kcmp", SYS_kcmp, {1, 1, -1}}, {"timer_create", SYS_timer_create, {-1}}, {"landlock_restrict_self", 446, {-1}},
    {"memfd_secret", 447, {-1}},
    // Files that are there on every machine, or not there at all.
#define READ(path) {"read " path, SYS_openat, {AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC}}
#define MAKE(path) {"make " path, SYS_openat, {AT_FDCWD, (long)path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600}}
    READ("/etc/passwd"), READ("/etc/group"), READ("/etc/hostname"), READ("/etc"), READ("/"), READ("/tmp"), READ("/home"), READ("/var"),
    READ("/dev"), READ("/dev/urandom"), READ("/dev/zero"), READ("/proc"), READ("/proc/1/environ"), READ("/proc/self/environ"),
    READ("/proc/self/maps"), READ("/proc/self/mem"), READ("/proc/self/cmdline"), READ("/proc/self/status"), READ("/proc/cpuinfo"),
    READ("/proc/meminfo"), READ("/proc/mounts"), READ("/proc/net/dev"), READ("/sys/class/net"), READ("/sys/kernel"),
    MAKE("/mdtypeset-attempt"), MAKE(FILE_NAMED), MAKE("/usr/mdtypeset-attempt"), MAKE("/dev/shm/mdtypeset-attempt"),
    {"make a folder in /tmp", SYS_mkdirat, {AT_FDCWD, PATH, 0700}}, {"remove /etc/passwd", SYS_unlinkat, {AT_FDCWD, (long)"/etc/passwd", AT_REMOVEDIR}},
    {"link /etc/passwd into /tmp", SYS_linkat, {AT_FDCWD, (long)"/etc/passwd", AT_FDCWD, PATH}},
    {"mmap: a file's code", SYS_mmap, {0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, -1}, NULL,
     "what decodes WebP, GIF in SVG and pages of PDF is opened when it is needed"},
    // What is left.
    {"whether a file exists", SYS_faccessat, {AT_FDCWD, (long)"/etc/passwd", F_OK}, "Landlock guards contents, not names, sizes and times"},
    {"where a link leads", SYS_readlinkat, {AT_FDCWD, (long)"/proc/self/exe", (long)link_read, sizeof link_read}, "as for names"},
    {"its own name", SYS_prctl, {PR_SET_NAME, (long)"mdtypeset"}, "it is the process's own"},
    {"its own limits", SYS_prlimit64, {0, RLIMIT_CORE, 0, 0}, "hard limits can only fall"},
    {"the clock", SYS_clock_gettime, {CLOCK_REALTIME, (long)time_read}, "cannot be taken away: the kernel maps it into every process"},
    {"random numbers", SYS_getrandom, {(long)time_read, 1, 0}, "hash tables need them"},
    {"what machine it is", SYS_uname, {(long)name_read}, "libraries ask for it"},
    {"memory without a name", SYS_memfd_create, {(long)"attempt", MFD_CLOEXEC}, "counts as memory, and cannot be executed"},
    {"a pipe", SYS_pipe2, {(long)pipe_read, O_CLOEXEC}, "both of its ends are the process's own"},
    {"a timer", SYS_setitimer, {ITIMER_PROF, 0, 0}, "its signal comes to the process alone"},
#undef PATH
#undef FILE_NAMED
};

const char *confine_attempt(int number) {
  return number >= 0 && (size_t)number < sizeof attempts / sizeof *attempts ? attempts[number].name : NULL;
}

const char *confine_attempt_reason(int number, enum confine_calls kind) {
  if (!confine_attempt(number)) return NULL;
  return kind == CONFINE_DRAWING && attempts[number].drawing ? attempts[number].drawing : attempts[number].reason;
}

long confine_try(int number) {
  if (!confine_attempt(number)) {
    errno = EINVAL;
    return -1;
  }
  const long *given = attempts[number].arguments;
  long result = syscall(attempts[number].number, given[0], given[1], given[2], given[3], given[4], 0);
  // A process that should not be there.
  if (attempts[number].number == SYS_clone && result == 0) _exit(0);
  if (result < 0) return result;
  // What should not be there either.
  switch (attempts[number].number) {
    case SYS_openat:
      if (given[2] & O_CREAT) unlink((const char *)given[1]);
      // Falls through.
    case SYS_memfd_create: close((int)result); break;
    case SYS_mkdirat: rmdir((const char *)given[1]); break;
    case SYS_linkat: unlink((const char *)given[3]); break;
    case SYS_pipe2: close(pipe_read[0]), close(pipe_read[1]); break;
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
  // As in headers of Linux 6.12; older kernels take the beginning. Versions: 4 TCP, 5 ioctl of devices, 6 signals and abstract sockets.
  struct {
    uint64_t files, net, scoped;
  } rights = {.net = 1 | 2, .scoped = 1 | 2};
  if (version >= 5) others |= 1ULL << 15;
  rights.files = reading | writing | others;
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int rules = (int)syscall(__NR_landlock_create_ruleset, &rights, size, 0);
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
      // Descriptors and their flags, but no signals of the kernel to other processes (F_SETOWN, F_SETSIG, O_ASYNC).
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fcntl, 0, 15),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_SETFL, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_ASYNC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_DUPFD, 7, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_GETFD, 6, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_SETFD, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_GETFL, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_DUPFD_CLOEXEC, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_ADD_SEALS, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_GET_SEALS, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      // Memory that is written never becomes code.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      // Whether a descriptor is a terminal; nothing that changes one.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_ioctl, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x5401 /* TCGETS */, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  // A process that draws opens what decodes a rare format (WebP, GIF in SVG, pages of PDF) when it meets it: executable is only what a file has, as it has it.
  struct sock_filter file_code[] = {
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 0, 7),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 3),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_WRITE, 3, 0),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[3])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  // A process that typesets has opened all of its libraries.
  struct sock_filter no_code[] = {
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_filter common[] = {
      ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(sendto), ALLOW(pread64), ALLOW(close), ALLOW(lseek),
      ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW(brk), ALLOW(futex), ALLOW(membarrier),
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
      ALLOW(renameat), ALLOW(renameat2), ALLOW(unlinkat), ALLOW(mkdirat), ALLOW(fsync), ALLOW(fdatasync),
      ALLOW(pwrite64), ALLOW(linkat), ALLOW(umask), ALLOW(eventfd2), ALLOW(epoll_create1), ALLOW(epoll_ctl),
      ALLOW(epoll_pwait), ALLOW(timerfd_create), ALLOW(timerfd_settime), ALLOW(pipe2), ALLOW(prctl), ALLOW(flock),
#ifdef __x86_64__
      ALLOW(rename), ALLOW(unlink), ALLOW(mkdir), ALLOW(epoll_wait), ALLOW(dup2), ALLOW(alarm),
#endif
  };
  struct sock_filter end[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)};
  struct sock_filter filter[(sizeof(head) + sizeof(file_code) + sizeof(common) + sizeof(typesetting)) / sizeof *head + 1];
  size_t count = 0;
#define ADD(list) \
  memcpy(filter + count, list, sizeof(list)); \
  count += sizeof(list) / sizeof(list[0])
  ADD(head);
  if (kind == CONFINE_TYPESETTING) {
    ADD(no_code);
  } else {
    ADD(file_code);
  }
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
