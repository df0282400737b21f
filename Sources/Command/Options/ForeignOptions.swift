/// Options of pandoc, Typst, Quarto, WeasyPrint and md-to-pdf, and what they map to: each works, or is rejected with a hint at what to write instead.
enum ForeignOptions {
  enum Effect {
    /// It has no effect here.
    case ignored
    /// It is one of our options, with the same value.
    case renamed(String)
    /// It sets a key of front matter.
    case key(String)
    /// It is rejected with a hint at what to write instead.
    case refused(String)
    /// This value asks for what is done anyway; any other is rejected with a hint.
    case word(String, else: String)
  }

  struct Row {
    /// With their dashes.
    var names: [String]
    var tool: String
    /// True if the next word is its value.
    var takesValue: Bool
    var effect: Effect
  }

  /// The row of an option as it was written, dashes included.
  static func row(_ name: String) -> Row? { rows.first { $0.names.contains(name) } }

  static var names: [String] { rows.flatMap(\.names) }

  private static func row(_ tool: String, _ names: String, value: Bool = false, _ effect: Effect) -> Row {
    Row(names: names.split(separator: " ").map(String.init), tool: tool, takesValue: value, effect: effect)
  }

  private static let theme =
    "looks are a theme: --theme mine.yaml, or -V styles.h1.color=teal; mdtypeset themes --print article shows the keys"
  private static let code = "colours of code are keys of a theme: -V highlight.keyword=#8a1f6e"
  private static let latex = "LaTeX code is not run; --math-macros FILE defines commands for formulas, themes change the look"

  static let rows: [Row] = [
    row("pandoc", "-s --standalone", .ignored),
    row("pandoc", "-r --read", value: true, .renamed("from")),
    row("pandoc", "-M --metadata", value: true, .renamed("variable")),
    row("pandoc", "--metadata-file", value: true, .refused("put the keys into the document's front matter, or write -V KEY=VALUE")),
    row("pandoc", "--pdf-engine --pdf-engine-opt", value: true, .ignored),
    row("pandoc", "--highlight-style --syntax-highlighting", value: true, .refused(code)),
    row("pandoc", "--no-highlight", .refused(code)),
    row("pandoc", "-c --css", value: true, .refused(theme)),
    row("pandoc", "--template --reference-doc", value: true, .refused(theme)),
    row("pandoc", "-H --include-in-header -B --include-before-body -A --include-after-body", value: true, .refused(latex)),
    row("pandoc", "--table-of-contents", .renamed("toc")),
    row("pandoc", "--list-of-figures", .renamed("lof")),
    row("pandoc", "--list-of-tables", .renamed("lot")),
    row(
      "pandoc", "--mathjax --katex --mathml --webtex --gladtex --self-contained --embed-resources --file-scope --ascii --strip-comments",
      .ignored),
    row(
      "pandoc", "--reference-links --preserve-tabs --trace --listings --incremental --section-divs --html-q-tags --no-check-certificate",
      .ignored),
    row(
      "pandoc", "--wrap --columns --tab-stop --eol --email-obfuscation --id-prefix --title-prefix --markdown-headings", value: true,
      .ignored),
    row(
      "pandoc", "--reference-location --track-changes --ipynb-output --request-header --abbreviations --indented-code-classes", value: true,
      .ignored),
    row(
      "pandoc", "--data-dir --extract-media", value: true, .refused("there is nothing like it; mdtypeset --help lists the options")),
    row("pandoc", "--dpi", value: true, .renamed("ppi")),
    row("pandoc", "-C --citeproc --natbib --biblatex", .ignored),
    row("pandoc", "--citation-abbreviations", value: true, .refused("write the names in the bibliography as they are to be printed")),
    row(
      "pandoc", "-F --filter -L --lua-filter", value: true, .refused("filters are not supported; --diagram LANG=COMMAND draws code blocks")),
    row("pandoc", "--top-level-division", value: true, .refused("--theme book begins chapters on new pages")),
    row(
      "pandoc", "--shift-heading-level-by --number-offset --slide-level", value: true,
      .refused("change the levels of headings in the document")),
    row("pandoc", "--fail-if-warnings", .renamed("strict")),
    row("pandoc", "--verbose", .ignored),
    row("pandoc", "-v", .renamed("version")),
    row("Typst", "--format", value: true, .renamed("to")),
    row("Typst", "--input", value: true, .refused("values for front matter are given with -V KEY=VALUE")),
    row("Typst", "--features --package-path --package-cache-path --cert", value: true, .ignored),
    row("Typst", "--creation-timestamp", value: true, .refused("set the environment variable SOURCE_DATE_EPOCH")),
    row("Typst", "--make-deps", value: true, .renamed("deps")),
    row("Typst", "--ignore-embedded-fonts", .refused("the bundled fonts are always there; name others with -V mainfont=NAME")),
    row("Quarto", "--no-execute --no-clean --cache --no-cache --execute-debug --use-freezer --debug", .ignored),
    row("Quarto", "--execute --cache-refresh", .refused("code is shown, not run")),
    row("Quarto", "-P --execute-param --execute-params --execute-dir --execute-daemon", value: true, .refused("code is shown, not run")),
    row("Quarto", "--profile", value: true, .refused("profiles of _quarto.yml are not read; give their values with -V KEY=VALUE")),
    row("Quarto", "--log-level --log-format", value: true, .refused("--quiet suppresses warnings, --strict makes them errors")),
    row("Quarto", "--output-dir", value: true, .refused("write the folder with the name: -o DIR/doc.pdf")),
    row("Quarto", "--site-url --lib-dir", value: true, .ignored),
    row("WeasyPrint", "--stylesheet", value: true, .refused(theme)),
    row("WeasyPrint", "-e --encoding -m --media-type --hinting -D --jpeg-quality", value: true, .ignored),
    row(
      "WeasyPrint", "-p --presentational-hints --full-fonts --optimize-images --uncompressed-pdf --custom-metadata --pdf-forms --pdf-tags",
      .ignored),
    row("WeasyPrint", "-u --base-url", value: true, .refused("paths are relative to the document; --root DIR allows files below DIR")),
    row("WeasyPrint", "-a --attachment", value: true, .refused("--attach-source stores the Markdown in the PDF")),
    row("WeasyPrint", "--pdf-variant", value: true, .renamed("pdf-standard")),
    row(
      "WeasyPrint", "--pdf-version --pdf-identifier", value: true,
      .refused("--pdf-standard ua-1, ua-2, a-2b or a-3b chooses what the file conforms to")),
    row("md-to-pdf", "--document-title", value: true, .key("title")),
    row(
      "md-to-pdf", "--body-class --page-media-type --marked-options --launch-options --gray-matter-options", value: true, .refused(theme)),
    row("md-to-pdf", "--pdf-options", value: true, .refused("paper and margins are keys: -V paper=a5 -V margin=20mm")),
    row("md-to-pdf", "--basedir", value: true, .renamed("root")),
    row("md-to-pdf", "--config-file", value: true, .refused("write the options on the command line, or as front matter")),
    row("md-to-pdf", "--port --md-file-encoding --stylesheet-encoding", value: true, .ignored),
    row("other programs", "--page-size --papersize --paper --size", value: true, .key("paper")),
    row("other programs", "--margin --margins", value: true, .key("margin")),
    row("other programs", "--font --font-family --mainfont", value: true, .key("mainfont")),
    row("other programs", "--font-size --fontsize", value: true, .key("fontsize")),
    row("other programs", "--landscape", .key("landscape")),
    row("other programs", "--lang --language", value: true, .key("lang")),
    row("other programs", "--title", value: true, .key("title")),
    row("other programs", "--author", value: true, .key("author")),
    row("other programs", "--date", value: true, .key("date")),
    row("other programs", "--pdf", .refused("without it the output is a PDF: mdtypeset doc.md; -o NAME.pdf names it")),
    row("other programs", "--png", .refused("the output says it: -o 'page-{p}.png', or -t png")),
    row("other programs", "--svg", .refused("the output says it: -o 'page-{p}.svg', or -t svg")),
    row("other programs", "--out --output-file --outfile", value: true, .renamed("output")),
    row("other programs", "--watch --serve --preview", .refused("mdtypeset watch doc.md --preview shows the pages in a browser")),
    row("md-to-pdf", "--as-html --devtools", .refused("the output is PDF, PNG or SVG")),
  ]
}
