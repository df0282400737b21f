/// What `--help` prints.
enum Help {
  static let text = """
    mdtypeset INPUT… -o OUTPUT [options]

    Typesets Markdown with LaTeX math, SVG and images into PDF, PNG or SVG pages.
    - stands for standard input or output. Page pictures are NAME-1.png, … or follow a pattern: out/{p}.png.

    Options
    \(table(TypesetVerb.options))

    Other verbs, each with its own --help
      mdtypeset math 'FORMULA' -o eq.svg    typeset one formula, cropped
      mdtypeset inspect STAGE INPUT         print what a stage makes: ast, boxes, pages, typography, lines
      mdtypeset extract FILE.pdf            print the Markdown that --attach-source put into a PDF
      mdtypeset query FILE --rects --json   print where headings, figures, formulas and names are
      mdtypeset snapshot FILE --node '#NAME' -o FILE.png
                                            one part of a document as a picture
      mdtypeset fonts                       list the fonts that can be named; --explain NAME says which file that is
      mdtypeset themes                      list the built-in themes; --specimen shows one

    Exit codes: 0 done, 2 usage, 3 stopped by --strict, 4 input unreadable, 5 output unwritable, 7 limit reached, 70 internal error

    """

  static func table(_ options: [Option]) -> String {
    let heads = options.map { option in
      "  " + (option.letter.map { "-\($0), " } ?? "    ") + "--\(option.name)"
        + (option.value.map { option.isValueOptional ? "[=\($0)]" : " \($0)" } ?? "")
    }
    let width = heads.map(\.count).max() ?? 0
    return zip(heads, options).map { head, option in
      head + String(repeating: " ", count: width - head.count + 2) + option.help
    }.joined(separator: "\n")
  }
}
