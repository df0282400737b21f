// Hyphenation patterns that travel inside the program. Kept in step with include/CBundledHyphenation.h.
  .section .note.GNU-stack,"",%progbits
  .section .rodata
  .global mdtypeset_patterns_hyph_en_US_dic, mdtypeset_patterns_hyph_en_US_dic_end
  .balign 16
mdtypeset_patterns_hyph_en_US_dic:
  .incbin "hyph_en_US.dic"
mdtypeset_patterns_hyph_en_US_dic_end:
  .byte 0
