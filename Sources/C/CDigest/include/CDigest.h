#pragma once

#include <stddef.h>
#include <stdint.h>

/// Adds whole blocks of 64 bytes to the eight words of SHA-256's state (FIPS 180-4, 6.2.2), by the processor's own instructions where it has them.
void sha256_add_blocks(uint32_t state[8], const uint8_t *bytes, size_t blocks);

/// The same without these instructions; both give the same.
void sha256_add_blocks_plainly(uint32_t state[8], const uint8_t *bytes, size_t blocks);
