// The bundled faces, put into the program as they are. Kept in step with include/CBundledFonts.h.
  .section .note.GNU-stack,"",%progbits
  .section .rodata
  .global mdtypeset_font_latinmodern_math_otf, mdtypeset_font_latinmodern_math_otf_end
  .balign 16
mdtypeset_font_latinmodern_math_otf:
  .incbin "latinmodern/latinmodern-math.otf"
mdtypeset_font_latinmodern_math_otf_end:
  .byte 0
  .global mdtypeset_font_lmmono10_regular_otf, mdtypeset_font_lmmono10_regular_otf_end
  .balign 16
mdtypeset_font_lmmono10_regular_otf:
  .incbin "latinmodern/lmmono10-regular.otf"
mdtypeset_font_lmmono10_regular_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman10_bold_otf, mdtypeset_font_lmroman10_bold_otf_end
  .balign 16
mdtypeset_font_lmroman10_bold_otf:
  .incbin "latinmodern/lmroman10-bold.otf"
mdtypeset_font_lmroman10_bold_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman10_bolditalic_otf, mdtypeset_font_lmroman10_bolditalic_otf_end
  .balign 16
mdtypeset_font_lmroman10_bolditalic_otf:
  .incbin "latinmodern/lmroman10-bolditalic.otf"
mdtypeset_font_lmroman10_bolditalic_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman10_italic_otf, mdtypeset_font_lmroman10_italic_otf_end
  .balign 16
mdtypeset_font_lmroman10_italic_otf:
  .incbin "latinmodern/lmroman10-italic.otf"
mdtypeset_font_lmroman10_italic_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman10_regular_otf, mdtypeset_font_lmroman10_regular_otf_end
  .balign 16
mdtypeset_font_lmroman10_regular_otf:
  .incbin "latinmodern/lmroman10-regular.otf"
mdtypeset_font_lmroman10_regular_otf_end:
  .byte 0
  .global mdtypeset_font_lmsans10_regular_otf, mdtypeset_font_lmsans10_regular_otf_end
  .balign 16
mdtypeset_font_lmsans10_regular_otf:
  .incbin "latinmodern/lmsans10-regular.otf"
mdtypeset_font_lmsans10_regular_otf_end:
  .byte 0
  .global mdtypeset_font_LibertinusMath_Regular_otf, mdtypeset_font_LibertinusMath_Regular_otf_end
  .balign 16
mdtypeset_font_LibertinusMath_Regular_otf:
  .incbin "libertinus/LibertinusMath-Regular.otf"
mdtypeset_font_LibertinusMath_Regular_otf_end:
  .byte 0
  .global mdtypeset_font_LibertinusSans_Bold_otf, mdtypeset_font_LibertinusSans_Bold_otf_end
  .balign 16
mdtypeset_font_LibertinusSans_Bold_otf:
  .incbin "libertinus/LibertinusSans-Bold.otf"
mdtypeset_font_LibertinusSans_Bold_otf_end:
  .byte 0
  .global mdtypeset_font_LibertinusSans_Italic_otf, mdtypeset_font_LibertinusSans_Italic_otf_end
  .balign 16
mdtypeset_font_LibertinusSans_Italic_otf:
  .incbin "libertinus/LibertinusSans-Italic.otf"
mdtypeset_font_LibertinusSans_Italic_otf_end:
  .byte 0
  .global mdtypeset_font_LibertinusSans_Regular_otf, mdtypeset_font_LibertinusSans_Regular_otf_end
  .balign 16
mdtypeset_font_LibertinusSans_Regular_otf:
  .incbin "libertinus/LibertinusSans-Regular.otf"
mdtypeset_font_LibertinusSans_Regular_otf_end:
  .byte 0
  .global mdtypeset_font_LibertinusSerif_Bold_otf, mdtypeset_font_LibertinusSerif_Bold_otf_end
  .balign 16
mdtypeset_font_LibertinusSerif_Bold_otf:
  .incbin "libertinus/LibertinusSerif-Bold.otf"
mdtypeset_font_LibertinusSerif_Bold_otf_end:
  .byte 0
  .global mdtypeset_font_LibertinusSerif_BoldItalic_otf, mdtypeset_font_LibertinusSerif_BoldItalic_otf_end
  .balign 16
mdtypeset_font_LibertinusSerif_BoldItalic_otf:
  .incbin "libertinus/LibertinusSerif-BoldItalic.otf"
mdtypeset_font_LibertinusSerif_BoldItalic_otf_end:
  .byte 0
  .global mdtypeset_font_LibertinusSerif_Italic_otf, mdtypeset_font_LibertinusSerif_Italic_otf_end
  .balign 16
mdtypeset_font_LibertinusSerif_Italic_otf:
  .incbin "libertinus/LibertinusSerif-Italic.otf"
mdtypeset_font_LibertinusSerif_Italic_otf_end:
  .byte 0
  .global mdtypeset_font_LibertinusSerif_Regular_otf, mdtypeset_font_LibertinusSerif_Regular_otf_end
  .balign 16
mdtypeset_font_LibertinusSerif_Regular_otf:
  .incbin "libertinus/LibertinusSerif-Regular.otf"
mdtypeset_font_LibertinusSerif_Regular_otf_end:
  .byte 0
  .global mdtypeset_font_NewCM10_Bold_otf, mdtypeset_font_NewCM10_Bold_otf_end
  .balign 16
mdtypeset_font_NewCM10_Bold_otf:
  .incbin "newcm/NewCM10-Bold.otf"
mdtypeset_font_NewCM10_Bold_otf_end:
  .byte 0
  .global mdtypeset_font_NewCM10_BoldItalic_otf, mdtypeset_font_NewCM10_BoldItalic_otf_end
  .balign 16
mdtypeset_font_NewCM10_BoldItalic_otf:
  .incbin "newcm/NewCM10-BoldItalic.otf"
mdtypeset_font_NewCM10_BoldItalic_otf_end:
  .byte 0
  .global mdtypeset_font_NewCM10_Italic_otf, mdtypeset_font_NewCM10_Italic_otf_end
  .balign 16
mdtypeset_font_NewCM10_Italic_otf:
  .incbin "newcm/NewCM10-Italic.otf"
mdtypeset_font_NewCM10_Italic_otf_end:
  .byte 0
  .global mdtypeset_font_NewCM10_Regular_otf, mdtypeset_font_NewCM10_Regular_otf_end
  .balign 16
mdtypeset_font_NewCM10_Regular_otf:
  .incbin "newcm/NewCM10-Regular.otf"
mdtypeset_font_NewCM10_Regular_otf_end:
  .byte 0
  .global mdtypeset_font_NewCMMath_Regular_otf, mdtypeset_font_NewCMMath_Regular_otf_end
  .balign 16
mdtypeset_font_NewCMMath_Regular_otf:
  .incbin "newcm/NewCMMath-Regular.otf"
mdtypeset_font_NewCMMath_Regular_otf_end:
  .byte 0
  .global mdtypeset_font_SourceCodePro_Bold_otf, mdtypeset_font_SourceCodePro_Bold_otf_end
  .balign 16
mdtypeset_font_SourceCodePro_Bold_otf:
  .incbin "sourcecodepro/SourceCodePro-Bold.otf"
mdtypeset_font_SourceCodePro_Bold_otf_end:
  .byte 0
  .global mdtypeset_font_SourceCodePro_BoldIt_otf, mdtypeset_font_SourceCodePro_BoldIt_otf_end
  .balign 16
mdtypeset_font_SourceCodePro_BoldIt_otf:
  .incbin "sourcecodepro/SourceCodePro-BoldIt.otf"
mdtypeset_font_SourceCodePro_BoldIt_otf_end:
  .byte 0
  .global mdtypeset_font_SourceCodePro_Regular_otf, mdtypeset_font_SourceCodePro_Regular_otf_end
  .balign 16
mdtypeset_font_SourceCodePro_Regular_otf:
  .incbin "sourcecodepro/SourceCodePro-Regular.otf"
mdtypeset_font_SourceCodePro_Regular_otf_end:
  .byte 0
  .global mdtypeset_font_SourceCodePro_RegularIt_otf, mdtypeset_font_SourceCodePro_RegularIt_otf_end
  .balign 16
mdtypeset_font_SourceCodePro_RegularIt_otf:
  .incbin "sourcecodepro/SourceCodePro-RegularIt.otf"
mdtypeset_font_SourceCodePro_RegularIt_otf_end:
  .byte 0
  .global mdtypeset_font_STIXTwoMath_Regular_otf, mdtypeset_font_STIXTwoMath_Regular_otf_end
  .balign 16
mdtypeset_font_STIXTwoMath_Regular_otf:
  .incbin "stixtwo/STIXTwoMath-Regular.otf"
mdtypeset_font_STIXTwoMath_Regular_otf_end:
  .byte 0
  .global mdtypeset_font_STIXTwoText_Bold_otf, mdtypeset_font_STIXTwoText_Bold_otf_end
  .balign 16
mdtypeset_font_STIXTwoText_Bold_otf:
  .incbin "stixtwo/STIXTwoText-Bold.otf"
mdtypeset_font_STIXTwoText_Bold_otf_end:
  .byte 0
  .global mdtypeset_font_STIXTwoText_BoldItalic_otf, mdtypeset_font_STIXTwoText_BoldItalic_otf_end
  .balign 16
mdtypeset_font_STIXTwoText_BoldItalic_otf:
  .incbin "stixtwo/STIXTwoText-BoldItalic.otf"
mdtypeset_font_STIXTwoText_BoldItalic_otf_end:
  .byte 0
  .global mdtypeset_font_STIXTwoText_Italic_otf, mdtypeset_font_STIXTwoText_Italic_otf_end
  .balign 16
mdtypeset_font_STIXTwoText_Italic_otf:
  .incbin "stixtwo/STIXTwoText-Italic.otf"
mdtypeset_font_STIXTwoText_Italic_otf_end:
  .byte 0
  .global mdtypeset_font_STIXTwoText_Regular_otf, mdtypeset_font_STIXTwoText_Regular_otf_end
  .balign 16
mdtypeset_font_STIXTwoText_Regular_otf:
  .incbin "stixtwo/STIXTwoText-Regular.otf"
mdtypeset_font_STIXTwoText_Regular_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman6_regular_otf, mdtypeset_font_lmroman6_regular_otf_end
  .balign 16
mdtypeset_font_lmroman6_regular_otf:
  .incbin "latinmodern/lmroman6-regular.otf"
mdtypeset_font_lmroman6_regular_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman7_regular_otf, mdtypeset_font_lmroman7_regular_otf_end
  .balign 16
mdtypeset_font_lmroman7_regular_otf:
  .incbin "latinmodern/lmroman7-regular.otf"
mdtypeset_font_lmroman7_regular_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman8_regular_otf, mdtypeset_font_lmroman8_regular_otf_end
  .balign 16
mdtypeset_font_lmroman8_regular_otf:
  .incbin "latinmodern/lmroman8-regular.otf"
mdtypeset_font_lmroman8_regular_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman9_regular_otf, mdtypeset_font_lmroman9_regular_otf_end
  .balign 16
mdtypeset_font_lmroman9_regular_otf:
  .incbin "latinmodern/lmroman9-regular.otf"
mdtypeset_font_lmroman9_regular_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman12_regular_otf, mdtypeset_font_lmroman12_regular_otf_end
  .balign 16
mdtypeset_font_lmroman12_regular_otf:
  .incbin "latinmodern/lmroman12-regular.otf"
mdtypeset_font_lmroman12_regular_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman17_regular_otf, mdtypeset_font_lmroman17_regular_otf_end
  .balign 16
mdtypeset_font_lmroman17_regular_otf:
  .incbin "latinmodern/lmroman17-regular.otf"
mdtypeset_font_lmroman17_regular_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman7_italic_otf, mdtypeset_font_lmroman7_italic_otf_end
  .balign 16
mdtypeset_font_lmroman7_italic_otf:
  .incbin "latinmodern/lmroman7-italic.otf"
mdtypeset_font_lmroman7_italic_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman8_italic_otf, mdtypeset_font_lmroman8_italic_otf_end
  .balign 16
mdtypeset_font_lmroman8_italic_otf:
  .incbin "latinmodern/lmroman8-italic.otf"
mdtypeset_font_lmroman8_italic_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman9_italic_otf, mdtypeset_font_lmroman9_italic_otf_end
  .balign 16
mdtypeset_font_lmroman9_italic_otf:
  .incbin "latinmodern/lmroman9-italic.otf"
mdtypeset_font_lmroman9_italic_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman12_italic_otf, mdtypeset_font_lmroman12_italic_otf_end
  .balign 16
mdtypeset_font_lmroman12_italic_otf:
  .incbin "latinmodern/lmroman12-italic.otf"
mdtypeset_font_lmroman12_italic_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman8_bold_otf, mdtypeset_font_lmroman8_bold_otf_end
  .balign 16
mdtypeset_font_lmroman8_bold_otf:
  .incbin "latinmodern/lmroman8-bold.otf"
mdtypeset_font_lmroman8_bold_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman9_bold_otf, mdtypeset_font_lmroman9_bold_otf_end
  .balign 16
mdtypeset_font_lmroman9_bold_otf:
  .incbin "latinmodern/lmroman9-bold.otf"
mdtypeset_font_lmroman9_bold_otf_end:
  .byte 0
  .global mdtypeset_font_lmroman12_bold_otf, mdtypeset_font_lmroman12_bold_otf_end
  .balign 16
mdtypeset_font_lmroman12_bold_otf:
  .incbin "latinmodern/lmroman12-bold.otf"
mdtypeset_font_lmroman12_bold_otf_end:
  .byte 0
  .global mdtypeset_font_lmsans10_oblique_otf, mdtypeset_font_lmsans10_oblique_otf_end
  .balign 16
mdtypeset_font_lmsans10_oblique_otf:
  .incbin "latinmodern/lmsans10-oblique.otf"
mdtypeset_font_lmsans10_oblique_otf_end:
  .byte 0
  .global mdtypeset_font_lmsans10_bold_otf, mdtypeset_font_lmsans10_bold_otf_end
  .balign 16
mdtypeset_font_lmsans10_bold_otf:
  .incbin "latinmodern/lmsans10-bold.otf"
mdtypeset_font_lmsans10_bold_otf_end:
  .byte 0
  .global mdtypeset_font_lmsans10_boldoblique_otf, mdtypeset_font_lmsans10_boldoblique_otf_end
  .balign 16
mdtypeset_font_lmsans10_boldoblique_otf:
  .incbin "latinmodern/lmsans10-boldoblique.otf"
mdtypeset_font_lmsans10_boldoblique_otf_end:
  .byte 0
  .global mdtypeset_font_lmmono10_italic_otf, mdtypeset_font_lmmono10_italic_otf_end
  .balign 16
mdtypeset_font_lmmono10_italic_otf:
  .incbin "latinmodern/lmmono10-italic.otf"
mdtypeset_font_lmmono10_italic_otf_end:
  .byte 0
