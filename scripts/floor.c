// The least that a program with mdtypeset's libraries does for a PDF: cmark reads, HarfBuzz shapes each word, lines are filled, Cairo writes the glyphs.
// No formulas, no hyphenation, no tags, no tables. Usage: floor FONT CODE-FONT IN.md OUT.pdf
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cmark.h>
#include <hb-ot.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { pageWidth = 420, pageHeight = 595, margin = 54 };

struct face {
  hb_font_t *shaper;
  cairo_font_face_t *drawn;
};

static cairo_t *page;
static double x = margin, y = margin;
// The glyphs of the line so far that are of one face and size.
static cairo_glyph_t glyphs[4096];
static int glyphCount;
static struct face *glyphFace;
static double glyphSize;

static struct face open_face(FT_Library library, const char *file) {
  FT_Face face;
  if (FT_New_Face(library, file, 0, &face)) exit(2);
  hb_blob_t *blob = hb_blob_create_from_file(file);
  hb_font_t *shaper = hb_font_create(hb_face_create(blob, 0));
  hb_font_set_scale(shaper, 1000, 1000);
  return (struct face){shaper, cairo_ft_font_face_create_for_ft_face(face, 0)};
}

static void show(void) {
  if (!glyphCount) return;
  cairo_set_font_face(page, glyphFace->drawn);
  cairo_set_font_size(page, glyphSize);
  cairo_show_glyphs(page, glyphs, glyphCount);
  glyphCount = 0;
}

static void new_line(double height) {
  show();
  x = margin;
  y += height;
  if (y < pageHeight - margin) return;
  cairo_show_page(page);
  y = margin;
}

static void word(struct face *face, double size, const char *text, int length, hb_buffer_t *buffer) {
  hb_buffer_clear_contents(buffer);
  hb_buffer_add_utf8(buffer, text, length, 0, length);
  hb_buffer_guess_segment_properties(buffer);
  hb_shape(face->shaper, buffer, NULL, 0);
  unsigned count;
  hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
  hb_glyph_position_t *places = hb_buffer_get_glyph_positions(buffer, &count);
  double width = 0;
  for (unsigned index = 0; index < count; index++) width += places[index].x_advance * size / 1000;
  if (x > margin && x + width > pageWidth - margin) new_line(size * 1.3);
  if (face != glyphFace || size != glyphSize || glyphCount + count > 4096) show();
  glyphFace = face;
  glyphSize = size;
  for (unsigned index = 0; index < count && glyphCount < 4096; index++) {
    glyphs[glyphCount++] = (cairo_glyph_t){infos[index].codepoint, x + places[index].x_offset * size / 1000, y};
    x += places[index].x_advance * size / 1000;
  }
}

static void set(struct face *face, double size, const char *text, hb_buffer_t *buffer) {
  while (*text) {
    size_t length = strcspn(text, " \n");
    if (length) word(face, size, text, (int)length, buffer);
    text += length;
    if (*text == '\n') new_line(size * 1.3);
    if (*text == ' ') x += size / 4;
    if (*text) text++;
  }
}

int main(int count, char **words) {
  if (count != 5) return 64;
  FT_Library library;
  FT_Init_FreeType(&library);
  struct face text = open_face(library, words[1]), code = open_face(library, words[2]);
  FILE *file = fopen(words[3], "rb");
  if (!file) return 2;
  cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  char bytes[65536];
  for (size_t size; (size = fread(bytes, 1, sizeof bytes, file)) > 0;) cmark_parser_feed(parser, bytes, size);
  cmark_node *document = cmark_parser_finish(parser);
  cairo_surface_t *surface = cairo_pdf_surface_create(words[4], pageWidth, pageHeight);
  page = cairo_create(surface);
  hb_buffer_t *buffer = hb_buffer_create();
  double size = 10;
  cmark_iter *walk = cmark_iter_new(document);
  for (cmark_event_type event; (event = cmark_iter_next(walk)) != CMARK_EVENT_DONE;) {
    cmark_node *node = cmark_iter_get_node(walk);
    int enters = event == CMARK_EVENT_ENTER;
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING: size = enters ? 14 : 10; // Then as a paragraph.
    case CMARK_NODE_PARAGRAPH:
      if (!enters) new_line(size * 1.6);
      break;
    case CMARK_NODE_TEXT: set(&text, size, cmark_node_get_literal(node), buffer); break;
    case CMARK_NODE_CODE: set(&code, size, cmark_node_get_literal(node), buffer); break;
    case CMARK_NODE_SOFTBREAK: x += size / 4; break;
    case CMARK_NODE_LINEBREAK: new_line(size * 1.3); break;
    case CMARK_NODE_CODE_BLOCK: set(&code, 9, cmark_node_get_literal(node), buffer); break;
    default: break;
    }
  }
  show();
  cairo_destroy(page);
  cairo_surface_finish(surface);
  return cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS;
}
