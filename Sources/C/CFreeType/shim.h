#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

/// Swift does not see values that macros make.
static const FT_Glyph_Format mdtypeset_glyph_format_outline = FT_GLYPH_FORMAT_OUTLINE;
