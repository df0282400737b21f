#pragma once

/// Files that must not stay behind where the program is ended by SIGTERM, SIGINT or SIGHUP. Any thread may call these.

/// Remembers a file that is about to be made; the first call installs the handlers.
/// @returns What forgets it again; 0 where there is no memory.
unsigned long leftovers_add(const char *path);

/// Forgets a file: it is gone, or has its lasting name.
void leftovers_forget(unsigned long entry);

/// Between these two the program is not ended by those signals, but after them: all files get their names, or none.
void leftovers_begin_renaming(void);
void leftovers_end_renaming(void);

/// Removes the files and ends the process at once; waits while they get their names.
_Noreturn void leftovers_exit(int code);
