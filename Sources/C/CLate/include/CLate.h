// Libraries that most runs do not need are opened when the first of their functions is called: the dynamic linker takes three quarters of the
// time of `mdtypeset --version` for them otherwise.
//
// late.S defines the functions that we use of them, by name: each jumps to an address that is the library's once it is open. Their
// declarations are those of the libraries' headers (CCairo, CRsvg, …), which therefore name no library to link.
#pragma once

/// A function of a library that is opened late.
struct mdtypeset_late {
  /// Where calls jump to.
  void *address;
  const char *name;
  /// Its library's name and, once it is open, its handle.
  struct mdtypeset_late_library {
    void *handle;
    const char *name;
  } *library;
};

/// Opens the function's library if need be, and lets all further calls jump to the function itself.
///
/// Ends the program with code 70 if the library or the function is missing: it would not have started if it were linked.
void *mdtypeset_late_open(struct mdtypeset_late *function);

/// Opens all libraries that typesetting may need now: afterwards the process may give up the right to map code.
void mdtypeset_late_open_for_typesetting(void);

/// Opens all libraries that draw and decode pictures now: what they take is not counted by a limit of memory that is set afterwards.
void mdtypeset_late_open_for_pictures(void);
