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
