// The built-in themes.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct mdtypeset_theme {
  const char *name;
  const uint8_t *start, *end;
};

extern const uint8_t mdtypeset_theme_article_yaml[], mdtypeset_theme_article_yaml_end[];
extern const uint8_t mdtypeset_theme_book_yaml[], mdtypeset_theme_book_yaml_end[];
extern const uint8_t mdtypeset_theme_dark_yaml[], mdtypeset_theme_dark_yaml_end[];
extern const uint8_t mdtypeset_theme_note_yaml[], mdtypeset_theme_note_yaml_end[];

enum { mdtypeset_theme_count = 4 };

/// The file at `index`, from 0 to below `mdtypeset_theme_count`.
static inline struct mdtypeset_theme mdtypeset_theme_at(size_t index) {
  static const struct mdtypeset_theme all[] = {
      {"article.yaml", mdtypeset_theme_article_yaml, mdtypeset_theme_article_yaml_end},
      {"book.yaml", mdtypeset_theme_book_yaml, mdtypeset_theme_book_yaml_end},
      {"dark.yaml", mdtypeset_theme_dark_yaml, mdtypeset_theme_dark_yaml_end},
      {"note.yaml", mdtypeset_theme_note_yaml, mdtypeset_theme_note_yaml_end},
  };
  return all[index];
}
