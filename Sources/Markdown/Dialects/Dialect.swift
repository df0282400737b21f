internal import TypesetCommonMark

/// The Markdown that a document is written in: a tool's name, and how the signs are read that tools read differently.
///
/// What only one tool has is read in all dialects where it cannot be meant otherwise; `Traits` are about the rest.
public struct Dialect: Hashable, Sendable {
  /// The tool that the author writes for.
  public var tool: Tool
  public var traits: Traits

  public init(_ tool: Tool) { (self.tool, traits) = (tool, tool.traits) }

  /// What is read where nothing says which tool a document is for.
  public static let general = Dialect(.general)

  public func has(_ traits: Traits) -> Bool { self.traits.isSuperset(of: traits) }

  /// True if a definition may begin with a sign.
  func defines(_ sign: UInt8) -> Bool {
    has(.definitionLists) && (sign == UInt8(ascii: ":") || sign == ASCII.tilde && has(.tildeDefinitions))
  }

  /// True if the words behind the kind of an alert are its title, as in vaults. GitHub's alerts have none, and their authors go on with a sentence.
  ///
  /// - Parameter last: The last of the words.
  func hasTitle(in last: Tree.Kind?) -> Bool {
    guard tool == .general || tool == .commonmark, case .text(let text)? = last else { return tool != .github }
    return ![".", "。", "!", "！", ";", ":"].contains(where: text.trimmedWhitespace().hasSuffix)
  }

  func without(_ traits: Traits) -> Dialect {
    var dialect = self
    dialect.traits.subtract(traits)
    return dialect
  }

  /// The dialect of a text below its front matter, whose keys may be only pandoc's; a text with fields has no lists of letters, for these
  /// are names more often: `author: I. Newton`.
  func reading(below matter: FrontMatter, hasFields: Bool) -> Dialect {
    guard tool == .general else {
      var dialect = hasFields ? self : without([.fancyLists, .titleBlocks])
      // knitr hands such a deck to remark as it is.
      if matter.isOfXaringan { dialect.traits.insert(.itemsBelowText) }
      return dialect
    }
    var dialect = self
    if matter.isOfPandoc { dialect.traits.formUnion(.pandocBlocks) }
    return dialect
  }

  public enum Tool: String, CaseIterable, Hashable, Sendable {
    /// No tool is known.
    case general
    case github, commonmark, kramdown, pandoc, rmarkdown, bookdown, quarto, myst
    /// Python-Markdown with pymdown-extensions.
    case mkdocs
    case obsidian, logseq
    /// HackMD, CodiMD and HedgeDoc.
    case hackmd
    /// Sites for articles, with `zenn-cli` and `qiita-cli`.
    case zenn, qiita
    case vitepress, docusaurus, hugo, honkit, mdbook, zola, slidev, marp, reveal, documenter
    /// Courses that a player in the browser reads aloud.
    case liascript
    /// What chat programs export.
    case chat

    /// As people call it.
    public var title: String {
      switch self {
      case .general: "no particular tool"
      case .github: "GitHub"
      case .commonmark: "CommonMark"
      case .kramdown: "kramdown, as Jekyll uses it"
      case .pandoc: "pandoc"
      case .rmarkdown: "R Markdown"
      case .bookdown: "bookdown"
      case .quarto: "Quarto"
      case .myst: "MyST"
      case .mkdocs: "Python-Markdown, as MkDocs uses it"
      case .obsidian: "Obsidian"
      case .logseq: "Logseq"
      case .hackmd: "HackMD"
      case .zenn: "Zenn"
      case .qiita: "Qiita"
      case .vitepress: "VitePress"
      case .docusaurus: "Docusaurus"
      case .hugo: "Hugo"
      case .honkit: "HonKit"
      case .zola: "Zola"
      case .mdbook: "mdBook"
      case .slidev: "Slidev"
      case .marp: "Marp"
      case .reveal: "reveal.js"
      case .documenter: "Documenter"
      case .liascript: "LiaScript"
      case .chat: "a chat program"
      }
    }

    /// True for pandoc and what is built on it.
    public var isPandoc: Bool { [.pandoc, .rmarkdown, .bookdown, .quarto].contains(self) }
    /// True where lines of `---` separate slides.
    public var isDeck: Bool { [.slidev, .marp, .reveal].contains(self) }
    /// True where tags may be those of components: of MDX and of Vue.
    var hasComponents: Bool { [.docusaurus, .vitepress, .slidev].contains(self) }
    /// True for tools whose notes link each other by names in brackets.
    var isVault: Bool { [.obsidian, .logseq].contains(self) }

    /// Which attributes tags may have: pages of Vue have its own, which CommonMark does not take for some.
    var attributeNames: HTMLAttributeNames {
      switch self {
      case .vitepress, .slidev: .signs
      case .commonmark, .github: .plain
      default: .signsWithValues
      }
    }

    /// True where a picture's description is its caption: pandoc's rule. All other tools show captions that authors write as such.
    private var printsDescriptions: Bool { self == .general || isPandoc }

    /// How this tool reads what others read differently.
    var traits: Traits { printsDescriptions ? signs : signs.subtracting(.implicitFigures) }

    private var signs: Traits {
      switch self {
      case .general: .common.union(.strongBeforeWords)
      case .documenter, .honkit, .docusaurus, .mdbook: .common
      case .github: .common.subtracting([.tildeSubscripts, .definitionLists, .attributeLists])
      case .commonmark:
        .common.subtracting([.singleTildeStrikes, .tildeSubscripts, .caretSuperscripts, .marks, .definitionLists, .attributeLists, .smart])
      case .kramdown:
        .common.subtracting([.singleTildeStrikes, .tildeSubscripts]).union([
          .inlineDoubleDollars, .kramdownBlocks, .textBelowTags, .strongBeforeWords,
        ])
      case .pandoc, .quarto, .rmarkdown, .bookdown:
        .common.subtracting([.singleTildeStrikes, .itemsBelowText]).union([
          .markdownInHTML, .pandocBlocks, .tildeDefinitions, .textBelowTags, .strongBeforeWords,
        ])
      // markdown-it: only two tildes strike.
      case .myst: .common.subtracting(.singleTildeStrikes).union(.tildeDefinitions)
      case .mkdocs: .common.subtracting(.singleTildeStrikes).union([.textBelowTags, .strongBeforeWords])
      case .obsidian, .logseq: .common.subtracting([.singleTildeStrikes, .tildeSubscripts]).union(.lineBreaks)
      case .hackmd: .common.union(.lineBreaks)
      // Only two tildes strike, and a caption is a line of its own below the picture.
      case .zenn, .qiita: .common.subtracting([.singleTildeStrikes, .tildeSubscripts]).union(.lineBreaks)
      case .vitepress: .common.subtracting(.singleTildeStrikes)
      case .hugo, .zola: .common
      case .slidev: .common.subtracting(.singleTildeStrikes).union(.slides)
      case .reveal: .common.union([.slides, .codeFormulas])
      // What describes a picture says how it is shown.
      case .marp: .common.subtracting(.singleTildeStrikes).union([.slides, .lineBreaks])
      case .liascript: .common.subtracting(.tildeSubscripts)
      case .chat: .common.union(.strongBeforeWords)
      }
    }
  }

  /// How signs are read that mean one thing to one tool and another to the next.
  public struct Traits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    private init(bit: Int) { rawValue = 1 << UInt64(bit) }

    /// A line's end within a paragraph ends the line on the page.
    public static let lineBreaks = Traits(bit: 0)
    /// `~x~` strikes out, as `~~x~~` does.
    public static let singleTildeStrikes = Traits(bit: 1)
    /// `H~2~O`.
    public static let tildeSubscripts = Traits(bit: 2)
    /// `x^2^`.
    public static let caretSuperscripts = Traits(bit: 3)
    /// `==x==`.
    public static let marks = Traits(bit: 4)
    /// `{: .x}` at and below blocks.
    public static let attributeLists = Traits(bit: 5)
    /// `[x]{.y}`.
    public static let bracketedSpans = Traits(bit: 6)
    /// `$$…$$` within a line is an inline formula.
    public static let inlineDoubleDollars = Traits(bit: 7)
    /// Text directly below an opening `<div>` is Markdown.
    public static let markdownInHTML = Traits(bit: 8)
    /// `: text` below a paragraph defines it.
    public static let definitionLists = Traits(bit: 9)
    /// Lines of `---` separate slides.
    public static let slides = Traits(bit: 10)
    /// `--` is a dash, `"x"` is quoted.
    public static let smart = Traits(bit: 11)
    /// `$…$` and `$$…$$` are formulas.
    public static let dollarMath = Traits(bit: 12)
    /// `\(…\)` and `\[…\]` are formulas.
    public static let bracketMath = Traits(bit: 13)
    /// `:smile:`.
    public static let emoji = Traits(bit: 14)
    /// `~~x~~`.
    public static let strikeout = Traits(bit: 15)
    /// `[@key]`.
    public static let citations = Traits(bit: 16)
    /// `::: {.x}`.
    public static let fencedDivs = Traits(bit: 17)
    /// `+---+---+`.
    public static let gridTables = Traits(bit: 18)
    /// Tables of columns below dashes, with one line or several for a row.
    public static let simpleTables = Traits(bit: 19)
    /// `| ` before each line of a verse.
    public static let lineBlocks = Traits(bit: 20)
    /// `a)`, `iv.`, `#.`, `(A)`.
    public static let fancyLists = Traits(bit: 21)
    /// `(@good)`.
    public static let exampleLists = Traits(bit: 22)
    /// `% title` at the top.
    public static let titleBlocks = Traits(bit: 23)
    /// `` `x`{=html} ``.
    public static let rawAttributes = Traits(bit: 24)
    /// `Table: words` and `: words` beside tables.
    public static let tableCaptions = Traits(bit: 25)
    /// A picture alone in its paragraph is a figure, whose caption is its description.
    public static let implicitFigures = Traits(bit: 26)
    /// `[Heading]` alone refers to a heading.
    public static let implicitReferences = Traits(bit: 27)
    /// `^` alone ends a block, and rows with bars are a table without a line below the first.
    public static let kramdownBlocks = Traits(bit: 28)
    /// `~ text` below a paragraph defines it, and plus signs separate columns in the line below a table's head.
    public static let tildeDefinitions = Traits(bit: 29)

    /// The tag of an element within text, alone on its line, belongs to the paragraph below it.
    public static let textBelowTags = Traits(bit: 30)

    /// `**Words.**Others` is strong, and in documents for a tool `*Words.*Others` emphasized, which CommonMark leaves as text.
    public static let strongBeforeWords = Traits(bit: 31)

    /// `` `$x$` `` is a formula.
    public static let codeFormulas = Traits(bit: 32)

    /// An item begins a list right below a line of text.
    public static let itemsBelowText = Traits(bit: 33)

    /// What only pandoc has, and may be meant otherwise elsewhere.
    public static let pandocBlocks: Traits = [.fancyLists, .titleBlocks, .implicitReferences]

    /// What is read where no tool is known.
    public static let common: Traits = [
      .singleTildeStrikes, .tildeSubscripts, .caretSuperscripts, .marks, .attributeLists, .bracketedSpans, .definitionLists, .smart,
      .dollarMath, .bracketMath,
      .emoji, .strikeout, .citations, .fencedDivs, .gridTables, .simpleTables, .lineBlocks, .exampleLists, .rawAttributes,
      .tableCaptions, .implicitFigures, .itemsBelowText,
    ]
  }
}
