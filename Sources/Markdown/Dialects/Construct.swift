internal import TypesetDiagnostics

/// A construct that CommonMark does not have: where it begins, whose it is, what it becomes, and what is said where it is not understood.
///
/// The readers ask this table what may begin at a byte; the guide's list and `mdtypeset inspect constructs` are printed from it, and each row
/// names an excerpt in `Tests/Dialects` in which its opener and its node are looked for.
package struct Construct: Sendable {
  /// Where a construct begins.
  package enum Place: String, Sendable {
    /// At the first character of a line.
    case line = "a line"
    /// Anywhere in a text.
    case text
    /// In the info string of a code fence, or in its first lines.
    case fence = "a fence"
    /// In the front matter, or at the top of the file.
    case top = "the top"
  }

  /// Who reads it, of those that ask this table: `SpecialOpener` at the first character of a line, `InlineExtensions` in texts.
  enum Reader: Sendable { case admonition, tab, division, definition, directive, texts }

  package var name: String
  /// How it begins, as an author writes it.
  package var opener: String
  package var place: Place
  /// Where this decides whether it is read; nil for what is read in all dialects.
  var trait: Dialect.Traits?
  /// The only dialects that read it; empty for what `trait` decides.
  var tools: [Dialect.Tool] = []
  /// The node that it becomes, as trees are printed; nil for what changes other nodes, or leaves none.
  package var node: String?
  /// What it becomes, for the guide, where the node's name does not say it.
  var meaning: String?
  /// The code of the diagnostic where it is not understood; nil where it is text then.
  package var code: String?
  /// A document below `Tests/Dialects/Excerpts` that has it; nil for what only a program that uses the library can read.
  package var excerpt: String?
  var reader: Reader?

  private init(
    _ name: String, _ opener: String, _ place: Place, trait: Dialect.Traits? = nil, tools: [Dialect.Tool] = [], node: String? = nil,
    meaning: String? = nil, code: String? = "markup.raw", reader: Reader? = nil, excerpt: String? = nil
  ) {
    (self.name, self.opener, self.place, self.trait, self.tools, self.node) = (name, opener, place, trait, tools, node)
    (self.meaning, self.code, self.excerpt, self.reader) = (meaning, code, excerpt, reader)
  }

  /// The dialects that read it; empty for all.
  package var dialects: [Dialect.Tool] {
    guard let trait else { return tools }
    let having = Dialect.Tool.allCases.filter { $0.traits.isSuperset(of: trait) }
    return having.count == Dialect.Tool.allCases.count ? [] : having
  }

  // MARK: Which readers may begin at a byte

  /// The readers of blocks by the first byte of the opener, in the order of the table, with what dialects need for them.
  static let readers: [[(reader: Reader, trait: Dialect.Traits?)]] = {
    var readers = [[(reader: Reader, trait: Dialect.Traits?)]](repeating: [], count: 256)
    for row in all {
      if let reader = row.reader, reader != .texts, let byte = row.opener.utf8.first { readers[Int(byte)].append((reader, row.trait)) }
    }
    return readers
  }()

  /// The bytes with which something in a text begins that CommonMark does not know.
  static let textBytes: [Bool] = {
    var bytes = [Bool](repeating: false, count: 256)
    for row in all where row.reader == .texts {
      if let byte = row.opener.utf8.first { bytes[Int(byte)] = true }
    }
    return bytes
  }()

  // MARK: The table

  package static let all: [Construct] = blocks + fences + texts + courses

  private static let blocks: [Construct] = [
    Construct("title block", "% ", .top, trait: .titleBlocks, meaning: "front matter", excerpt: "pandoc/title-block"),
    Construct("alert", "> [!", .line, node: "callout alert", excerpt: "github/alerts"),
    Construct("admonition", "!!! ", .line, node: "callout admonition", reader: .admonition, excerpt: "mkdocs/admonitions"),
    Construct("folded admonition", "??? ", .line, node: "callout admonition", reader: .admonition, excerpt: "mkdocs/admonitions"),
    Construct("tab", "=== \"", .line, node: "callout tab", reader: .tab, excerpt: "mkdocs/tabs"),
    Construct("block of pymdown-extensions", "/// ", .line, node: "callout admonition", excerpt: "mkdocs/blocks"),
    Construct(
      "fenced div", "::: ", .line, trait: .fencedDivs, node: "callout admonition", meaning: "a callout or a division, by its name",
      reader: .division, excerpt: "vitepress/containers"),
    Construct("fenced div with attributes", "::: {", .line, trait: .fencedDivs, node: "division", excerpt: "pandoc/divs-and-spans"),
    Construct("definition", ": ", .line, trait: .definitionLists, node: "definition", reader: .definition, excerpt: "pandoc/definitions"),
    Construct(
      "definition with a tilde", "~ ", .line, trait: .tildeDefinitions, node: "definition", code: nil, reader: .definition,
      excerpt: "pandoc/definitions"),
    Construct("directive of a client", "@Name(", .line, meaning: "directive", reader: .directive),
    Construct("label", "(name)=", .line, meaning: "the name of the next block", excerpt: "myst/targets-and-headings"),
    Construct("comment of MyST", "% ", .line, tools: [.myst], meaning: "nothing", code: nil, excerpt: "myst/block-break-and-comments"),
    Construct("list of fields", ":name: ", .line, tools: [.myst], node: "definitionList", excerpt: "myst/field-list"),
    Construct(
      "kramdown's attributes", "{: .", .line, trait: .attributeLists, meaning: "attributes of the block",
      excerpt: "kramdown/block-attributes"),
    Construct("kramdown's extension", "{::", .line, meaning: "what its name says", excerpt: "kramdown/comment"),
    Construct(
      "kramdown's end of a block", "^", .line, trait: .kramdownBlocks, meaning: "nothing", code: nil, excerpt: "kramdown/end-of-block"),
    Construct("kramdown's table", "|---", .line, trait: .kramdownBlocks, node: "table", excerpt: "kramdown/table-rules"),
    Construct("grid table", "+---", .line, trait: .gridTables, node: "table", excerpt: "pandoc/grid-table"),
    Construct("table of columns", "---", .line, trait: .simpleTables, node: "table", code: nil, excerpt: "pandoc/simple-table"),
    Construct("table's caption", "Table: ", .line, trait: .tableCaptions, node: "caption", code: nil, excerpt: "pandoc/multiline-table"),
    Construct(
      "line block", "| ", .line, trait: .lineBlocks, node: "lineBreak", meaning: "lines that stay as they are", excerpt: "pandoc/line-block"
    ),
    Construct("example", "(@", .line, trait: .exampleLists, node: "list", code: nil, excerpt: "pandoc/examples"),
    Construct("item with a letter", "a) ", .line, trait: .fancyLists, node: "list", code: nil, excerpt: "pandoc/fancy-lists"),
    Construct("abbreviation", "*[", .line, node: "abbreviation", excerpt: "mkdocs/toc-and-abbr"),
    Construct("table of contents", "[TOC]", .line, node: "contents", excerpt: "mkdocs/toc-and-abbr"),
    Construct("page break", "\\newpage", .line, node: "pageBreak", excerpt: "rmarkdown/page-break"),
    Construct("included file", "--8<-- ", .line, meaning: "the file's text", code: "include.unread", excerpt: "mkdocs/snippets"),
    Construct(
      "included file of mdBook", "{{#include ", .line, meaning: "the file's text", code: "include.unread", excerpt: "mdbook/includes"),
    Construct(
      "included file of VitePress", "<<< ", .line, meaning: "the file's text as code", code: "include.unread", excerpt: "vitepress/includes"
    ),
    Construct("shortcode", "{{< ", .line, meaning: "what its name says", code: "template.left-out", excerpt: "quarto/shortcodes"),
    Construct("template's tag", "{% ", .line, meaning: "what its name says", code: "template.left-out", excerpt: "honkit/tags"),
    Construct(
      "component", "<Card", .line, meaning: "a callout, or its content", code: "html.component", excerpt: "docusaurus/component-lines"),
    Construct("Markdown in HTML", "<div markdown", .line, node: "division", code: nil, excerpt: "kramdown/html-markdown"),
    Construct(
      "slide", "---", .line, trait: .slides, node: "pageBreak", meaning: "the next page of a deck", code: nil, excerpt: "slidev/headmatter"),
  ]

  private static let fences: [Construct] = [
    Construct(
      "directive", "```{", .fence, node: "callout admonition", meaning: "what its name says", code: "directive.unknown",
      excerpt: "myst/admonitions"),
    Construct(
      "directive between colons", ":::{", .line, node: "callout admonition", meaning: "what its name says", code: "directive.unknown",
      excerpt: "myst/admonitions"),
    Construct(
      "cell", "```{r", .fence, node: "codeBlock", meaning: "its code; nothing is run", code: "code.hidden", excerpt: "rmarkdown/chunks"),
    Construct("raw block", "```{=", .fence, trait: .rawAttributes, meaning: "HTML or LaTeX", code: "raw.left-out", excerpt: "pandoc/raw"),
    Construct(
      "Documenter's block", "```@", .fence, node: "codeBlock", meaning: "code of Julia, or nothing", code: nil, excerpt: "documenter/blocks"
    ),
    Construct("contents in a fence", "```toc", .fence, node: "contents", code: nil, excerpt: "obsidian/toc-fence"),
    Construct("callout in a fence", "```ad-", .fence, node: "callout", code: nil, excerpt: "obsidian/admonition-plugin"),
    Construct("theorem", "```{theorem", .fence, node: "callout", code: nil, excerpt: "bookdown/theorem-chunks"),
  ]

  private static let texts: [Construct] = [
    Construct(
      "attributes", "{#", .text, trait: .attributeLists, meaning: "attributes of what is before them", reader: .texts,
      excerpt: "pandoc/heading-attributes"),
    Construct("span", "[", .text, trait: .bracketedSpans, node: "span", reader: .texts, excerpt: "pandoc/divs-and-spans"),
    Construct("note in place", "^[", .text, node: "footnoteReference", code: nil, reader: .texts, excerpt: "pandoc/inline-notes"),
    Construct("mark", "==", .text, trait: .marks, node: "highlighted", code: nil, reader: .texts, excerpt: "mkdocs/marks"),
    Construct("insertion", "^^", .text, node: "inserted", code: nil, reader: .texts, excerpt: "mkdocs/marks"),
    Construct("insertion with plus signs", "{++", .text, node: "inserted", code: nil, reader: .texts, excerpt: "mkdocs/marks"),
    Construct("name of a key", "++", .text, node: "keyboard", code: nil, reader: .texts, excerpt: "mkdocs/marks"),
    Construct(
      "superscript", "^", .text, trait: .caretSuperscripts, node: "superscripted", code: nil, reader: .texts, excerpt: "pandoc/scripts"),
    Construct("subscript", "~", .text, trait: .tildeSubscripts, node: "subscripted", code: nil, reader: .texts, excerpt: "pandoc/scripts"),
    Construct(
      "strikethrough with one tilde", "~", .text, trait: .singleTildeStrikes, node: "strikethrough", code: nil, reader: .texts,
      excerpt: "github/tildes"),
    Construct("comment of Obsidian", "%% ", .text, meaning: "nothing", reader: .texts, excerpt: "obsidian/comments-and-tags"),
    Construct("reference", "@", .text, node: "reference", code: "reference.unknown", reader: .texts, excerpt: "quarto/sections"),
    Construct(
      "citation", "[@", .text, trait: .citations, meaning: "its key, or what a style makes of it", code: "cite.unprocessed", reader: .texts,
      excerpt: "pandoc/citations"),
    Construct("link of a vault", "[[", .text, node: "link", reader: .texts, excerpt: "obsidian/links"),
    Construct("picture of a vault", "![[", .text, node: "image", reader: .texts, excerpt: "obsidian/embeds"),
    Construct(
      "emoji", ":", .text, trait: .emoji, meaning: "the character", code: nil, reader: .texts,
      excerpt: "mkdocs/buttons-and-icons"),
    Construct("role of MyST", "{", .text, meaning: "what its name says; else its text", reader: .texts, excerpt: "myst/index-role"),
    Construct(
      "field", "{{", .text, meaning: "a word of the settings, or a number of the pages", code: "template.left-out", reader: .texts,
      excerpt: "myst/substitutions"),
    Construct("raw inline", "`{=", .text, trait: .rawAttributes, meaning: "HTML or LaTeX", code: "raw.left-out", excerpt: "pandoc/raw"),
    Construct("bookdown's reference", "\\@ref(", .text, node: "reference", code: "reference.unknown", excerpt: "bookdown/references"),
    Construct(
      "bookdown's label", "(\\#", .text, meaning: "the name of a figure, table, equation or theorem", excerpt: "bookdown/figure-labels"),
  ]

  /// Of LiaScript's courses.
  private static let courses: [Construct] = [
    Construct("step of a course", "{{1", .line, tools: [.liascript], meaning: "nothing", code: nil, excerpt: "liascript/steps"),
    Construct("spoken words", "--{{", .line, tools: [.liascript], meaning: "the words", code: nil, excerpt: "liascript/steps"),
    Construct("effect", "{2}{", .text, tools: [.liascript], meaning: "its words", code: nil, excerpt: "liascript/steps"),
    Construct(
      "answer of a quiz", "[[X]] ", .line, tools: [.liascript], node: "list", meaning: "an item with an empty box", code: nil,
      excerpt: "liascript/quizzes"),
    Construct(
      "gap of a quiz", "[[", .text, tools: [.liascript], meaning: "a rule, or its choices", code: nil, excerpt: "liascript/quizzes"),
    Construct(
      "hint of a quiz", "[[?]] ", .line, tools: [.liascript], meaning: "nothing", code: "template.left-out", excerpt: "liascript/quizzes"),
    Construct(
      "macro of a course", "@", .text, tools: [.liascript], meaning: "its words", code: "template.left-out", excerpt: "liascript/macros"),
    Construct("film of a course", "!?[", .text, tools: [.liascript], node: "link", code: nil, excerpt: "liascript/macros"),
    Construct("underlined words", "~~", .text, tools: [.liascript], node: "inserted", code: nil, excerpt: "liascript/looks"),
  ]
}

extension Construct {
  /// All rows as a table in Markdown, for the guide.
  package static var manual: String {
    var out = "| construct | begins | dialects | becomes | otherwise |\n|---|---|---|---|---|\n"
    for row in all {
      let dialects = row.dialects.isEmpty ? "all" : row.summary
      let meaning = row.meaning ?? row.node ?? ""
      let code = row.code.map { "`\($0)`" } ?? "text"
      let opener = row.opener.contains("`") ? "`` \(row.opener) ``" : "`\(row.opener.replacing("|", with: "\\|"))`"
      out += "| \(row.name) | \(opener) at \(row.place.rawValue) | \(dialects) | \(meaning) | \(code) |\n"
    }
    return out
  }

  /// The dialects by name, or those that do not read it where they are fewer.
  private var summary: String {
    let others = Dialect.Tool.allCases.filter { !dialects.contains($0) }
    let isShort = others.count < dialects.count
    let names = (isShort ? others : dialects).map(\.rawValue)
    return (isShort ? "all but " : "") + names.joined(separator: ", ")
  }
}
