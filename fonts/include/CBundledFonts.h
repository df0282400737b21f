// The bundled faces, put into the program as they are.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct mdtypeset_font {
  const char *name;
  const uint8_t *start, *end;
};

extern const uint8_t mdtypeset_font_latinmodern_math_otf[], mdtypeset_font_latinmodern_math_otf_end[];
extern const uint8_t mdtypeset_font_lmmono10_regular_otf[], mdtypeset_font_lmmono10_regular_otf_end[];
extern const uint8_t mdtypeset_font_lmroman10_bold_otf[], mdtypeset_font_lmroman10_bold_otf_end[];
extern const uint8_t mdtypeset_font_lmroman10_bolditalic_otf[], mdtypeset_font_lmroman10_bolditalic_otf_end[];
extern const uint8_t mdtypeset_font_lmroman10_italic_otf[], mdtypeset_font_lmroman10_italic_otf_end[];
extern const uint8_t mdtypeset_font_lmroman10_regular_otf[], mdtypeset_font_lmroman10_regular_otf_end[];
extern const uint8_t mdtypeset_font_lmsans10_regular_otf[], mdtypeset_font_lmsans10_regular_otf_end[];
extern const uint8_t mdtypeset_font_lmroman6_regular_otf[], mdtypeset_font_lmroman6_regular_otf_end[];
extern const uint8_t mdtypeset_font_lmroman7_regular_otf[], mdtypeset_font_lmroman7_regular_otf_end[];
extern const uint8_t mdtypeset_font_lmroman8_regular_otf[], mdtypeset_font_lmroman8_regular_otf_end[];
extern const uint8_t mdtypeset_font_lmroman9_regular_otf[], mdtypeset_font_lmroman9_regular_otf_end[];
extern const uint8_t mdtypeset_font_lmroman12_regular_otf[], mdtypeset_font_lmroman12_regular_otf_end[];
extern const uint8_t mdtypeset_font_lmroman17_regular_otf[], mdtypeset_font_lmroman17_regular_otf_end[];
extern const uint8_t mdtypeset_font_lmroman7_italic_otf[], mdtypeset_font_lmroman7_italic_otf_end[];
extern const uint8_t mdtypeset_font_lmroman8_italic_otf[], mdtypeset_font_lmroman8_italic_otf_end[];
extern const uint8_t mdtypeset_font_lmroman9_italic_otf[], mdtypeset_font_lmroman9_italic_otf_end[];
extern const uint8_t mdtypeset_font_lmroman12_italic_otf[], mdtypeset_font_lmroman12_italic_otf_end[];
extern const uint8_t mdtypeset_font_lmroman8_bold_otf[], mdtypeset_font_lmroman8_bold_otf_end[];
extern const uint8_t mdtypeset_font_lmroman9_bold_otf[], mdtypeset_font_lmroman9_bold_otf_end[];
extern const uint8_t mdtypeset_font_lmroman12_bold_otf[], mdtypeset_font_lmroman12_bold_otf_end[];
extern const uint8_t mdtypeset_font_lmsans10_oblique_otf[], mdtypeset_font_lmsans10_oblique_otf_end[];
extern const uint8_t mdtypeset_font_lmsans10_bold_otf[], mdtypeset_font_lmsans10_bold_otf_end[];
extern const uint8_t mdtypeset_font_lmsans10_boldoblique_otf[], mdtypeset_font_lmsans10_boldoblique_otf_end[];
extern const uint8_t mdtypeset_font_lmmono10_italic_otf[], mdtypeset_font_lmmono10_italic_otf_end[];
extern const uint8_t mdtypeset_font_LibertinusMath_Regular_otf[], mdtypeset_font_LibertinusMath_Regular_otf_end[];
extern const uint8_t mdtypeset_font_LibertinusSans_Bold_otf[], mdtypeset_font_LibertinusSans_Bold_otf_end[];
extern const uint8_t mdtypeset_font_LibertinusSans_Italic_otf[], mdtypeset_font_LibertinusSans_Italic_otf_end[];
extern const uint8_t mdtypeset_font_LibertinusSans_Regular_otf[], mdtypeset_font_LibertinusSans_Regular_otf_end[];
extern const uint8_t mdtypeset_font_LibertinusSerif_Bold_otf[], mdtypeset_font_LibertinusSerif_Bold_otf_end[];
extern const uint8_t mdtypeset_font_LibertinusSerif_BoldItalic_otf[], mdtypeset_font_LibertinusSerif_BoldItalic_otf_end[];
extern const uint8_t mdtypeset_font_LibertinusSerif_Italic_otf[], mdtypeset_font_LibertinusSerif_Italic_otf_end[];
extern const uint8_t mdtypeset_font_LibertinusSerif_Regular_otf[], mdtypeset_font_LibertinusSerif_Regular_otf_end[];
extern const uint8_t mdtypeset_font_NewCM10_Bold_otf[], mdtypeset_font_NewCM10_Bold_otf_end[];
extern const uint8_t mdtypeset_font_NewCM10_BoldItalic_otf[], mdtypeset_font_NewCM10_BoldItalic_otf_end[];
extern const uint8_t mdtypeset_font_NewCM10_Italic_otf[], mdtypeset_font_NewCM10_Italic_otf_end[];
extern const uint8_t mdtypeset_font_NewCM10_Regular_otf[], mdtypeset_font_NewCM10_Regular_otf_end[];
extern const uint8_t mdtypeset_font_NewCMMath_Regular_otf[], mdtypeset_font_NewCMMath_Regular_otf_end[];
extern const uint8_t mdtypeset_font_SourceCodePro_Bold_otf[], mdtypeset_font_SourceCodePro_Bold_otf_end[];
extern const uint8_t mdtypeset_font_SourceCodePro_BoldIt_otf[], mdtypeset_font_SourceCodePro_BoldIt_otf_end[];
extern const uint8_t mdtypeset_font_SourceCodePro_Regular_otf[], mdtypeset_font_SourceCodePro_Regular_otf_end[];
extern const uint8_t mdtypeset_font_SourceCodePro_RegularIt_otf[], mdtypeset_font_SourceCodePro_RegularIt_otf_end[];
extern const uint8_t mdtypeset_font_STIXTwoMath_Regular_otf[], mdtypeset_font_STIXTwoMath_Regular_otf_end[];
extern const uint8_t mdtypeset_font_STIXTwoText_Bold_otf[], mdtypeset_font_STIXTwoText_Bold_otf_end[];
extern const uint8_t mdtypeset_font_STIXTwoText_BoldItalic_otf[], mdtypeset_font_STIXTwoText_BoldItalic_otf_end[];
extern const uint8_t mdtypeset_font_STIXTwoText_Italic_otf[], mdtypeset_font_STIXTwoText_Italic_otf_end[];
extern const uint8_t mdtypeset_font_STIXTwoText_Regular_otf[], mdtypeset_font_STIXTwoText_Regular_otf_end[];

enum { mdtypeset_font_count = 46 };

/// The file at `index`, from 0 to below `mdtypeset_font_count`.
static inline struct mdtypeset_font mdtypeset_font_at(size_t index) {
  static const struct mdtypeset_font all[] = {
      {"latinmodern-math.otf", mdtypeset_font_latinmodern_math_otf, mdtypeset_font_latinmodern_math_otf_end},
      {"lmmono10-regular.otf", mdtypeset_font_lmmono10_regular_otf, mdtypeset_font_lmmono10_regular_otf_end},
      {"lmroman10-bold.otf", mdtypeset_font_lmroman10_bold_otf, mdtypeset_font_lmroman10_bold_otf_end},
      {"lmroman10-bolditalic.otf", mdtypeset_font_lmroman10_bolditalic_otf, mdtypeset_font_lmroman10_bolditalic_otf_end},
      {"lmroman10-italic.otf", mdtypeset_font_lmroman10_italic_otf, mdtypeset_font_lmroman10_italic_otf_end},
      {"lmroman10-regular.otf", mdtypeset_font_lmroman10_regular_otf, mdtypeset_font_lmroman10_regular_otf_end},
      {"lmsans10-regular.otf", mdtypeset_font_lmsans10_regular_otf, mdtypeset_font_lmsans10_regular_otf_end},
      {"lmroman6-regular.otf", mdtypeset_font_lmroman6_regular_otf, mdtypeset_font_lmroman6_regular_otf_end},
      {"lmroman7-regular.otf", mdtypeset_font_lmroman7_regular_otf, mdtypeset_font_lmroman7_regular_otf_end},
      {"lmroman8-regular.otf", mdtypeset_font_lmroman8_regular_otf, mdtypeset_font_lmroman8_regular_otf_end},
      {"lmroman9-regular.otf", mdtypeset_font_lmroman9_regular_otf, mdtypeset_font_lmroman9_regular_otf_end},
      {"lmroman12-regular.otf", mdtypeset_font_lmroman12_regular_otf, mdtypeset_font_lmroman12_regular_otf_end},
      {"lmroman17-regular.otf", mdtypeset_font_lmroman17_regular_otf, mdtypeset_font_lmroman17_regular_otf_end},
      {"lmroman7-italic.otf", mdtypeset_font_lmroman7_italic_otf, mdtypeset_font_lmroman7_italic_otf_end},
      {"lmroman8-italic.otf", mdtypeset_font_lmroman8_italic_otf, mdtypeset_font_lmroman8_italic_otf_end},
      {"lmroman9-italic.otf", mdtypeset_font_lmroman9_italic_otf, mdtypeset_font_lmroman9_italic_otf_end},
      {"lmroman12-italic.otf", mdtypeset_font_lmroman12_italic_otf, mdtypeset_font_lmroman12_italic_otf_end},
      {"lmroman8-bold.otf", mdtypeset_font_lmroman8_bold_otf, mdtypeset_font_lmroman8_bold_otf_end},
      {"lmroman9-bold.otf", mdtypeset_font_lmroman9_bold_otf, mdtypeset_font_lmroman9_bold_otf_end},
      {"lmroman12-bold.otf", mdtypeset_font_lmroman12_bold_otf, mdtypeset_font_lmroman12_bold_otf_end},
      {"lmsans10-oblique.otf", mdtypeset_font_lmsans10_oblique_otf, mdtypeset_font_lmsans10_oblique_otf_end},
      {"lmsans10-bold.otf", mdtypeset_font_lmsans10_bold_otf, mdtypeset_font_lmsans10_bold_otf_end},
      {"lmsans10-boldoblique.otf", mdtypeset_font_lmsans10_boldoblique_otf, mdtypeset_font_lmsans10_boldoblique_otf_end},
      {"lmmono10-italic.otf", mdtypeset_font_lmmono10_italic_otf, mdtypeset_font_lmmono10_italic_otf_end},
      {"LibertinusMath-Regular.otf", mdtypeset_font_LibertinusMath_Regular_otf, mdtypeset_font_LibertinusMath_Regular_otf_end},
      {"LibertinusSans-Bold.otf", mdtypeset_font_LibertinusSans_Bold_otf, mdtypeset_font_LibertinusSans_Bold_otf_end},
      {"LibertinusSans-Italic.otf", mdtypeset_font_LibertinusSans_Italic_otf, mdtypeset_font_LibertinusSans_Italic_otf_end},
      {"LibertinusSans-Regular.otf", mdtypeset_font_LibertinusSans_Regular_otf, mdtypeset_font_LibertinusSans_Regular_otf_end},
      {"LibertinusSerif-Bold.otf", mdtypeset_font_LibertinusSerif_Bold_otf, mdtypeset_font_LibertinusSerif_Bold_otf_end},
      {"LibertinusSerif-BoldItalic.otf", mdtypeset_font_LibertinusSerif_BoldItalic_otf, mdtypeset_font_LibertinusSerif_BoldItalic_otf_end},
      {"LibertinusSerif-Italic.otf", mdtypeset_font_LibertinusSerif_Italic_otf, mdtypeset_font_LibertinusSerif_Italic_otf_end},
      {"LibertinusSerif-Regular.otf", mdtypeset_font_LibertinusSerif_Regular_otf, mdtypeset_font_LibertinusSerif_Regular_otf_end},
      {"NewCM10-Bold.otf", mdtypeset_font_NewCM10_Bold_otf, mdtypeset_font_NewCM10_Bold_otf_end},
      {"NewCM10-BoldItalic.otf", mdtypeset_font_NewCM10_BoldItalic_otf, mdtypeset_font_NewCM10_BoldItalic_otf_end},
      {"NewCM10-Italic.otf", mdtypeset_font_NewCM10_Italic_otf, mdtypeset_font_NewCM10_Italic_otf_end},
      {"NewCM10-Regular.otf", mdtypeset_font_NewCM10_Regular_otf, mdtypeset_font_NewCM10_Regular_otf_end},
      {"NewCMMath-Regular.otf", mdtypeset_font_NewCMMath_Regular_otf, mdtypeset_font_NewCMMath_Regular_otf_end},
      {"SourceCodePro-Bold.otf", mdtypeset_font_SourceCodePro_Bold_otf, mdtypeset_font_SourceCodePro_Bold_otf_end},
      {"SourceCodePro-BoldIt.otf", mdtypeset_font_SourceCodePro_BoldIt_otf, mdtypeset_font_SourceCodePro_BoldIt_otf_end},
      {"SourceCodePro-Regular.otf", mdtypeset_font_SourceCodePro_Regular_otf, mdtypeset_font_SourceCodePro_Regular_otf_end},
      {"SourceCodePro-RegularIt.otf", mdtypeset_font_SourceCodePro_RegularIt_otf, mdtypeset_font_SourceCodePro_RegularIt_otf_end},
      {"STIXTwoMath-Regular.otf", mdtypeset_font_STIXTwoMath_Regular_otf, mdtypeset_font_STIXTwoMath_Regular_otf_end},
      {"STIXTwoText-Bold.otf", mdtypeset_font_STIXTwoText_Bold_otf, mdtypeset_font_STIXTwoText_Bold_otf_end},
      {"STIXTwoText-BoldItalic.otf", mdtypeset_font_STIXTwoText_BoldItalic_otf, mdtypeset_font_STIXTwoText_BoldItalic_otf_end},
      {"STIXTwoText-Italic.otf", mdtypeset_font_STIXTwoText_Italic_otf, mdtypeset_font_STIXTwoText_Italic_otf_end},
      {"STIXTwoText-Regular.otf", mdtypeset_font_STIXTwoText_Regular_otf, mdtypeset_font_STIXTwoText_Regular_otf_end},
  };
  return all[index];
}
