internal import TypesetDiagnostics

// The names that `from` and `--from` know: tools, and pandoc's formats with its extensions.

extension Dialect {
  /// What is wrong with the name of a format.
  public struct NameFault: Error, Hashable, Sendable {
    public var message: String
    public var hint: String
  }

  /// Reads `gfm`, `markdown+hard_line_breaks-smart` and the like; `auto` is nil.
  public static func named(_ words: String) throws(NameFault) -> Dialect? {
    let text = words.lowercased()
    let base = String(text.prefix { $0 != "+" && $0 != "-" || text.hasPrefix("r-") || text.hasPrefix("python-") && $0 == "-" })
    if text == "auto" { return nil }
    let name = tools[text] == nil ? base : text
    guard let tool = tools[name] else {
      let near = nearest(to: name, among: tools.keys.sorted()).map { "did you mean \($0)? " } ?? ""
      let known = "gfm, commonmark, kramdown, pandoc, rmarkdown, bookdown, quarto, myst, mkdocs, obsidian, vitepress, hugo, marp or auto"
      throw NameFault(message: "unknown format \"\(name)\"", hint: near + "use one of \(known)")
    }
    var dialect = Dialect(tool)
    var rest = text.dropFirst(name.count)
    while let sign = rest.first {
      let word = rest.dropFirst().prefix { $0 != "+" && $0 != "-" }
      rest = rest.dropFirst(1 + word.count)
      guard sign == "+" || sign == "-", let traits = extensions[String(word)] else {
        let near = nearest(to: String(word), among: extensions.keys.sorted()).map { "did you mean \($0)? " } ?? ""
        throw NameFault(
          message: "\"\(words)\" names an extension that changes nothing here: \(word)", hint: near + "leave it out, or see the guide")
      }
      if sign == "+" { dialect.traits.formUnion(traits) } else { dialect.traits.subtract(traits) }
    }
    return dialect
  }

  private static let tools: [String: Tool] = {
    var names: [String: Tool] = [:]
    for tool in Tool.allCases { names[tool.rawValue] = tool }
    let others: KeyValuePairs<String, Tool> = [
      "gfm": .github, "markdown_github": .github, "commonmark_x": .pandoc, "markdown_strict": .commonmark, "jekyll": .kramdown,
      "markdown": .pandoc, "markdown_phpextra": .kramdown, "markdown_mmd": .pandoc, "multimarkdown": .pandoc, "rmd": .rmarkdown,
      "r-markdown": .rmarkdown, "qmd": .quarto, "sphinx": .myst, "jupyter": .myst, "python-markdown": .mkdocs, "pymdown": .mkdocs,
      "gitbook": .honkit, "revealjs": .reveal, "chatgpt": .chat, "docs": .docusaurus, "mdx": .docusaurus, "goldmark": .hugo,
      // Notebooks have GitHub's Markdown.
      "ipynb": .github, "json": .pandoc, "pandoc-json": .pandoc,
    ]
    for (name, tool) in others { names[name] = tool }
    return names
  }()

  /// pandoc's extensions, by what they are here.
  private static let extensions: [String: Traits] = {
    var extensions = switched
    for name in unswitched { extensions[name] = [] }
    return extensions
  }()

  /// Those that are read alike with them and without them: what they ask for can't be meant otherwise.
  private static let unswitched = [
    "all_symbols_escapable", "auto_identifiers", "autolink_bare_uris", "backtick_code_blocks", "blank_before_blockquote",
    "blank_before_header", "east_asian_line_breaks", "escaped_line_breaks", "fenced_code_attributes", "fenced_code_blocks", "footnotes",
    "gfm_auto_identifiers", "header_attributes", "inline_code_attributes", "inline_notes", "intraword_underscores", "latex_macros",
    "link_attributes", "native_spans", "pipe_tables", "raw_html", "raw_tex",
    "shortcut_reference_links", "space_in_atx_header", "startnum", "task_lists", "yaml_metadata_block",
  ]

  private static let switched: [String: Traits] = [
    "hard_line_breaks": .lineBreaks, "subscript": .tildeSubscripts, "superscript": .caretSuperscripts, "mark": .marks,
    "short_subsuperscripts": [], "bracketed_spans": .bracketedSpans, "markdown_in_html_blocks": .markdownInHTML,
    "native_divs": .markdownInHTML, "definition_lists": .definitionLists, "smart": .smart, "tex_math_dollars": .dollarMath,
    "tex_math_single_backslash": .bracketMath, "tex_math_double_backslash": .bracketMath, "emoji": .emoji, "strikeout": .strikeout,
    "citations": .citations, "fenced_divs": .fencedDivs, "grid_tables": .gridTables, "simple_tables": .simpleTables,
    "multiline_tables": .simpleTables, "line_blocks": .lineBlocks, "fancy_lists": .fancyLists, "example_lists": .exampleLists,
    "lists_without_preceding_blankline": .itemsBelowText,
    "pandoc_title_block": .titleBlocks, "mmd_title_block": .titleBlocks, "raw_attribute": .rawAttributes,
    "table_captions": .tableCaptions, "implicit_figures": .implicitFigures, "implicit_header_references": .implicitReferences,
    "attributes": .attributeLists,
  ]
}
