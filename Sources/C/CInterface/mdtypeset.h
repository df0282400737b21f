// mdtypeset for C and every language that can call it: Markdown with LaTeX math, SVG and pictures, typeset into PDF, PNG, SVG and text.
//
//   mdt_document *note = mdt_typeset("Euler: $e^{i\\pi}+1=0$", 22, NULL);
//   mdt_bytes pdf = mdt_document_pdf(note, NULL);
//   fwrite(pdf.data, 1, pdf.size, file);
//   mdt_bytes_free(pdf);
//   mdt_document_free(note);
//
// Rules that hold for all functions:
// - Strings are UTF-8. Those that come in are copied; they end with a zero byte unless a size goes with them.
// - A null pointer for an object is allowed everywhere: it is the defaults for options, and an empty document otherwise.
// - Pages and diagnostics count from 0. Lengths are points of 1/72 inch.
// - Typesetting never fails: what is wrong with a text is in the document's diagnostics.
// - Every function may be called from any thread. A document and a set of formulas may be used by several threads at once. An object is freed
//   once, when no thread uses it any more.
// - No file is read but those below folders that the options name, and fontconfig's own where the system's fonts are asked for. The library
//   installs no signal handler, changes no environment and starts no process. (Swift's runtime reports crashes where a Swift toolchain is
//   installed, unless SWIFT_BACKTRACE=enable=no.)
#ifndef MDTYPESET_H
#define MDTYPESET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this interface. It grows when a function or a member is added at the end; libmdtypeset.so.0 gets another number when
// something that exists changes.
#define MDT_INTERFACE 1

// What a document is set with.
typedef struct mdt_options mdt_options;
// A typeset document, or a typeset formula: pages, and what is wrong with the text.
typedef struct mdt_document mdt_document;
// A font and a size for formulas.
typedef struct mdt_formulas mdt_formulas;

// Bytes that the caller owns. After the last byte there is a zero byte that is not counted, so text is a string of C too.
typedef struct {
  uint8_t *data;  // NULL where there is an error
  size_t size;
  char *error;  // one sentence without a full stop; NULL where there is none
} mdt_bytes;

typedef enum { MDT_NOTE = 0, MDT_WARNING = 1, MDT_ERROR = 2 } mdt_severity;

// What is wrong with a text. Its strings live as long as the document.
typedef struct {
  mdt_severity severity;
  const char *code;     // stable: "math.unknown-command"
  const char *message;  // one sentence without a full stop
  const char *hint;     // what to do; NULL where there is no advice
  const char *file;     // where it is; NULL where it is in no file
  size_t line, column;  // from 1; 0 where it has no place
  size_t start, end;    // bytes of the text; both 0 where it has no place in it
} mdt_diagnostic;

// The box of a formula.
typedef struct {
  double width, height, depth;   // height above and depth below the baseline
  double origin_x, origin_y;     // the left end of the baseline, from the picture's upper left corner, y downwards
} mdt_box;

// The version of the program, such as "0.9.0".
const char *mdt_version(void);
// MDT_INTERFACE of the library that is loaded.
int mdt_interface(void);

// Options. Those that return int return 1, or 0 where the value can't be taken: then nothing has changed.
mdt_options *mdt_options_new(void);
void mdt_options_free(mdt_options *options);
// What diagnostics call the text; "document.md" at first.
void mdt_options_name(mdt_options *options, const char *name);
// A built-in theme by its name. 0 if there is none of that name.
int mdt_options_theme(mdt_options *options, const char *name);
// A theme of one's own, as YAML. What is wrong with it is in the document's diagnostics.
void mdt_options_theme_yaml(mdt_options *options, const char *yaml);
// A key of themes ("styles.h1.before") or front matter ("paper") with its value as in YAML; overrides both.
void mdt_options_set(mdt_options *options, const char *key, const char *value);
// Definitions for all formulas: \newcommand lines, or lines of the form \name: expansion.
void mdt_options_macros(mdt_options *options, const char *macros);
// A folder below which the document may read pictures and other files, and where its relative paths start. Of several the first counts for that.
void mdt_options_folder(mdt_options *options, const char *folder);
// A file in memory, by its name exactly as in the document. Once there is one, no file on disk is read.
void mdt_options_file(mdt_options *options, const char *name, const uint8_t *data, size_t size);
// A further folder with fonts.
void mdt_options_fonts(mdt_options *options, const char *folder);
// 1 to use the system's fonts too, for characters that the bundled ones lack; 0 at first.
void mdt_options_system_fonts(mdt_options *options, int uses);
// At most this many threads; 0 is one for each core. 0 if it is negative.
int mdt_options_threads(mdt_options *options, int count);

// A document of Markdown.
mdt_document *mdt_typeset(const char *markdown, size_t size, const mdt_options *options);
void mdt_document_free(mdt_document *document);
size_t mdt_document_pages(const mdt_document *document);
// 1, or 0 if there is no such page.
int mdt_document_page_size(const mdt_document *document, size_t page, double *width, double *height);
// A PDF. Standards are names with commas between them ("ua-1,a-3b"), or NULL.
mdt_bytes mdt_document_pdf(const mdt_document *document, const char *standards);
// A page as PNG, at so many pixels per inch.
mdt_bytes mdt_document_png(const mdt_document *document, size_t page, double ppi);
mdt_bytes mdt_document_svg(const mdt_document *document, size_t page);
// The text of all pages in reading order, with a form feed between pages.
mdt_bytes mdt_document_text(const mdt_document *document);
// Headings, blocks and their places, as JSON.
mdt_bytes mdt_document_json(const mdt_document *document);
size_t mdt_document_diagnostics(const mdt_document *document);
// 1, or 0 if there is no such diagnostic.
int mdt_document_diagnostic(const mdt_document *document, size_t index, mdt_diagnostic *diagnostic);

// A font for formulas by its family ("Libertinus Math" if it is NULL), a size in points, and definitions or NULL; NULL if there is no such font.
mdt_formulas *mdt_formulas_new(const char *font, double size, const char *macros);
void mdt_formulas_free(mdt_formulas *formulas);
// A formula of LaTeX without dollars, as a document of one page; is_display is 1 for display style.
mdt_document *mdt_formula(const mdt_formulas *formulas, const char *tex, size_t size, int is_display);
// 1, or 0 if the document is no formula.
int mdt_formula_box(const mdt_document *formula, mdt_box *box);
// A formula as MathML Core, and in words as a screen reader says it.
mdt_bytes mdt_formula_mathml(const mdt_formulas *formulas, const char *tex, size_t size, int is_display);
mdt_bytes mdt_formula_words(const mdt_formulas *formulas, const char *tex, size_t size, int is_display);

void mdt_bytes_free(mdt_bytes bytes);

#ifdef __cplusplus
}
#endif

#endif
