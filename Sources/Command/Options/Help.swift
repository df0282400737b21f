/// What `--help` prints.
enum Help {
  /// The verbs, a line each.
  private static var verbs: String {
    let width = Verbs.all.map(\.usage.count).max() ?? 0
    return Verbs.all.map { "  mdtypeset " + $0.usage + String(repeating: " ", count: width - $0.usage.count + 2) + $0.help }.joined(
      separator: "\n")
  }

  static var text: String {
    """
    mdtypeset INPUT… [-o OUTPUT] [options]

    Typesets Markdown with LaTeX math, SVG and images into PDF, PNG or SVG pages.
    doc.md becomes doc.pdf beside it, unless -o or a last word such as out.pdf names another file. - stands for standard input or output.
    Page pictures are NAME-1.png, … or follow a pattern: out/{p}.png.

    Options
    \(table(TypesetVerb.options))

    Other verbs, each with its own --help
    \(verbs)

    Exit codes
    \(ExitCode.meanings.map { "  \($0.code.rawValue)\($0.code.rawValue > 9 ? " " : "  ")\($0.meaning)" }.joined(separator: "\n"))

    """
  }

  /// The options, a line each.
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

extension Arguments {
  /// The words of a verb; nil where they ask for its help, which is then printed.
  ///
  /// - Parameters:
  ///   - help: How the verb is called, and what it does.
  ///   - own: The options that its help lists; nil lists all.
  ///   - more: What follows the options.
  static func ofVerb(
    _ words: [String], options: [Option], help: @autoclosure () -> String, own: [Option]? = nil, more: String = ""
  ) throws -> Arguments? {
    let arguments = try Arguments(words, options: options)
    guard arguments.has("help") else { return arguments }
    try printOut("\(help())\n\n\(Help.table(own ?? options))\n" + (more.isEmpty ? "" : "\n\(more)\n"))
    return nil
  }
}
