// Opened late: Sources/C/CLate.
#pragma once
#include <fontconfig/fontconfig.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A file that lives in memory only, closed when another program is started; below zero where there is none to be had.
static inline int mdtypeset_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }
