#pragma once

#include <stddef.h>

/// What tells this build of the program (or of the shared object that it is in) from others of the same version: the identity that the
/// linker has written into it (`.note.gnu.build-id`), else a checksum of its code.
/// @param identity Gets up to `room` bytes.
/// @returns How many bytes it has.
size_t build_identity(unsigned char *identity, size_t room);
