#pragma once
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/// openat2(2), for which glibc has no function; below zero where it fails, errno saying why.
static inline int mdtypeset_openat2(int folder, const char *path, unsigned long long flags, unsigned long long resolve) {
  struct open_how how = {.flags = flags, .resolve = resolve};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

/// The number of the file system that a file is on (`f_type` of statfs(2)); 0 where it is not known.
static inline unsigned long mdtypeset_file_system(int file) {
  struct statfs status;
  return fstatfs(file, &status) == 0 ? (unsigned long)status.f_type : 0;
}

static const unsigned long long mdtypeset_beneath = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
