// Typesets a note into note.pdf and note-1.png, and a formula into formula.svg.
//   make c-library && cc -Iout/c samples/c/note.c -Lout/c -lmdtypeset -Wl,-rpath,out/c -o out/note && out/note
#include <mdtypeset.h>
#include <stdio.h>
#include <string.h>

static int save(const char *name, mdt_bytes bytes) {
  if (bytes.error) {
    fprintf(stderr, "%s: %s\n", name, bytes.error);
    mdt_bytes_free(bytes);
    return 0;
  }
  FILE *file = fopen(name, "wb");
  int is_saved = file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
  if (file && fclose(file)) is_saved = 0;
  printf("%s: %zu bytes\n", name, bytes.size);
  mdt_bytes_free(bytes);
  return is_saved;
}

int main(void) {
  static const char markdown[] =
      "# A note\n\nEuler: $e^{i\\pi}+1=0$, a picture ![dot](dot.svg), and a mistake: $\\frca{1}{2}$.\n";
  static const char dot[] =
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle cx='4.5' cy='4.5' r='4' fill='teal'/></svg>";

  mdt_options *options = mdt_options_new();
  mdt_options_name(options, "note.md");
  mdt_options_set(options, "paper", "a6");
  mdt_options_file(options, "dot.svg", (const uint8_t *)dot, strlen(dot));
  mdt_document *note = mdt_typeset(markdown, strlen(markdown), options);
  mdt_options_free(options);

  for (size_t index = 0; index < mdt_document_diagnostics(note); index++) {
    mdt_diagnostic found;
    mdt_document_diagnostic(note, index, &found);
    printf("%s:%zu:%zu: %s [%s]\n", found.file, found.line, found.column, found.message, found.code);
  }
  printf("mdtypeset %s, %zu page(s)\n", mdt_version(), mdt_document_pages(note));
  int is_done = save("note.pdf", mdt_document_pdf(note, "ua-1")) && save("note-1.png", mdt_document_png(note, 0, 144));
  mdt_document_free(note);

  static const char tex[] = "\\frac{a}{b}";
  mdt_formulas *formulas = mdt_formulas_new(NULL, 10, NULL);
  mdt_document *formula = mdt_formula(formulas, tex, strlen(tex), 0);
  mdt_box box;
  if (mdt_formula_box(formula, &box)) printf("a formula: %.2f pt wide, %.2f pt deep\n", box.width, box.depth);
  mdt_bytes words = mdt_formula_words(formulas, tex, strlen(tex), 0);
  printf("%s\n", (const char *)words.data);
  mdt_bytes_free(words);
  is_done = is_done && save("formula.svg", mdt_document_svg(formula, 0));
  mdt_document_free(formula);
  mdt_formulas_free(formulas);
  return is_done ? 0 : 1;
}
