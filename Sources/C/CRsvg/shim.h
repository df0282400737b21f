// Opened late: Sources/C/CLate. What we use of librsvg and GLib, as their headers declare it: these headers ask for twelve folders of others.
#pragma once
#include <cairo/cairo.h>
#include <stddef.h>
#include <stdint.h>

typedef int gboolean;

typedef struct _GError {
  uint32_t domain;
  int code;
  char *message;
} GError;

typedef struct _RsvgHandle RsvgHandle;
typedef struct _GInputStream GInputStream;
typedef struct _GConverter GConverter;

typedef enum { RSVG_HANDLE_FLAGS_NONE = 0, RSVG_HANDLE_FLAG_UNLIMITED = 1 << 0, RSVG_HANDLE_FLAG_KEEP_IMAGE_DATA = 1 << 1 } RsvgHandleFlags;

typedef enum {
  RSVG_UNIT_PERCENT,
  RSVG_UNIT_PX,
  RSVG_UNIT_EM,
  RSVG_UNIT_EX,
  RSVG_UNIT_IN,
  RSVG_UNIT_CM,
  RSVG_UNIT_MM,
  RSVG_UNIT_PT,
  RSVG_UNIT_PC
} RsvgUnit;

typedef struct {
  double length;
  RsvgUnit unit;
} RsvgLength;

typedef struct {
  double x, y, width, height;
} RsvgRectangle;

RsvgHandle *rsvg_handle_new_with_flags(RsvgHandleFlags flags);
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
gboolean rsvg_handle_read_stream_sync(RsvgHandle *handle, GInputStream *stream, void *cancellable, GError **error);
gboolean rsvg_handle_get_geometry_for_layer(
    RsvgHandle *handle, const char *id, const RsvgRectangle *viewport, RsvgRectangle *ink, RsvgRectangle *logical, GError **error);
gboolean rsvg_handle_get_geometry_for_element(
    RsvgHandle *handle, const char *id, RsvgRectangle *ink, RsvgRectangle *logical, GError **error);
void rsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *handle, gboolean *has_width, RsvgLength *width, gboolean *has_height, RsvgLength *height, gboolean *has_viewbox,
    RsvgRectangle *viewbox);
gboolean rsvg_handle_render_document(RsvgHandle *handle, cairo_t *context, const RsvgRectangle *viewport, GError **error);
gboolean rsvg_handle_render_layer(
    RsvgHandle *handle, cairo_t *context, const char *id, const RsvgRectangle *viewport, GError **error);

void g_object_unref(void *object);
void g_clear_error(GError **error);
unsigned g_log_set_handler(const char *domain, int levels, void (*handler)(const char *, int, const char *, void *), void *data);

typedef enum { G_ZLIB_COMPRESSOR_FORMAT_ZLIB, G_ZLIB_COMPRESSOR_FORMAT_GZIP, G_ZLIB_COMPRESSOR_FORMAT_RAW } GZlibCompressorFormat;

GInputStream *g_memory_input_stream_new_from_data(const void *data, ptrdiff_t count, void (*destroy)(void *));
GConverter *g_zlib_decompressor_new(GZlibCompressorFormat format);
GInputStream *g_converter_input_stream_new(GInputStream *base, GConverter *converter);
ptrdiff_t g_input_stream_read(GInputStream *stream, void *buffer, size_t count, void *cancellable, GError **error);
