// The built-in themes, and the text that shows a theme.
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
extern const uint8_t mdtypeset_theme_exam_yaml[], mdtypeset_theme_exam_yaml_end[];
extern const uint8_t mdtypeset_theme_github_yaml[], mdtypeset_theme_github_yaml_end[];
extern const uint8_t mdtypeset_theme_letter_yaml[], mdtypeset_theme_letter_yaml_end[];
extern const uint8_t mdtypeset_theme_note_yaml[], mdtypeset_theme_note_yaml_end[];
extern const uint8_t mdtypeset_theme_paper_yaml[], mdtypeset_theme_paper_yaml_end[];
extern const uint8_t mdtypeset_theme_report_yaml[], mdtypeset_theme_report_yaml_end[];
extern const uint8_t mdtypeset_theme_slides_yaml[], mdtypeset_theme_slides_yaml_end[];
extern const uint8_t mdtypeset_theme_specimen_md[], mdtypeset_theme_specimen_md_end[];

enum { mdtypeset_theme_count = 10 };

/// The file at `index`, from 0 to below `mdtypeset_theme_count`.
static inline struct mdtypeset_theme mdtypeset_theme_at(size_t index) {
  static const struct mdtypeset_theme all[] = {
      {"article.yaml", mdtypeset_theme_article_yaml, mdtypeset_theme_article_yaml_end},
      {"book.yaml", mdtypeset_theme_book_yaml, mdtypeset_theme_book_yaml_end},
      {"dark.yaml", mdtypeset_theme_dark_yaml, mdtypeset_theme_dark_yaml_end},
      {"exam.yaml", mdtypeset_theme_exam_yaml, mdtypeset_theme_exam_yaml_end},
      {"github.yaml", mdtypeset_theme_github_yaml, mdtypeset_theme_github_yaml_end},
      {"letter.yaml", mdtypeset_theme_letter_yaml, mdtypeset_theme_letter_yaml_end},
      {"note.yaml", mdtypeset_theme_note_yaml, mdtypeset_theme_note_yaml_end},
      {"paper.yaml", mdtypeset_theme_paper_yaml, mdtypeset_theme_paper_yaml_end},
      {"report.yaml", mdtypeset_theme_report_yaml, mdtypeset_theme_report_yaml_end},
      {"slides.yaml", mdtypeset_theme_slides_yaml, mdtypeset_theme_slides_yaml_end},
  };
  return all[index];
}

/// A document with every element in it.
static inline struct mdtypeset_theme mdtypeset_specimen(void) {
  struct mdtypeset_theme specimen = {"specimen.md", mdtypeset_theme_specimen_md, mdtypeset_theme_specimen_md_end};
  return specimen;
}
