// The icons, one a line: see ../README.md.
#pragma once
#include <stdint.h>

extern const uint8_t mdtypeset_icons_txt[], mdtypeset_icons_txt_end[];

struct mdtypeset_icons {
  const uint8_t *start, *end;
};

static inline struct mdtypeset_icons mdtypeset_icons(void) {
  struct mdtypeset_icons icons = {mdtypeset_icons_txt, mdtypeset_icons_txt_end};
  return icons;
}
