// The functions of the libraries that are opened late (include/CLate.h): a new function of one of them is a line here.
#include <unicode/uvernum.h>

  .section .note.GNU-stack,"",%progbits

#if defined(__x86_64__)
// The address is loaded into a register that no argument is passed in.
.macro enter name
  movq late_\name(%rip), %r11
  jmp *%r11
.endm
.macro begin name
  leaq late_\name(%rip), %r11
  jmp late_begin
.endm
#elif defined(__aarch64__)
.macro enter name
  adrp x16, late_\name
  ldr x17, [x16, :lo12:late_\name]
  br x17
.endm
.macro begin name
  adrp x16, late_\name
  add x16, x16, :lo12:late_\name
  b late_begin
.endm
#else
#error "late.S knows x86-64 and AArch64"
#endif

  .text
// Calls mdtypeset_late_open with all registers that hold arguments saved, and goes on to the address that it returns.
late_begin:
  .cfi_startproc
#if defined(__x86_64__)
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $192, %rsp
  andq $-16, %rsp
  movq %rdi, 0(%rsp)
  movq %rsi, 8(%rsp)
  movq %rdx, 16(%rsp)
  movq %rcx, 24(%rsp)
  movq %r8, 32(%rsp)
  movq %r9, 40(%rsp)
  movq %rax, 48(%rsp)
  movups %xmm0, 64(%rsp)
  movups %xmm1, 80(%rsp)
  movups %xmm2, 96(%rsp)
  movups %xmm3, 112(%rsp)
  movups %xmm4, 128(%rsp)
  movups %xmm5, 144(%rsp)
  movups %xmm6, 160(%rsp)
  movups %xmm7, 176(%rsp)
  movq %r11, %rdi
  call mdtypeset_late_open@PLT
  movq %rax, %r11
  movq 0(%rsp), %rdi
  movq 8(%rsp), %rsi
  movq 16(%rsp), %rdx
  movq 24(%rsp), %rcx
  movq 32(%rsp), %r8
  movq 40(%rsp), %r9
  movq 48(%rsp), %rax
  movups 64(%rsp), %xmm0
  movups 80(%rsp), %xmm1
  movups 96(%rsp), %xmm2
  movups 112(%rsp), %xmm3
  movups 128(%rsp), %xmm4
  movups 144(%rsp), %xmm5
  movups 160(%rsp), %xmm6
  movups 176(%rsp), %xmm7
  leave
  .cfi_def_cfa %rsp, 8
  jmp *%r11
#else
  stp x29, x30, [sp, #-224]!
  .cfi_def_cfa_offset 224
  .cfi_offset x29, -224
  .cfi_offset x30, -216
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  str x8, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov x0, x16
  bl mdtypeset_late_open
  mov x17, x0
  ldp x0, x1, [sp, #16]
  ldp x2, x3, [sp, #32]
  ldp x4, x5, [sp, #48]
  ldp x6, x7, [sp, #64]
  ldr x8, [sp, #80]
  ldp q0, q1, [sp, #96]
  ldp q2, q3, [sp, #128]
  ldp q4, q5, [sp, #160]
  ldp q6, q7, [sp, #192]
  ldp x29, x30, [sp], #224
  .cfi_def_cfa_offset 0
  br x17
#endif
  .cfi_endproc

// What follows are functions of this library.
.macro library key, file, version=
  .section .rodata.str1.1,"aMS",%progbits,1
late_name_\key:
  .ascii "\file"
  .asciz "\version"
  .data
  .balign 8
  .globl late_library_\key
  .hidden late_library_\key
late_library_\key:
  .quad 0
  .quad late_name_\key
.endm

// A function, and its struct mdtypeset_late; hidden, so that the libraries themselves never come here.
.macro function key, name
  .section .rodata.str1.1,"aMS",%progbits,1
late_name_\name:
  .asciz "\name"
  .data
  .balign 8
late_\name:
  .quad late_begin_\name
  .quad late_name_\name
  .quad late_library_\key
  .text
  .globl \name
  .hidden \name
  .type \name, %function
\name:
  .cfi_startproc
  enter \name
late_begin_\name:
  begin \name
  .cfi_endproc
  .size \name, .-\name
.endm

library cairo, libcairo.so.2
function cairo, cairo_arc
function cairo, cairo_clip
function cairo, cairo_close_path
function cairo, cairo_create
function cairo, cairo_curve_to
function cairo, cairo_destroy
function cairo, cairo_fill
function cairo, cairo_fill_preserve
function cairo, cairo_font_face_destroy
function cairo, cairo_font_face_set_user_data
function cairo, cairo_font_options_create
function cairo, cairo_font_options_destroy
function cairo, cairo_font_options_set_hint_metrics
function cairo, cairo_font_options_set_hint_style
function cairo, cairo_font_options_set_variations
function cairo, cairo_ft_font_face_create_for_ft_face
function cairo, cairo_get_source
function cairo, cairo_glyph_path
function cairo, cairo_identity_matrix
function cairo, cairo_image_surface_create
function cairo, cairo_image_surface_create_for_data
function cairo, cairo_image_surface_get_data
function cairo, cairo_image_surface_get_height
function cairo, cairo_image_surface_get_stride
function cairo, cairo_image_surface_get_width
function cairo, cairo_line_to
function cairo, cairo_move_to
function cairo, cairo_new_path
function cairo, cairo_new_sub_path
function cairo, cairo_paint
function cairo, cairo_pattern_set_extend
function cairo, cairo_pattern_set_filter
function cairo, cairo_pdf_surface_create_for_stream
function cairo, cairo_recording_surface_create
function cairo, cairo_rectangle
function cairo, cairo_restore
function cairo, cairo_save
function cairo, cairo_scale
function cairo, cairo_scaled_font_create
function cairo, cairo_scaled_font_destroy
function cairo, cairo_set_dash
function cairo, cairo_set_font_face
function cairo, cairo_set_font_size
function cairo, cairo_set_line_width
function cairo, cairo_set_fill_rule
function cairo, cairo_set_line_cap
function cairo, cairo_set_line_join
function cairo, cairo_set_scaled_font
function cairo, cairo_set_source_rgba
function cairo, cairo_set_source_surface
function cairo, cairo_show_glyphs
function cairo, cairo_show_page
function cairo, cairo_status
function cairo, cairo_status_to_string
function cairo, cairo_stroke
function cairo, cairo_stroke_preserve
function cairo, cairo_surface_destroy
function cairo, cairo_surface_finish
function cairo, cairo_surface_flush
function cairo, cairo_surface_mark_dirty
function cairo, cairo_surface_set_mime_data
function cairo, cairo_surface_status
function cairo, cairo_svg_surface_create_for_stream
function cairo, cairo_svg_surface_set_document_unit
function cairo, cairo_translate
function cairo, cairo_version_string

library fontconfig, libfontconfig.so.1
function fontconfig, FcCharSetHasChar
function fontconfig, FcConfigAppFontAddDir
function fontconfig, FcConfigAppFontAddFile
function fontconfig, FcConfigBuildFonts
function fontconfig, FcConfigCreate
function fontconfig, FcConfigDestroy
function fontconfig, FcConfigGetCacheDirs
function fontconfig, FcConfigGetConfigFiles
function fontconfig, FcConfigGetFontDirs
function fontconfig, FcConfigParseAndLoadFromMemory
function fontconfig, FcConfigSubstitute
function fontconfig, FcDefaultSubstitute
function fontconfig, FcFontList
function fontconfig, FcFontMatch
function fontconfig, FcFontRenderPrepare
function fontconfig, FcFontSetDestroy
function fontconfig, FcFontSort
function fontconfig, FcInitLoadConfig
function fontconfig, FcObjectSetAdd
function fontconfig, FcObjectSetCreate
function fontconfig, FcObjectSetDestroy
function fontconfig, FcPatternAddBool
function fontconfig, FcPatternAddInteger
function fontconfig, FcPatternAddString
function fontconfig, FcPatternCreate
function fontconfig, FcPatternDestroy
function fontconfig, FcPatternGet
function fontconfig, FcPatternGetCharSet
function fontconfig, FcPatternGetInteger
function fontconfig, FcPatternGetString
function fontconfig, FcStrListDone
function fontconfig, FcStrListNext
function fontconfig, FcWeightFromOpenType

library rsvg, librsvg-2.so.2
function rsvg, rsvg_handle_get_geometry_for_element
function rsvg, rsvg_handle_get_geometry_for_layer
function rsvg, rsvg_handle_get_intrinsic_dimensions
function rsvg, rsvg_handle_new_with_flags
function rsvg, rsvg_handle_read_stream_sync
function rsvg, rsvg_handle_render_document
function rsvg, rsvg_handle_render_layer
function rsvg, rsvg_handle_set_dpi

library gio, libgio-2.0.so.0
function gio, g_converter_input_stream_new
function gio, g_input_stream_read
function gio, g_memory_input_stream_new_from_data
function gio, g_zlib_decompressor_new

library gobject, libgobject-2.0.so.0
function gobject, g_object_unref

library glib, libglib-2.0.so.0
function glib, g_clear_error
function glib, g_log_set_handler

library xml, libxml2.so.2
function xml, htmlReadMemory
function xml, xmlDocGetRootElement
function xml, xmlFreeDoc
function xml, xmlGetLastError
function xml, xmlReadMemory
function xml, xmlResetLastError

library spng, libspng.so.0
function spng, spng_ctx_free
function spng, spng_ctx_new
function spng, spng_decode_image
function spng, spng_decode_row
function spng, spng_get_exif
function spng, spng_get_ihdr
function spng, spng_set_chunk_limits
function spng, spng_set_crc_action
function spng, spng_set_png_buffer
function spng, spng_strerror

library turbojpeg, libturbojpeg.so.0
function turbojpeg, tjDecompress2
function turbojpeg, tjDestroy
function turbojpeg, tjGetErrorCode
function turbojpeg, tjGetErrorStr2
function turbojpeg, tjInitDecompress

library sqlite, libsqlite3.so.0
function sqlite, sqlite3_bind_blob
function sqlite, sqlite3_bind_int64
function sqlite, sqlite3_bind_null
function sqlite, sqlite3_bind_text
function sqlite, sqlite3_busy_timeout
function sqlite, sqlite3_changes
function sqlite, sqlite3_close_v2
function sqlite, sqlite3_column_blob
function sqlite, sqlite3_column_bytes
function sqlite, sqlite3_column_int64
function sqlite, sqlite3_column_text
function sqlite, sqlite3_column_type
function sqlite, sqlite3_errmsg
function sqlite, sqlite3_exec
function sqlite, sqlite3_extended_errcode
function sqlite, sqlite3_finalize
function sqlite, sqlite3_last_insert_rowid
function sqlite, sqlite3_open_v2
function sqlite, sqlite3_prepare_v2
function sqlite, sqlite3_reset
function sqlite, sqlite3_step

// ICU's names and file have its version.
#define WITH(name, version) name##_##version
#define VERSIONED(name, version) WITH(name, version)
#define ICU(name) function icu, VERSIONED(name, U_ICU_VERSION_MAJOR_NUM)
library icu, libicuuc.so., U_ICU_VERSION_MAJOR_NUM
ICU(ubidi_close)
ICU(ubidi_getLevels)
ICU(ubidi_getParaLevel)
ICU(ubidi_openSized)
ICU(ubidi_setPara)
ICU(ubrk_close)
ICU(ubrk_first)
ICU(ubrk_next)
ICU(ubrk_open)
ICU(ubrk_setUText)
ICU(unorm2_getNFCInstance)
ICU(unorm2_getNFDInstance)
ICU(unorm2_getNFKCCasefoldInstance)
ICU(unorm2_normalize)
ICU(ucasemap_close)
ICU(ucasemap_open)
ICU(ucasemap_utf8ToLower)
ICU(ucasemap_utf8ToTitle)
ICU(ucasemap_utf8ToUpper)
ICU(utext_close)
ICU(utext_openUTF8)

#define ICUI18N(name) function icui18n, VERSIONED(name, U_ICU_VERSION_MAJOR_NUM)
library icui18n, libicui18n.so., U_ICU_VERSION_MAJOR_NUM
ICUI18N(ucol_close)
ICUI18N(ucol_getSortKey)
ICUI18N(ucol_open)
ICUI18N(ucol_setAttribute)
ICUI18N(udat_close)
ICUI18N(udat_format)
ICUI18N(udat_getLocaleByType)
ICUI18N(udat_open)
ICUI18N(ulistfmt_close)
ICUI18N(ulistfmt_format)
ICUI18N(ulistfmt_openForType)
ICUI18N(unumf_close)
ICUI18N(unumf_closeResult)
ICUI18N(unumf_formatDouble)
ICUI18N(unumf_openForSkeletonAndLocale)
ICUI18N(unumf_openResult)
ICUI18N(unumf_resultToString)
ICUI18N(uplrules_close)
ICUI18N(uplrules_open)
ICUI18N(uplrules_select)
