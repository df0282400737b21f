// The icons. Kept in step with include/CBundledIcons.h.
  .section .note.GNU-stack,"",%progbits
  .section .rodata
  .global mdtypeset_icons_txt, mdtypeset_icons_txt_end
  .balign 16
mdtypeset_icons_txt:
  .incbin "bootstrap-icons.txt"
mdtypeset_icons_txt_end:
  .byte 0
