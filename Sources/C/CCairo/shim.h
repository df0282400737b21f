// Opened late: Sources/C/CLate.
#pragma once
#include <cairo/cairo.h>
#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>

// Of cairo-ft.h, which asks for FreeType's headers.
cairo_public cairo_font_face_t *cairo_ft_font_face_create_for_ft_face(void *face, int load_flags);
