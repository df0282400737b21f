// Opened late: Sources/C/CLate.
// ICU's names carry a version suffix through macros, which Swift does not see: these inline functions have stable ones.
#pragma once
#include <unicode/ubrk.h>
#include <unicode/utext.h>

static inline UBreakIterator *mdtypeset_ubrk_open_line(const char *locale, UErrorCode *status) {
  return ubrk_open(UBRK_LINE, locale, NULL, 0, status);
}

static inline void mdtypeset_ubrk_close(UBreakIterator *iterator) { ubrk_close(iterator); }

/// Goes to the beginning of a text, which must live until the next call.
static inline void mdtypeset_ubrk_set_utf8(UBreakIterator *iterator, const char *text, int64_t length, UErrorCode *status) {
  UText utext = UTEXT_INITIALIZER;
  utext_openUTF8(&utext, text, length, status);
  ubrk_setUText(iterator, &utext, status);
  utext_close(&utext);
  ubrk_first(iterator);
}

static inline int32_t mdtypeset_ubrk_next(UBreakIterator *iterator) { return ubrk_next(iterator); }

#include <unicode/ubidi.h>

/// The embedding levels of UTF-16 (UAX #9, rules P2 to I2), written to `levels`.
///
/// `direction`: 0 left to right, 1 right to left, 2 by the first strong character. Returns the paragraph's level, or -1.
static inline int mdtypeset_bidi_levels(const uint16_t *text, int32_t length, int direction, uint8_t *levels) {
  UErrorCode status = U_ZERO_ERROR;
  UBiDi *bidi = ubidi_openSized(length, 0, &status);
  if (U_FAILURE(status)) return -1;
  ubidi_setPara(bidi, (const UChar *)text, length, direction == 2 ? UBIDI_DEFAULT_LTR : (UBiDiLevel)direction, NULL, &status);
  const UBiDiLevel *known = U_SUCCESS(status) ? ubidi_getLevels(bidi, &status) : NULL;
  int base = known ? ubidi_getParaLevel(bidi) : -1;
  if (known) {
    for (int32_t index = 0; index < length; index++) levels[index] = known[index];
  }
  ubidi_close(bidi);
  return base;
}
