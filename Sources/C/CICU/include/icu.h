// Opened late: Sources/C/CLate. What is used of ICU, without its headers: a client that imports Foundation has ICU's headers from there already, and two modules with
// the same declarations clash. ICU's names carry a version suffix too, which Swift does not see.
#pragma once
#include <stdint.h>

/// The places where lines may end (UAX #14) in a language; null where ICU fails. To be closed.
void *mdtypeset_line_breaks_open(const char *locale);
void mdtypeset_line_breaks_close(void *iterator);

/// Goes to the beginning of a UTF-8 text, which must live until the next call; 0 where ICU fails.
int mdtypeset_line_breaks_read(void *iterator, const char *text, int64_t length);

/// The byte offset of the next place; -1 at the end.
int32_t mdtypeset_line_breaks_next(void *iterator);

/// The embedding levels of UTF-16 (UAX #9, rules P2 to I2), written to `levels`.
///
/// `direction`: 0 left to right, 1 right to left, 2 by the first strong character. Returns the paragraph's level, or -1.
int mdtypeset_bidi_levels(const uint16_t *text, int32_t length, int direction, uint8_t *levels);

/// Unicode normalization (UAX #15) of UTF-16.
///
/// `form`: 0 NFC, 1 NFD, 2 NFKC with case folded and default ignorables removed. Returns the length of the result, which is cut to `capacity`, or -1.
int32_t mdtypeset_normalize(int form, const uint16_t *text, int32_t length, uint16_t *out, int32_t capacity);

/// The rules for capitals of a language; null where ICU fails. To be closed.
void *mdtypeset_case_open(const char *locale);
void mdtypeset_case_close(void *map);

/// Writes a UTF-8 text in capitals (`how` 0), in small letters (1), or with words that begin with a capital (2).
///
/// Returns the number of bytes; -1 where ICU fails or there is not enough room.
int32_t mdtypeset_case_change(void *map, int how, const char *text, int32_t length, char *out, int32_t capacity);

/// Writes the category that a language has for a number (CLDR): `one`, `few`, `other` … Returns the number of bytes; -1 where ICU fails.
int32_t mdtypeset_plural_category(const char *locale, double number, char *out, int32_t capacity);

/// Writes a time in seconds since 1970, in UTC, in a language's form and calendar (CLDR): `28 de noviembre de 2026`.
///
/// The styles: -1 leaves out, 0 full, 1 long, 2 medium, 3 short. Returns the number of UTF-16 units; -1 where ICU fails, does not know the language,
/// or there is not enough room.
int32_t mdtypeset_time(const char *locale, int64_t seconds, int date_style, int time_style, uint16_t *out, int32_t capacity);

/// How a language writes numbers, by a skeleton of ICU (`currency/EUR`); null where ICU fails. It may be used by several threads at once. To be closed.
void *mdtypeset_number_open(const char *locale, const uint16_t *skeleton, int32_t length);
void mdtypeset_number_close(void *format);

/// Writes a number. Returns the number of UTF-16 units; -1 where ICU fails or there is not enough room.
int32_t mdtypeset_number_write(const void *format, double number, uint16_t *out, int32_t capacity);

/// Joins texts as a language does (CLDR): `a, b und c`. `kind`: 0 and, 1 or. Returns the number of UTF-16 units; -1 where ICU fails or there is not enough room.
int32_t mdtypeset_list(
    const char *locale, int kind, const uint16_t *const *items, const int32_t *lengths, int32_t count, uint16_t *out, int32_t capacity);

/// The order of words in a language (UCA, CLDR); null where ICU fails. To be closed.
void *mdtypeset_collator_open(const char *locale);
void mdtypeset_collator_close(void *collator);

/// Writes bytes that compare as a text sorts. Returns how many there are, the last one 0; the result is cut to `capacity`.
int32_t mdtypeset_sort_key(const void *collator, const uint16_t *text, int32_t length, uint8_t *key, int32_t capacity);

/// The version of ICU that the program was built with; it opens no other.
const char *mdtypeset_icu_version(void);
