// ICU's names carry a version suffix through macros, which Swift does not see: these inline functions have stable ones.
#pragma once
#include <unicode/ubrk.h>
#include <unicode/ubidi.h>
#include <unicode/uscript.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>
