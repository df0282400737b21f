// The built-in themes. Kept in step with include/CBundledThemes.h.
  .section .note.GNU-stack,"",%progbits
  .section .rodata
  .global mdtypeset_theme_article_yaml, mdtypeset_theme_article_yaml_end
  .balign 16
mdtypeset_theme_article_yaml:
  .incbin "article.yaml"
mdtypeset_theme_article_yaml_end:
  .byte 0
  .global mdtypeset_theme_book_yaml, mdtypeset_theme_book_yaml_end
  .balign 16
mdtypeset_theme_book_yaml:
  .incbin "book.yaml"
mdtypeset_theme_book_yaml_end:
  .byte 0
  .global mdtypeset_theme_dark_yaml, mdtypeset_theme_dark_yaml_end
  .balign 16
mdtypeset_theme_dark_yaml:
  .incbin "dark.yaml"
mdtypeset_theme_dark_yaml_end:
  .byte 0
  .global mdtypeset_theme_exam_yaml, mdtypeset_theme_exam_yaml_end
  .balign 16
mdtypeset_theme_exam_yaml:
  .incbin "exam.yaml"
mdtypeset_theme_exam_yaml_end:
  .byte 0
  .global mdtypeset_theme_github_yaml, mdtypeset_theme_github_yaml_end
  .balign 16
mdtypeset_theme_github_yaml:
  .incbin "github.yaml"
mdtypeset_theme_github_yaml_end:
  .byte 0
  .global mdtypeset_theme_letter_yaml, mdtypeset_theme_letter_yaml_end
  .balign 16
mdtypeset_theme_letter_yaml:
  .incbin "letter.yaml"
mdtypeset_theme_letter_yaml_end:
  .byte 0
  .global mdtypeset_theme_note_yaml, mdtypeset_theme_note_yaml_end
  .balign 16
mdtypeset_theme_note_yaml:
  .incbin "note.yaml"
mdtypeset_theme_note_yaml_end:
  .byte 0
  .global mdtypeset_theme_paper_yaml, mdtypeset_theme_paper_yaml_end
  .balign 16
mdtypeset_theme_paper_yaml:
  .incbin "paper.yaml"
mdtypeset_theme_paper_yaml_end:
  .byte 0
  .global mdtypeset_theme_report_yaml, mdtypeset_theme_report_yaml_end
  .balign 16
mdtypeset_theme_report_yaml:
  .incbin "report.yaml"
mdtypeset_theme_report_yaml_end:
  .byte 0
  .global mdtypeset_theme_slides_yaml, mdtypeset_theme_slides_yaml_end
  .balign 16
mdtypeset_theme_slides_yaml:
  .incbin "slides.yaml"
mdtypeset_theme_slides_yaml_end:
  .byte 0
  .global mdtypeset_theme_specimen_md, mdtypeset_theme_specimen_md_end
  .balign 16
mdtypeset_theme_specimen_md:
  .incbin "specimen.md"
mdtypeset_theme_specimen_md_end:
  .byte 0
