#include "icu.h"

#include <string.h>
#include <unicode/uvernum.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/ucol.h>
#include <unicode/udat.h>
#include <unicode/ulistformatter.h>
#include <unicode/unumberformatter.h>
#include <unicode/unorm2.h>
#include <unicode/ucasemap.h>
#include <unicode/upluralrules.h>
#include <unicode/utext.h>

void *mdtypeset_line_breaks_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  return ubrk_open(UBRK_LINE, locale, NULL, 0, &status);
}

void mdtypeset_line_breaks_close(void *iterator) { ubrk_close(iterator); }

int mdtypeset_line_breaks_read(void *iterator, const char *text, int64_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UText utext = UTEXT_INITIALIZER;
  utext_openUTF8(&utext, text, length, &status);
  ubrk_setUText(iterator, &utext, &status);
  utext_close(&utext);
  ubrk_first(iterator);
  return U_SUCCESS(status);
}

int32_t mdtypeset_line_breaks_next(void *iterator) { return ubrk_next(iterator); }

int mdtypeset_bidi_levels(const uint16_t *text, int32_t length, int direction, uint8_t *levels) {
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

void *mdtypeset_case_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  return ucasemap_open(locale, U_TITLECASE_NO_LOWERCASE, &status);
}

void mdtypeset_case_close(void *map) { ucasemap_close(map); }

int32_t mdtypeset_case_change(void *map, int how, const char *text, int32_t length, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = how == 0   ? ucasemap_utf8ToUpper(map, out, capacity, text, length, &status)
                  : how == 1 ? ucasemap_utf8ToLower(map, out, capacity, text, length, &status)
                             : ucasemap_utf8ToTitle(map, out, capacity, text, length, &status);
  return U_SUCCESS(status) && count <= capacity ? count : -1;
}

int32_t mdtypeset_plural_category(const char *locale, double number, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UPluralRules *rules = uplrules_open(locale, &status);
  if (U_FAILURE(status)) return -1;
  UChar word[16];
  int32_t count = uplrules_select(rules, number, word, 16, &status);
  uplrules_close(rules);
  if (U_FAILURE(status) || count > capacity) return -1;
  // Categories have ASCII names.
  for (int32_t index = 0; index < count; index++) out[index] = (char)word[index];
  return count;
}

int32_t mdtypeset_time(const char *locale, int64_t seconds, int date_style, int time_style, uint16_t *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  static const UChar gmt[] = {'G', 'M', 'T'};
  UDateFormat *format = udat_open((UDateFormatStyle)time_style, (UDateFormatStyle)date_style, locale, gmt, 3, NULL, 0, &status);
  // A language that it does not know gets the machine's.
  const char *valid = U_SUCCESS(status) ? udat_getLocaleByType(format, ULOC_VALID_LOCALE, &status) : NULL;
  size_t letters = strcspn(locale, "_");
  int isKnown = valid && strncmp(valid, locale, letters) == 0 && (valid[letters] == 0 || valid[letters] == '_');
  int32_t count = isKnown ? udat_format(format, (UDate)seconds * 1000, (UChar *)out, capacity, NULL, &status) : -1;
  if (format) udat_close(format);
  return U_SUCCESS(status) && count <= capacity ? count : -1;
}

void *mdtypeset_number_open(const char *locale, const uint16_t *skeleton, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UNumberFormatter *format = unumf_openForSkeletonAndLocale((const UChar *)skeleton, length, locale, &status);
  if (U_SUCCESS(status)) return format;
  if (format) unumf_close(format);
  return NULL;
}

void mdtypeset_number_close(void *format) { unumf_close(format); }

int32_t mdtypeset_number_write(const void *format, double number, uint16_t *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UFormattedNumber *result = unumf_openResult(&status);
  unumf_formatDouble(format, number, result, &status);
  int32_t count = U_SUCCESS(status) ? unumf_resultToString(result, (UChar *)out, capacity, &status) : -1;
  if (result) unumf_closeResult(result);
  return U_SUCCESS(status) && count <= capacity ? count : -1;
}

int32_t mdtypeset_list(
    const char *locale, int kind, const uint16_t *const *items, const int32_t *lengths, int32_t count, uint16_t *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UListFormatter *format = ulistfmt_openForType(locale, (UListFormatterType)kind, ULISTFMT_WIDTH_WIDE, &status);
  int32_t length = U_SUCCESS(status) ? ulistfmt_format(format, (const UChar *const *)items, lengths, count, (UChar *)out, capacity, &status) : -1;
  if (format) ulistfmt_close(format);
  return U_SUCCESS(status) && length <= capacity ? length : -1;
}

void *mdtypeset_collator_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UCollator *collator = ucol_open(locale, &status);
  if (U_FAILURE(status)) return NULL;
  ucol_setAttribute(collator, UCOL_ALTERNATE_HANDLING, UCOL_NON_IGNORABLE, &status);
  return collator;
}

void mdtypeset_collator_close(void *collator) { ucol_close(collator); }

int32_t mdtypeset_sort_key(const void *collator, const uint16_t *text, int32_t length, uint8_t *key, int32_t capacity) {
  return ucol_getSortKey(collator, (const UChar *)text, length, key, capacity);
}

const char *mdtypeset_icu_version(void) { return U_ICU_VERSION; }

int32_t mdtypeset_normalize(int form, const uint16_t *text, int32_t length, uint16_t *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *normalizer = form == 0   ? unorm2_getNFCInstance(&status)
                                   : form == 1 ? unorm2_getNFDInstance(&status)
                                               : unorm2_getNFKCCasefoldInstance(&status);
  if (U_FAILURE(status)) return -1;
  int32_t count = unorm2_normalize(normalizer, (const UChar *)text, length, (UChar *)out, capacity, &status);
  return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? count : -1;
}
