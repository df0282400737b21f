// Laid-out hyphenation patterns that travel inside the program. Kept in step with include/CBundledHyphenation.h.
  .section .note.GNU-stack,"",%progbits
  .section .rodata
  .global mdtypeset_patterns_hyph_en_US_bin, mdtypeset_patterns_hyph_en_US_bin_end
  .balign 16
mdtypeset_patterns_hyph_en_US_bin:
  .incbin "hyph_en_US.bin"
mdtypeset_patterns_hyph_en_US_bin_end:
  .byte 0
