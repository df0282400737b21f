// Hyphenation patterns that travel inside the program, laid out as they are searched.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct mdtypeset_patterns {
  const char *name;
  const uint8_t *start, *end;
};

extern const uint8_t mdtypeset_patterns_hyph_en_US_bin[], mdtypeset_patterns_hyph_en_US_bin_end[];

enum { mdtypeset_patterns_count = 1 };

/// The file at `index`, from 0 to below `mdtypeset_patterns_count`.
static inline struct mdtypeset_patterns mdtypeset_patterns_at(size_t index) {
  static const struct mdtypeset_patterns all[] = {
      {"hyph_en_US.bin", mdtypeset_patterns_hyph_en_US_bin, mdtypeset_patterns_hyph_en_US_bin_end},
  };
  return all[index];
}
